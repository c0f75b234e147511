// What is refused, and with which number, is what an H200 answered (tests/cuda/programs/device_graphs.expected).
#include "cuda/device_graphs.hpp"

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/current_device.hpp"
#include "cuda/defer.hpp"
#include "cuda/launch.hpp"

namespace warpglass::cuda {

using runtime::NestedWork;
using runtime::Status;

namespace {

Unfit unfit(const Node& node, cudaGraphInstantiateResult result = cudaGraphInstantiateNodeOperationNotSupported) {
  return {.error = cudaErrorInvalidValue, .result = result, .node = &node};
}

/// nullptr where there is none.
const runtime::Kernel* kernel_of(Process& process, const KernelWork& work) {
  const OnDevice its(work.device);
  runtime::Kernel* kernel = nullptr;
  return process.find_prepared_kernel(work.function, kernel) == Status::ok ? kernel : nullptr;
}

bool is_reached(Process& process, const void* address) {
  return process.device().memory().find(address_of(address)).has_value();
}

/// Whether the device copies by itself: memory that it reaches, and no arrays.
bool is_for_device(Process& process, const CopyWork& work) {
  const cudaMemcpy3DParms& p = work.parameters;
  return p.srcArray == nullptr && p.dstArray == nullptr && is_reached(process, p.srcPtr.ptr) &&
         is_reached(process, p.dstPtr.ptr);
}

/// \param device  of the kernels so far
Unfit unfit_of(Process& process, const Graph& graph, std::optional<std::uint32_t>& device) {
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    if (const auto* kernel = std::get_if<KernelWork>(&node->work)) {
      if (device.value_or(kernel->device) != kernel->device)
        return unfit(*node, cudaGraphInstantiateMultipleDevicesNotSupported);
      device = kernel->device;
      const runtime::Kernel* found = kernel_of(process, *kernel);
      if (found == nullptr || found->program->asks_runtime) return unfit(*node);
    } else if (const auto* copy = std::get_if<CopyWork>(&node->work)) {
      if (!is_for_device(process, *copy)) return unfit(*node);
    } else if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      if (const Unfit within = unfit_of(process, *child->graph, device); within.error != cudaSuccess) return within;
    } else if (!std::holds_alternative<FillWork>(node->work)) {
      return unfit(*node);
    }
  }
  return {};
}

std::vector<std::byte> parameters_of(const KernelWork& work, const sim::Program& program) {
  std::vector<std::byte> parameters(program.param_bytes);
  for (std::size_t i = 0; i < program.param_offsets.size() && i < work.values.size(); ++i)
    std::memcpy(parameters.data() + program.param_offsets[i], work.values[i].data(),
                std::min<std::size_t>(program.param_sizes[i], work.values[i].size()));
  return parameters;
}

NestedWork work_for_device(Process& process, const KernelWork& work) {
  NestedWork made{.shape = work.shape, .node = work.changeable};
  made.kernel = const_cast<runtime::Kernel*>(kernel_of(process, work));
  if (made.kernel != nullptr) made.parameters = parameters_of(work, *made.kernel->program);
  return made;
}

NestedWork work_for_device(const CopyWork& work) {
  const cudaMemcpy3DParms& p = work.parameters;
  NestedWork made{.what = NestedWork::What::copy};
  made.to = region_of(p.dstPtr, p.dstPos);
  made.from = region_of(p.srcPtr, p.srcPos);
  made.extent = {.width = p.extent.width, .height = p.extent.height, .depth = p.extent.depth};
  (void)copy_kind_of(p.kind, made.kind);
  return made;
}

NestedWork work_for_device(const FillWork& work) {
  NestedWork made{.what = NestedWork::What::fill};
  made.to = work.region;
  made.extent = work.extent;
  made.value = work.value;
  made.value_bytes = work.value_bytes;
  return made;
}

void add_work(Process& process, const Graph& graph, std::vector<NestedWork>& work) {
  for (const Node* node : in_order(graph)) {
    const auto* kernel = std::get_if<KernelWork>(&node->work);
    if (!node->enabled && (kernel == nullptr || kernel->changeable == nullptr)) continue;
    if (kernel != nullptr) work.push_back(work_for_device(process, *kernel));
    if (const auto* copy = std::get_if<CopyWork>(&node->work)) work.push_back(work_for_device(*copy));
    if (const auto* fill = std::get_if<FillWork>(&node->work)) work.push_back(work_for_device(*fill));
    if (const auto* child = std::get_if<ChildWork>(&node->work)) add_work(process, *child->graph, work);
  }
}

