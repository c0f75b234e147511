// Graphs made ready and launched.
#include <utility>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/capture_rules.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "cuda/device_graphs.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_conditions.hpp"
#include "cuda/graph_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/library_work.hpp"
#include "cuda/refusals.hpp"
#include "cuda/stream_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

// What kernels have made of it counts, not what the host has said before.
bool is_left_to_kernels(const KernelWork& work) { return work.changeable != nullptr && work.changeable->uploaded; }

struct Performer {
  cudaStream_t stream;
  const std::shared_ptr<runtime::GraphRun>& run;

  cudaError_t operator()(EmptyWork&) const { return cudaSuccess; }
  cudaError_t operator()(KernelWork& work) const {
    if (is_left_to_kernels(work)) return perform_changed(work, stream, run);
    return launch_kernel(work.function, work.shape, arguments_of(work), stream, work.device, run);
  }
  cudaError_t operator()(CopyWork& work) const { return cudaMemcpy3DAsync(&work.parameters, stream); }
  cudaError_t operator()(FillWork& work) const {
    return operate([&](Process& process) {
      return fill_in_stream(process, stream, work.region, work.extent, work.value, work.value_bytes);
    });
  }
  cudaError_t operator()(HostWork& work) const {
    return cudaLaunchHostFunc(stream, work.parameters.fn, work.parameters.userData);
  }
  cudaError_t operator()(ChildWork& work) const { return perform(*work.graph, stream, run); }
  cudaError_t operator()(EventWork& work) const {
    return work.records ? cudaEventRecord(work.event, stream) : cudaStreamWaitEvent(stream, work.event, 0);
  }
  cudaError_t operator()(const AllocateWork& work) const { return perform(work, stream); }
  cudaError_t operator()(const FreeWork& work) const { return perform(work, stream); }
  cudaError_t operator()(const ConditionalWork& work) const { return perform(work, stream, run); }
  cudaError_t operator()(const WordsWork& work) const { return perform(work, stream); }
  cudaError_t operator()(const LibraryWork& work) const { return perform(work, stream); }
};

