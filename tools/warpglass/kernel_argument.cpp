#include "tools/warpglass/kernel_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 40;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw UsageError(fmt::format("--arg '{}': {}", text, why));
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts = {""};
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// "4096", "64x64", "" for an empty pair of brackets.
std::vector<std::uint64_t> parse_shape(const std::string& text, const std::string& whole) {
  std::vector<std::uint64_t> shape;
  if (text.empty()) return shape;
  std::uint64_t total = 1;
  std::string separated = text;
  std::replace(separated.begin(), separated.end(), '*', 'x');
  for (const std::string& part : split(separated, 'x')) {
    std::uint64_t count = 0;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), count);
    if (problem != std::errc() || end != part.data() + part.size() || count == 0 || count > kMaxElements ||
        total > kMaxElements / count) {
      refuse(whole, fmt::format("'{}' is no number of elements; write 4096 or 64x64", text));
    }
    total *= count;
    shape.push_back(count);
  }
  return shape;
}

bool names_file(const std::string& part) {
  return part.find('.') != std::string::npos || part.find('/') != std::string::npos;
}

void parse_array(const std::vector<std::string>& parts, KernelArgument& argument) {
  std::size_t next = 1;
  const auto take = [&]() -> const std::string& { return parts[next++]; };
  if (next < parts.size()) {
    const std::string& fill = take();
    if (fill == "zero") {
      argument.fill = FillKind::zero;
    } else if (fill == "iota") {
      argument.fill = FillKind::iota;
    } else if (fill == "value") {
      argument.fill = FillKind::value;
      if (next == parts.size()) refuse(argument.text, "value needs a number, as in value:3.5");
      argument.value = take();
      (void)bytes_of(argument.value, argument.type, fmt::format("--arg '{}'", argument.text));
    } else if (fill == "random") {
      argument.fill = FillKind::random;
      if (next < parts.size() && parts[next] != "print" && !names_file(parts[next])) {
        const std::string& seed = take();
        const auto [end, problem] = std::from_chars(seed.data(), seed.data() + seed.size(), argument.seed);
        if (problem != std::errc() || end != seed.data() + seed.size())
          refuse(argument.text, fmt::format("'{}' is no seed; write a number", seed));
      }
    } else if (fill == "file") {
      argument.fill = FillKind::file;
      if (next == parts.size() || parts[next].empty()) refuse(argument.text, "file needs a name, as in file:in.npy");
      argument.input = take();
    } else {
      refuse(argument.text,
             fmt::format("'{}' is no way to fill an array; there are zero, iota, value:V, random:SEED and file:NAME",
                         fill));
    }
  }
  for (; next < parts.size(); ++next) {
    if (parts[next] == "print") {
      argument.print = true;
    } else if (names_file(parts[next])) {
      argument.outputs.push_back(parts[next]);
    } else {
      refuse(
          argument.text,
          fmt::format("'{}' says nothing; after the fill come print and names of files such as out.npy", parts[next]));
    }
  }
  if (argument.shape.empty() && argument.fill != FillKind::file)
    refuse(argument.text, "the number of elements is missing, as in f32[4096]");
}

/// The low bytes of an integer that fits the type; nothing when it does not.
std::optional<std::vector<std::byte>> integer_bytes(std::string_view text, ValueType type) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t magnitude = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), magnitude, hexadecimal ? 16 : 10);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const unsigned bits = 8 * size_of(type);
  const bool is_signed = name_of(type).front() == 'i';
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  const std::uint64_t last = is_signed && !hexadecimal ? top - 1 : top - 1 + top;
  if (negative ? !is_signed || magnitude > top : magnitude > last) return std::nullopt;
  const std::uint64_t value = negative ? ~magnitude + 1 : magnitude;
  std::vector<std::byte> bytes = raw_bytes(value);
  bytes.resize(size_of(type));
  return bytes;
}

}  // namespace

std::uint64_t KernelArgument::elements() const {
  std::uint64_t total = 1;
  for (const std::uint64_t count : shape) total *= count;
  return total;
}

std::vector<std::byte> bytes_of(const std::string& value, ValueType type, const std::string& where) {
  if (!is_floating(type)) {
    if (const auto bytes = integer_bytes(value, type)) return *bytes;
    throw UsageError(fmt::format("{}: '{}' is no {}", where, value, name_of(type)));
  }
  double number = 0;
  const std::string_view text = std::string_view(value).substr(value.starts_with('+') ? 1 : 0);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size())
    throw UsageError(fmt::format("{}: '{}' is no number", where, value));
  return floating_bytes(number, type);
}

KernelArgument parse_kernel_argument(const std::string& text) {
  KernelArgument argument;
  argument.text = text;
  std::vector<std::string> parts = split(text, ':');
  const std::string& head = parts.front();

  const std::size_t bracket = head.find('[');
  const auto type = type_named(std::string_view(head).substr(0, bracket));
  if (bracket != std::string::npos) {
    if (!type) refuse(text, fmt::format("'{}' is no type; there are {}", head.substr(0, bracket), all_type_names()));
    if (!head.ends_with(']')) refuse(text, "the ] is missing");
    argument.is_array = true;
    argument.has_type = true;
    argument.type = *type;
    argument.shape = parse_shape(head.substr(bracket + 1, head.size() - bracket - 2), text);
    parse_array(parts, argument);
    return argument;
  }
  if (parts.size() == 1) {
    if (head.empty()) refuse(text, "is empty");
    if (type) refuse(text, "the value is missing, as in i32:64");
    argument.value = head;
    return argument;
  }
  if (!type) refuse(text, fmt::format("'{}' is no type; there are {}", head, all_type_names()));
  if (parts.size() > 2) refuse(text, "a value is TYPE:VALUE; an array is TYPE[COUNT]:FILL");
  argument.has_type = true;
  argument.type = *type;
  argument.value = parts[1];
  (void)bytes_of(argument.value, argument.type, fmt::format("--arg '{}'", text));
  return argument;
}

}  // namespace warpglass::tool
