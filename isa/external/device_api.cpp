#include "isa/external/device_api.hpp"

#include <fmt/format.h>

#include <array>

#include "sim/touched_memory.hpp"

namespace warpglass::isa {
namespace {

// Of CUDA 12 and later, and of those before.
constexpr std::array<std::string_view, 2> kBeginnings{"__cudaCDP2", "cuda"};

}  // namespace

DeviceCallTable::DeviceCallTable(std::span<const DeviceCall> calls, std::span<const ProvidedFunction> others,
                                 bool of_graphs)
    : functions_(others.begin(), others.end()) {
  const auto add = [this](std::string name, ProvidedFunction function) {
    function.name = names_.emplace_back(std::move(name));
    functions_.push_back(function);
  };
  for (const DeviceCall& call : calls) {
    ProvidedFunction function = call.function;
    function.launches = call.launches != DeviceCall::Launches::nothing;
    function.launches_graphs = call.launches == DeviceCall::Launches::graphs;
    for (const std::string_view beginning : kBeginnings) {
      add(fmt::format("{}{}", beginning, call.name), function);
      if (call.names_stream) add(fmt::format("{}{}_ptsz", beginning, call.name), function);
    }
  }
  for (ProvidedFunction& function : functions_) {
    function.ordered = true;
    function.asks_runtime = !of_graphs;
  }
}

DeviceRuntime& api(const ExternalCall& call) {
  if (call.warp.touched != nullptr) call.warp.touched->give_up();
  if (DeviceRuntime* runtime = call.warp.launch->device_runtime) return *runtime;
  sim::Fault fault;
  fault.kind = sim::FaultKind::invalid_call;
  fault.message = "the device's runtime is called, and this launch has none";
  sim::raise(call.warp, call.op, call.lanes, std::move(fault));
}

}  // namespace warpglass::isa