Unfit unfitness_of(const Graph& graph, bool in_body) {
  if (!graph.nodes.empty() && in_order(graph).empty())
    return {.error = cudaErrorInvalidValue, .result = cudaGraphInstantiateInvalidStructure};
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    if (in_body && !may_be_conditional(node->work))
      return {
          .error = cudaErrorInvalidValue, .result = cudaGraphInstantiateNodeOperationNotSupported, .node = node.get()};
    const bool bodies = in_body || std::holds_alternative<ConditionalWork>(node->work);
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work))
      if (const Unfit unfit = unfitness_of(*within, bodies); unfit.error != cudaSuccess) return unfit;
  }
  for (const std::shared_ptr<Condition>& condition : graph.conditions)
    if (!condition->has_node)
      return {.error = cudaErrorInvalidValue, .result = cudaGraphInstantiateConditionalHandleUnused};
  return {};
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t handle, unsigned long long flags, Unfit& unfit) {
  constexpr unsigned long long kKnown = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                                        cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
  if (const auto refused = refuse_unsafe()) return *refused;
  return query([&](Process& process) {
    Graph* graph = find(handle);
    unfit = {.error = cudaErrorInvalidValue, .result = cudaGraphInstantiateError};
    if (executable == nullptr || graph == nullptr || (flags & ~kKnown) != 0) return unfit.error;
    const bool for_device = (flags & cudaGraphInstantiateFlagDeviceLaunch) != 0;
    if (for_device && (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0) return unfit.error;
    if (graph->is_body) return unfit.error = cudaErrorNotSupported;
    const bool once = has_memory_nodes(*graph) || has_changeable_nodes(*graph);
    if (once && !graph->instance.expired()) return unfit.error = cudaErrorNotSupported;
    if (unfit = unfitness_of(*graph, false); unfit.error != cudaSuccess) return unfit.error;
    std::uint32_t device = 0;
    unfit = for_device ? unfit_for_device(process, *graph, device) : unfit_for_launching(process, *graph);
    if (unfit.error != cudaSuccess) return unfit.error;
    std::shared_ptr<Graph> copy = copy_of(*graph);
    if (once) graph->instance = copy;
    *executable = keep(Executable{.graph = std::move(copy), .flags = flags, .device = device});
    return cudaSuccess;
  });
}

// The node of an executable that was made from a graph's node.
template <class Action>
cudaError_t with_node(cudaGraphExec_t executable, cudaGraphNode_t node, Action&& action) {
  return query([&](Process&) {
    const Executable* found = find(executable);
    Node* copy = found == nullptr ? nullptr : find_copy(*found, node);
    if (copy == nullptr) return cudaErrorInvalidValue;
    return action(*copy) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

// What a launch needs to know of an executable that may change or be destroyed meanwhile.
struct Start {
  std::shared_ptr<Graph> graph;
  unsigned long long flags = 0;
  HostLaunch launch = {};
};
Start start_of(Process& process, const Executable& executable) {
  Start start{.graph = executable.graph, .flags = executable.flags};
  if ((executable.flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
    upload(process, executable);
    start.launch = {.handle = address_of(&executable), .device = executable.device};
  }
  return start;
}

cudaError_t launch(Start start, cudaStream_t stream) {
  const auto& [graph, flags, how] = start;
  const cudaError_t error = operate([&](Process& process) {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return status;
    const bool frees = (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
    if (const auto unfreed = unfreed_memory(process, *graph, frees)) {
      blame({.message = "memory that an earlier launch of this graph has allocated is not freed yet",
             .object = unfreed->serial});
      return Status::invalid_value;
    }
    set_conditions(*graph);
    return Status::ok;
  });
  if (error != cudaSuccess) return error;
  const std::shared_ptr<runtime::GraphRun> run = begin(how);
  cudaError_t performed = perform(*graph, stream, run);
  if (performed == cudaSuccess) {
    performed = end(how, run, stream);
  } else {
    give_up(run);
  }
  start.graph.reset();
  return after_destruction(performed);
}

bool can_be_disabled(const Work& work) {
  return std::holds_alternative<KernelWork>(work) || std::holds_alternative<CopyWork>(work) ||
         std::holds_alternative<FillWork>(work);
}

}  // namespace

namespace warpglass::cuda {

cudaError_t perform(Work& work, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run) {
  return std::visit(Performer{stream, run}, work);
}

cudaError_t perform(const Graph& graph, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run) {
  for (Node* node : in_order(graph)) {
    const auto* kernel = std::get_if<KernelWork>(&node->work);
    if (!node->enabled && (kernel == nullptr || !is_left_to_kernels(*kernel))) continue;
    if (const cudaError_t error = perform(node->work, stream, run); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t instantiate_with(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphInstantiateParams& parameters) {
  Unfit unfit;
  cudaError_t error = instantiate(executable, graph, parameters.flags, unfit);
  parameters.errNode_out = reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(unfit.node));
  parameters.result_out = unfit.result;
  if (error == cudaSuccess && (parameters.flags & cudaGraphInstantiateFlagUpload) != 0)
    error = cudaGraphUpload(*executable, parameters.uploadStream);
  return error;
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  // There is no stream to upload it in.
  if ((flags & cudaGraphInstantiateFlagUpload) != 0) return answer(cudaErrorInvalidValue);
  Unfit unfit;
  return instantiate(pGraphExec, graph, flags, unfit);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiateParams) {
  if (instantiateParams == nullptr) return answer(cudaErrorInvalidValue);
  return instantiate_with(pGraphExec, graph, *instantiateParams);
}
WARPGLASS_IN_OWN_STREAM(cudaGraphInstantiateWithParams, cudaGraphInstantiateWithParams_ptsz)

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return after_destruction(query([&](Process& process) {
    if (const Executable* found = find(graphExec); found != nullptr)
      process.device_at(static_cast<int>(found->device)).device.graphs().forget(address_of(found));
    return forget(graphExec) ? cudaSuccess : cudaErrorInvalidValue;
  }));
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  return query([&](Process&) {
    const Executable* found = find(graphExec);
    if (found == nullptr || flags == nullptr) return cudaErrorInvalidValue;
    *flags = found->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled) {
  return with_node(hGraphExec, hNode, [&](Node& node) {
    if (!can_be_disabled(node.work)) return false;
    node.enabled = isEnabled != 0;
    if (auto* kernel = std::get_if<KernelWork>(&node.work); kernel != nullptr && kernel->changeable != nullptr)
      kernel->changeable->uploaded = false;
    return true;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int* isEnabled) {
  if (isEnabled == nullptr) return answer(cudaErrorInvalidValue);
  return with_node(hGraphExec, hNode, [&](const Node& node) {
    *isEnabled = node.enabled ? 1 : 0;
    return can_be_disabled(node.work);
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    const Executable* found = find(graphExec);
    if (found == nullptr) return Status::invalid_value;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return status;
    reserve_memory(process, *found->graph);
    upload(process, *found);
    return Status::ok;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaGraphUpload, cudaGraphUpload_ptsz)

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  if (const auto refused = refuse_captured(stream)) return *refused;
  const auto deferred = defer(stream, [&](Process& process, Later& later) {
    const Executable* found = find(graphExec);
    if (found == nullptr) return cudaErrorInvalidValue;
    // The program may change the executable until then.
    Start start = start_of(process, *found);
    start.graph = copy_of(*start.graph);
    later.name = "a graph";
    later.perform = [start, stream] { return launch(start, stream); };
    return cudaSuccess;
  });
  if (deferred) return *deferred;
  Start start;
  const cudaError_t error = query([&](Process& process) {
    const Executable* found = find(graphExec);
    if (found == nullptr) return cudaErrorInvalidValue;
    start = start_of(process, *found);
    return cudaSuccess;
  });
  return error != cudaSuccess ? error : launch(std::move(start), stream);
}
WARPGLASS_IN_OWN_STREAM(cudaGraphLaunch, cudaGraphLaunch_ptsz)
