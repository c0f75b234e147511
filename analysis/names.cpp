#include "analysis/names.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "sim/events.hpp"

namespace warpglass::analysis {

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // a lone `a` would read as a type
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : name;
}

std::string object_name(const std::string& mangled) {
  std::string full = demangled(mangled);
  // The last `::` outside template and parameter lists.
  int depth = 0;
  for (std::size_t i = full.size(); i-- > 1;) {
    const char c = full[i];
    if (c == ')' || c == '>') ++depth;
    if (c == '(' || c == '<') --depth;
    if (depth == 0 && c == ':' && full[i - 1] == ':') return full.substr(i + 1);
  }
  return full;
}

std::string ranges_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}..{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string lanes_text(LaneMask lanes) {
  std::vector<std::uint32_t> numbers;
  for_each_lane(lanes, [&](int lane) { numbers.push_back(static_cast<std::uint32_t>(lane)); });
  if (numbers.empty()) return "no lane";
  return fmt::format("{} {}", numbers.size() == 1 ? "lane" : "lanes", ranges_text(numbers));
}

std::string lane_group_text(LaneMask lanes) {
  constexpr std::size_t kRanges = 4;  // that are named
  const int count = lane_count(lanes);
  if (count == 0) return lanes_text(lanes);
  const int first = first_lane(lanes);
  for (int step = 2; step <= kWarpSize / 4 && first < step; ++step) {
    LaneMask all = 0;
    for (int lane = first; lane < kWarpSize; lane += step) all |= lane_bit(lane);
    if (lanes != all) continue;
    if (step == 2) return first == 0 ? "even lanes" : "odd lanes";
    return fmt::format("every {}{} lane from lane {}", step, step == 3 ? "rd" : "th", first);
  }
  std::string text = lanes_text(lanes);
  std::size_t end = 0;
  for (std::size_t named = 0; named < kRanges; ++named) {
    end = text.find(',', end == 0 ? 0 : end + 1);
    if (end == std::string::npos) return text;
  }
  const std::size_t begin = text.find(' ') + 1;
  return fmt::format("{} lanes, {}, ...", count, text.substr(begin, end - begin));
}

std::string grouped(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string object_at(const std::vector<sim::NamedObject>& objects, std::uint64_t address) {
  for (const sim::NamedObject& object : objects) {
    if (address < object.offset) continue;
    if (object.size == 0 || address - object.offset < object.size) return object_name(object.name);
  }
  return "";
}

std::string_view name_of(Input input) {
  switch (input) {
    case Input::data: return "data";
    case Input::arguments: return "arguments";
    case Input::calls: return "calls";
  }
  return "";
}

std::optional<Input> input_named(std::string_view name) {
  for (const Input input : {Input::data, Input::arguments, Input::calls}) {
    if (name_of(input) == name) return input;
  }
  return std::nullopt;
}

std::string_view name_of(arch::SharedAccess access) {
  switch (access) {
    case arch::SharedAccess::load: return "load";
    case arch::SharedAccess::store: return "store";
    case arch::SharedAccess::atomic: return "atomic";
    case arch::SharedAccess::compare_and_swap: return "compare-and-swap";
    case arch::SharedAccess::atomic_loop: return "atomic loop";
    case arch::SharedAccess::matrix: return "matrix";
    case arch::SharedAccess::async_copy: return "asynchronous copy";
  }
  return "";
}

std::optional<arch::SharedAccess> shared_access_named(std::string_view name) {
  for (unsigned i = 0; i <= static_cast<unsigned>(arch::SharedAccess::async_copy); ++i) {
    const auto access = static_cast<arch::SharedAccess>(i);
    if (name_of(access) == name) return access;
  }
  return std::nullopt;
}

std::string stream_name(std::uint64_t stream) {
  const std::uint32_t device = sim::device_of_stream(stream);
  const std::string name = sim::is_default_stream(stream)
                               ? "the default stream"
                               : fmt::format("stream {}", stream - sim::default_stream(device));
  return device == 0 ? name : fmt::format("{} of device {}", name, device);
}

std::string index_text(const Dim3& index) { return fmt::format("({},{},{})", index.x, index.y, index.z); }

}  // namespace warpglass::analysis
