// Graphs made ready and launched.
#include <utility>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_conditions.hpp"
#include "cuda/graph_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/refusals.hpp"
#include "cuda/stream_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

struct Performer {
  cudaStream_t stream;

  cudaError_t operator()(EmptyWork&) const { return cudaSuccess; }
  cudaError_t operator()(KernelWork& work) const {
    return launch_kernel(work.function, work.shape, arguments_of(work), stream, work.device);
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
  cudaError_t operator()(ChildWork& work) const { return perform(*work.graph, stream); }
  cudaError_t operator()(EventWork& work) const {
    return work.records ? cudaEventRecord(work.event, stream) : cudaStreamWaitEvent(stream, work.event, 0);
  }
  cudaError_t operator()(const AllocateWork& work) const { return perform(work, stream); }
  cudaError_t operator()(const FreeWork& work) const { return perform(work, stream); }
  cudaError_t operator()(const ConditionalWork& work) const { return perform(work, stream); }
  cudaError_t operator()(const WordsWork& work) const { return perform(work, stream); }
};

// Why a graph cannot be made ready, and which node is to blame.
struct Unfit {
  cudaError_t error = cudaSuccess;
  cudaGraphInstantiateResult result = cudaGraphInstantiateSuccess;
  const Node* node = nullptr;
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
  return query([&](Process&) {
    Graph* graph = find(handle);
    unfit = {.error = cudaErrorInvalidValue, .result = cudaGraphInstantiateError};
    if (executable == nullptr || graph == nullptr || (flags & ~kKnown) != 0) return unfit.error;
    if (graph->is_body) return unfit.error = cudaErrorNotSupported;
    const bool allocates = has_memory_nodes(*graph);
    if (allocates && !graph->instance.expired()) return unfit.error = cudaErrorNotSupported;
    if (unfit = unfitness_of(*graph, false); unfit.error != cudaSuccess) return unfit.error;
    std::shared_ptr<Graph> copy = copy_of(*graph);
    if (allocates) graph->instance = copy;
    *executable = keep(Executable{.graph = std::move(copy), .flags = flags});
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

cudaError_t launch(std::shared_ptr<Graph> graph, unsigned long long flags, cudaStream_t stream) {
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
  const cudaError_t performed = perform(*graph, stream);
  graph.reset();
  return after_destruction(performed);
}

bool can_be_disabled(const Work& work) {
  return std::holds_alternative<KernelWork>(work) || std::holds_alternative<CopyWork>(work) ||
         std::holds_alternative<FillWork>(work);
}

}  // namespace

namespace warpglass::cuda {

cudaError_t perform(Work& work, cudaStream_t stream) { return std::visit(Performer{stream}, work); }

cudaError_t perform(const Graph& graph, cudaStream_t stream) {
  for (Node* node : in_order(graph)) {
    if (!node->enabled) continue;
    if (const cudaError_t error = perform(node->work, stream); error != cudaSuccess) return error;
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
  Unfit unfit;
  return instantiate(pGraphExec, graph, flags, unfit);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
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
  return after_destruction(query([&](Process&) { return forget(graphExec) ? cudaSuccess : cudaErrorInvalidValue; }));
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
    return Status::ok;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaGraphUpload, cudaGraphUpload_ptsz)

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  // A captured launch becomes a graph within the graph.
  const auto captured = capture_at(stream, [&](Process&, Graph&, const std::vector<Edge>&, Work& work) {
    const Executable* found = find(graphExec);
    if (found == nullptr) return cudaErrorInvalidValue;
    if (has_memory_nodes(*found->graph)) return cudaErrorStreamCaptureUnsupported;
    work = ChildWork{.graph = copy_of(*found->graph)};
    return cudaSuccess;
  });
  if (captured) return *captured;
  const auto deferred = defer(stream, [&](Process&, Later& later) {
    const Executable* found = find(graphExec);
    if (found == nullptr) return cudaErrorInvalidValue;
    // The program may change the executable until then.
    later.name = "a graph";
    later.perform = [graph = copy_of(*found->graph), flags = found->flags, stream] {
      return launch(graph, flags, stream);
    };
    return cudaSuccess;
  });
  if (deferred) return *deferred;
  std::shared_ptr<Graph> graph;  // kept should the program destroy it meanwhile
  unsigned long long flags = 0;
  const cudaError_t error = query([&](Process&) {
    const Executable* found = find(graphExec);
    if (found == nullptr) return cudaErrorInvalidValue;
    graph = found->graph;
    flags = found->flags;
    return cudaSuccess;
  });
  return error != cudaSuccess ? error : launch(std::move(graph), flags, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaGraphLaunch, cudaGraphLaunch_ptsz)
