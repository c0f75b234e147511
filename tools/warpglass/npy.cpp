#include "tools/warpglass/npy.hpp"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <optional>
#include <span>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct TypeName {
  std::string_view numpy;
  ValueType type;
};

constexpr TypeName kNames[] = {{"<f4", ValueType::f32}, {"<f8", ValueType::f64}, {"<f2", ValueType::f16},
                               {"<i4", ValueType::i32}, {"<u4", ValueType::u32}, {"<i8", ValueType::i64},
                               {"<u8", ValueType::u64}, {"<i2", ValueType::i16}, {"<u2", ValueType::u16},
                               {"|i1", ValueType::i8},  {"|u1", ValueType::u8},  {"|b1", ValueType::u8}};

[[noreturn]] void refuse_file(const std::string& name, const std::string& why) {
  throw UsageError(fmt::format("{}: {}", name, why));
}

/// What stands behind `'key':` in the header's Python dictionary.
std::string_view value_of(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}'", key));
  if (at == std::string_view::npos) return {};
  const std::size_t colon = header.find(':', at);
  if (colon == std::string_view::npos) return {};
  const std::size_t start = header.find_first_not_of(' ', colon + 1);
  return start == std::string_view::npos ? std::string_view() : header.substr(start);
}

std::optional<std::vector<std::uint64_t>> shape_of(std::string_view text) {
  if (!text.starts_with('(')) return std::nullopt;
  const std::size_t end = text.find(')');
  if (end == std::string_view::npos) return std::nullopt;
  std::vector<std::uint64_t> shape;
  std::uint64_t total = 1;
  for (std::size_t at = 1; at < end;) {
    if (text[at] == ' ' || text[at] == ',') {
      ++at;
      continue;
    }
    std::uint64_t count = 0;
    const auto [next, problem] = std::from_chars(text.data() + at, text.data() + end, count);
    if (problem != std::errc() || count > std::uint64_t{1} << 40 ||
        (count != 0 && total > (std::uint64_t{1} << 40) / count))
      return std::nullopt;
    total *= count;
    shape.push_back(count);
    at = static_cast<std::size_t>(next - text.data());
  }
  return shape;
}

}  // namespace

NpyArray parse_npy(std::string_view file, const std::string& name) {
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(file[i])); };
  if (!file.starts_with(kMagic) || file.size() < 12) refuse_file(name, "is no NumPy array file");
  const bool short_length = byte(6) == 1;
  const std::size_t start = short_length ? 10 : 12;
  const std::size_t length =
      short_length ? byte(8) | byte(9) << 8 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (file.size() - start < length) refuse_file(name, "is a NumPy array file that is cut off");
  const std::string_view header = file.substr(start, length);

  NpyArray array;
  const std::string_view type = value_of(header, "descr");
  bool known = false;
  for (const TypeName& candidate : kNames) {
    if (!type.starts_with(fmt::format("'{}'", candidate.numpy))) continue;
    array.type = candidate.type;
    known = true;
  }
  if (!known)
    refuse_file(name, fmt::format("holds elements of a type that kernels do not take here: {}",
                                  type.substr(0, type.find(','))));
  if (value_of(header, "fortran_order").starts_with("True"))
    refuse_file(name, "is stored in column-major order; save it with numpy.ascontiguousarray");
  const auto shape = shape_of(value_of(header, "shape"));
  if (!shape) refuse_file(name, "is a NumPy array file without a shape");
  array.shape = *shape;
  std::uint64_t elements = 1;
  for (const std::uint64_t count : array.shape) elements *= count;
  const auto contents = std::as_bytes(std::span(file.substr(start + length)));
  if (contents.size() < elements * size_of(array.type)) refuse_file(name, "is a NumPy array file that is cut off");
  array.contents.assign(contents.begin(),
                        contents.begin() + static_cast<std::ptrdiff_t>(elements * size_of(array.type)));
  if (array.shape.empty()) array.shape = {1};
  return array;
}

std::string npy_header(ValueType type, const std::vector<std::uint64_t>& shape) {
  std::string_view numpy = "<u2";
  for (const TypeName& candidate : kNames) {
    if (candidate.type == type) {
      numpy = candidate.numpy;
      break;
    }
  }
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", numpy,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  // Magic, version, length and header together fill a multiple of 64 bytes.
  header.append(64 - (10 + header.size() + 1) % 64, ' ');
  header += '\n';
  assert(header.size() <= 0xffff);
  std::string result(kMagic);
  result += '\x01';
  result += '\0';
  result += static_cast<char>(header.size() & 0xff);
  result += static_cast<char>(header.size() >> 8);
  return result + header;
}

}  // namespace warpglass::tool
