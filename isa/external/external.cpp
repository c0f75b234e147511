#include "isa/external/external.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/counted.hpp"
#include "isa/provided.hpp"
#include "sim/access.hpp"

namespace warpglass::isa {
namespace {

using Part = std::span<const ProvidedFunction> (*)();

constexpr Part kParts[] = {
    device_runtime_functions,       device_launch_functions,     device_graph_functions,
    device_stream_functions,        device_query_functions,      libdevice_fast_functions,
    libdevice_float_functions,      libdevice_double_functions,  libdevice_rounded_functions,
    libdevice_conversion_functions, libdevice_integer_functions, libdevice_packed_functions,
};

/// All functions, sorted by name.
const std::vector<ProvidedFunction>& all_functions() {
  static const std::vector<ProvidedFunction> functions = [] {
    std::vector<ProvidedFunction> all;
    for (const Part part : kParts) all.insert(all.end(), part().begin(), part().end());
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    assert(std::adjacent_find(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name == b.name; }) ==
           all.end());
    return all;
  }();
  return functions;
}

}  // namespace

std::size_t provided_index(std::string_view name) {
  const auto& all = all_functions();
  const auto found = std::lower_bound(
      all.begin(), all.end(), name, [](const ProvidedFunction& f, std::string_view wanted) { return f.name < wanted; });
  return found != all.end() && found->name == name ? static_cast<std::size_t>(found - all.begin()) : all.size();
}

const ProvidedFunction& provided_function(std::size_t index) { return all_functions()[index]; }

bool is_of_runtime(std::string_view function) {
  return function == "vprintf" || function == "malloc" || function == "free" || function == "__assertfail" ||
         function == "__ubsan_handle_out_of_bounds" || function.starts_with("cuda") ||
         function.starts_with("__cudaCDP2");
}

bool is_provided(std::string_view function) { return provided_index(function) != all_functions().size(); }

std::byte* ExternalCall::memory(int lane, std::uint64_t address, std::uint64_t size, bool write) const {
  (void)place(lane, address, size, write);
  const auto direction = write ? sim::Direction::write : sim::Direction::read;
  return sim::host_range(warp, op, lane, address, size, sim::Via::call, direction);
}

std::byte* ExternalCall::place(int lane, std::uint64_t address, std::uint64_t size, bool write) const {
  std::byte* host = sim::host_range_unheard(warp, lane, address, size);
  if (host != nullptr) return host;
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.lane = lane;
  fault.write = write;
  fault.address = address;
  fault.bytes = static_cast<std::uint32_t>(size);
  fault.message = fmt::format("{} of {} at {:#x} by a called function is outside every allocation",
                              write ? "write" : "read", counted(size, "byte"), address);
  sim::raise(warp, op, lane_bit(lane), std::move(fault));
}

std::string_view ExternalCall::string(int lane, std::uint64_t address, std::size_t limit) const {
  const std::byte* first = place(lane, address, 1, false);
  std::size_t length = 0;
  // Byte by byte: the string may end just before its allocation does.
  while (length < limit) {
    if (*reinterpret_cast<const char*>(place(lane, address + length, 1, false)) == '\0') break;
    ++length;
  }
  if (warp.audience != nullptr) (void)memory(lane, address, length < limit ? length + 1 : length, false);
  return {reinterpret_cast<const char*>(first), length};
}

}  // namespace warpglass::isa
