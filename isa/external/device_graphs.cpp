// What device code does with graphs: it launches those that were made ready for it, and changes kernel nodes of those
// that are launched later. nvcc calls these functions by the names that programs use.
#include <cstring>

#include "isa/external/device_api.hpp"

namespace warpglass::isa {
namespace {

using Change = DeviceRuntime::NodeChange;

struct ParameterUpdate {
  std::uint64_t value, offset, bytes;
};

/// cudaGraphKernelNodeUpdate.
struct Update {
  std::uint64_t node;
  std::uint32_t field, padding;
  union {
    std::uint32_t grid[3];
    ParameterUpdate parameter;
    std::uint32_t enabled;
  };
};
static_assert(sizeof(Update) == 40);

enum : std::uint32_t { kGrid = 1, kParameter = 2, kEnabled = 3 };  // cudaGraphKernelNodeField

constexpr std::uint64_t kMostBytes = 32764;  // that a kernel's parameters may have

/// False where there is nothing to read.
bool read_value(const ExternalCall& call, int lane, std::uint64_t address, std::uint64_t bytes, Change& change) {
  if (bytes > kMostBytes || (address == 0 && bytes != 0)) return false;
  if (bytes == 0) return true;
  const std::byte* const value = call.memory(lane, address, bytes, false);
  change.value.assign(value, value + bytes);
  return true;
}

bool change_of(const ExternalCall& call, int lane, const Update& update, Change& change) {
  change.node = update.node;
  switch (update.field) {
    case kParameter:
      change.what = Change::What::parameters;
      change.offset = update.parameter.offset;
      return read_value(call, lane, update.parameter.value, update.parameter.bytes, change);
    case kEnabled:
      change.what = Change::What::enabled;
      change.enabled = update.enabled != 0;
      return true;
    case kGrid:
      change.what = Change::What::grid;
      change.grid = {update.grid[0], update.grid[1], update.grid[2]};
      return true;
    default: return false;
  }
}

std::int32_t apply(const ExternalCall& call, int lane, std::span<const Change> changes) {
  return number(api(call).change_nodes(caller(call, lane), changes));
}

std::int32_t apply_all(const ExternalCall& call, int lane, std::uint64_t updates, std::uint64_t count) {
  if (updates == 0 && count != 0) return number(DeviceAnswer::invalid_value);
  std::vector<Change> changes;
  for (std::uint64_t i = 0; i < count; ++i) {
    Update update{};
    std::memcpy(&update, call.memory(lane, updates + i * sizeof update, sizeof update, false), sizeof update);
    if (!change_of(call, lane, update, changes.emplace_back())) return number(DeviceAnswer::invalid_value);
  }
  return apply(call, lane, changes);
}

constexpr DeviceCall kGraphCalls[] = {
    {"GraphLaunch", native<[](const ExternalCall& call, int lane, std::uint64_t graph, std::uint64_t stream) {
       return number(api(call).launch_graph(caller(call, lane), graph, stream));
     }>(""),
     kByStream, DeviceCall::Launches::graphs},
    {"GraphKernelNodeSetParam", native<[](const ExternalCall& call, int lane, std::uint64_t node, std::uint64_t offset,
                                          std::uint64_t value, std::uint64_t bytes) {
       Change change{.node = node, .what = Change::What::parameters, .offset = offset};
       if (!read_value(call, lane, value, bytes, change)) return number(DeviceAnswer::invalid_value);
       return apply(call, lane, {&change, 1});
     }>("")},
    {"GraphKernelNodeSetEnabled",
     native<[](const ExternalCall& call, int lane, std::uint64_t node, std::uint32_t enable) {
       const Change change{.node = node, .what = Change::What::enabled, .enabled = (enable & 0xff) != 0};
       return apply(call, lane, {&change, 1});
     }>("")},
    {"GraphKernelNodeSetGridDim", native<[](const ExternalCall& call, int lane, std::uint64_t node, Dim3 grid) {
       const Change change{.node = node, .what = Change::What::grid, .grid = grid};
       return apply(call, lane, {&change, 1});
     }>("")},
    {"GraphKernelNodeUpdatesApply",
     native<[](const ExternalCall& call, int lane, std::uint64_t updates, std::uint64_t count) {
       return apply_all(call, lane, updates, count);
     }>("")},
};

}  // namespace

std::span<const ProvidedFunction> device_graph_functions() {
  static const DeviceCallTable table(kGraphCalls, {}, true);
  return table.functions();
}

}  // namespace warpglass::isa