/// The device has what kernels make of a node until the host says something else of it.
void upload_nodes(Process& process, const Graph& graph) {
  for_each_node(graph, [&](const Node& node) {
    const auto* work = std::get_if<KernelWork>(&node.work);
    if (work == nullptr || work->changeable == nullptr || work->changeable->uploaded) return;
    runtime::ChangeableNode& ours = *work->changeable;
    ours.kernel = kernel_of(process, *work);
    if (ours.kernel == nullptr) return;
    ours.shape = work->shape;
    ours.parameters = parameters_of(*work, *ours.kernel->program);
    ours.enabled = node.enabled;
    ours.uploaded = true;
  });
}

}  // namespace

// ---- Making ready ----

Unfit unfit_for_device(Process& process, const Graph& graph, std::uint32_t& device) {
  if (graph.nodes.empty()) return {.error = cudaErrorInvalidValue, .result = cudaGraphInstantiateError};
  std::optional<std::uint32_t> of_kernels;
  const Unfit why = unfit_of(process, graph, of_kernels);
  device = of_kernels.value_or(process.device().number());
  return why;
}

Unfit unfit_for_launching(Process& process, const Graph& graph) {
  if (process.device_count() < 2) return {};
  std::optional<std::uint32_t> device;
  Unfit why;
  for_each_node(graph, [&](const Node& node) {
    const auto* work = std::get_if<KernelWork>(&node.work);
    const runtime::Kernel* kernel = work != nullptr ? kernel_of(process, *work) : nullptr;
    if (kernel == nullptr || !kernel->program->launches_graphs) return;
    if (device.value_or(work->device) != work->device)
      why = unfit(node, cudaGraphInstantiateMultipleDevicesNotSupported);
    device = work->device;
  });
  return why;
}

void upload(Process& process, const Executable& executable) {
  upload_nodes(process, *executable.graph);
  if ((executable.flags & cudaGraphInstantiateFlagDeviceLaunch) == 0) return;
  std::vector<NestedWork> work;
  add_work(process, *executable.graph, work);
  process.device_at(static_cast<int>(executable.device)).device.upload(address_of(&executable), std::move(work));
}

// ---- Nodes that kernels change ----

cudaError_t perform_changed(const KernelWork& work, cudaStream_t stream,
                            const std::shared_ptr<runtime::GraphRun>& run) {
  runtime::ChangeableNode now;
  std::vector<void*> arguments;
  const cudaError_t error = operate([&](Process& process) {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return status;
    // A kernel that waits for others may change it yet.
    process.pending().wait_for_stream(id);
    now = *work.changeable;
    const runtime::Kernel* kernel = kernel_of(process, work);
    if (kernel == nullptr) return Status::invalid_kernel;
    for (const std::uint32_t offset : kernel->program->param_offsets)
      arguments.push_back(now.parameters.data() + offset);
    return process.device().sticky();
  });
  if (error != cudaSuccess || !now.enabled) return error;
  return launch_kernel(work.function, now.shape, arguments.data(), stream, work.device, run);
}

// ---- Launches by the host ----

std::shared_ptr<runtime::GraphRun> begin(const HostLaunch& launch) {
  std::shared_ptr<runtime::GraphRun> run;
  (void)query([&](Process& process) {
    run = process.device_at(static_cast<int>(launch.device)).device.begin_graph(launch.handle);
    return cudaSuccess;
  });
  return run;
}

void give_up(const std::shared_ptr<runtime::GraphRun>& run) {
  (void)query([&](Process&) {
    if (run->graph != nullptr) --run->graph->launches;
    return cudaSuccess;
  });
}

cudaError_t end(const HostLaunch& launch, const std::shared_ptr<runtime::GraphRun>& run, cudaStream_t stream) {
  const auto perform = [launch, run, stream] {
    return operate([&](Process& process) {
      std::uint64_t id = 0;
      if (const Status status = process.find_stream(stream, id); status != Status::ok) return status;
      process.pending().wait_ahead_of(id);
      // Whose kernels have launched: those of a graph of the host's may be of any device.
      const std::uint32_t device = run->graph != nullptr ? launch.device : run->device;
      return process.device_at(static_cast<int>(device)).device.end_graph(run, id, Task::current());
    });
  };
  const auto deferred = defer(stream, [&](Process&, Later& later) {
    later = {.name = "what a graph's kernels have launched", .perform = perform};
    return cudaSuccess;
  });
  if (deferred) return *deferred;
  const bool left =
      run->graph != nullptr || !run->tails.empty() || !run->siblings.empty() || !run->parent->siblings.empty();
  return left ? perform() : cudaSuccess;
}

}  // namespace warpglass::cuda
