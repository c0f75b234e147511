// Graphs made ready and launched.
#include <utility>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph.hpp"
#include "cuda/launch.hpp"
#include "cuda/refusals.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

struct Performer {
  cudaStream_t stream;

  cudaError_t operator()(EmptyWork&) const { return cudaSuccess; }
  cudaError_t operator()(KernelWork& work) const {
    return launch_kernel(work.function, work.shape, arguments_of(work), stream);
  }
  cudaError_t operator()(CopyWork& work) const { return cudaMemcpy3DAsync(&work.parameters, stream); }
  cudaError_t operator()(FillWork& work) const {
    return operate([&](Process& process) {
      if (const Status status = enter(process, stream); status != Status::ok) return status;
      return fill_or_explain(process, work.region, work.extent, work.value, work.value_bytes);
    });
  }
  cudaError_t operator()(HostWork& work) const {
    return cudaLaunchHostFunc(stream, work.parameters.fn, work.parameters.userData);
  }
  cudaError_t operator()(ChildWork& work) const { return perform(*work.graph, stream); }
  cudaError_t operator()(EventWork& work) const {
    return work.records ? cudaEventRecord(work.event, stream) : cudaStreamWaitEvent(stream, work.event, 0);
  }
};

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t handle, unsigned long long flags) {
  return query([&](Process&) {
    const Graph* graph = find(handle);
    if (executable == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    if (!graph->nodes.empty() && in_order(*graph).empty()) return cudaErrorInvalidValue;
    *executable = keep(Executable{.graph = copy_of(*graph), .flags = flags});
    return cudaSuccess;
  });
}

// The node of an executable that was made from a graph's node.
template <class Action>
cudaError_t with_node(cudaGraphExec_t executable, cudaGraphNode_t node, Action&& action) {
  return query([&](Process&) {
    const Executable* found = find(executable);
    Node* copy = found == nullptr ? nullptr : found->graph->copy_of(reinterpret_cast<const Node*>(node));
    if (copy == nullptr) return cudaErrorInvalidValue;
    action(*copy);
    return cudaSuccess;
  });
}

// Whether the nodes of both graphs are of the same kinds and come after the same ones.
cudaGraphExecUpdateResult compare(const Graph& ours, const Graph& theirs, const Node*& differs) {
  if (ours.nodes.size() != theirs.nodes.size()) return cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t i = 0; i < ours.nodes.size(); ++i) {
    const Node& mine = *ours.nodes[i];
    const Node& other = *theirs.nodes[i];
    differs = &other;
    if (type_of(mine.work) != type_of(other.work)) return cudaGraphExecUpdateErrorNodeTypeChanged;
    if (mine.after.size() != other.after.size()) return cudaGraphExecUpdateErrorTopologyChanged;
    for (std::size_t k = 0; k < mine.after.size(); ++k) {
      const auto place = [](const Graph& graph, const Node* node) {
        std::size_t at = 0;
        while (graph.nodes[at].get() != node) ++at;
        return at;
      };
      if (place(ours, mine.after[k]) != place(theirs, other.after[k])) return cudaGraphExecUpdateErrorTopologyChanged;
    }
  }
  differs = nullptr;
  return cudaGraphExecUpdateSuccess;
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

cudaError_t update_executable(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo& info) {
  return query([&](Process&) {
    const Executable* found = find(executable);
    const Graph* source = find(graph);
    if (found == nullptr || source == nullptr) return cudaErrorInvalidValue;
    const Node* differs = nullptr;
    info = {.result = compare(*found->graph, *source, differs), .errorNode = nullptr, .errorFromNode = nullptr};
    if (info.result != cudaGraphExecUpdateSuccess) {
      info.errorNode = reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(differs));
      return cudaErrorGraphExecUpdateFailure;
    }
    const std::shared_ptr<Graph> fresh = copy_of(*source);
    for (std::size_t i = 0; i < fresh->nodes.size(); ++i) found->graph->nodes[i]->work = fresh->nodes[i]->work;
    return cudaSuccess;
  });
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiateParams) {
  if (instantiateParams == nullptr) return answer(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(pGraphExec, graph, instantiateParams->flags);
  instantiateParams->errNode_out = nullptr;
  instantiateParams->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}
WARPGLASS_ALIAS(cudaGraphInstantiateWithParams, cudaGraphInstantiateWithParams_ptsz);

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return query([&](Process&) { return forget(graphExec) ? cudaSuccess : cudaErrorInvalidValue; });
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
  return with_node(hGraphExec, hNode, [&](Node& node) { node.enabled = isEnabled != 0; });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int* isEnabled) {
  if (isEnabled == nullptr) return answer(cudaErrorInvalidValue);
  return with_node(hGraphExec, hNode, [&](const Node& node) { *isEnabled = node.enabled ? 1 : 0; });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    return find(graphExec) == nullptr ? Status::invalid_value : process.find_stream(stream, id);
  });
}
WARPGLASS_ALIAS(cudaGraphUpload, cudaGraphUpload_ptsz);

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  // A captured launch becomes a graph within the graph.
  const auto captured = capture(stream, [&](Process&, Work& work) {
    const Executable* found = find(graphExec);
    if (found == nullptr) return Status::invalid_value;
    work = ChildWork{.graph = copy_of(*found->graph)};
    return Status::ok;
  });
  if (captured) return *captured;
  std::shared_ptr<Graph> graph;  // kept should the program destroy it meanwhile
  const cudaError_t error = operate([&](Process& process) {
    std::uint64_t id = 0;
    const Executable* found = find(graphExec);
    if (found == nullptr) return Status::invalid_value;
    graph = found->graph;
    return process.find_stream(stream, id);
  });
  return error != cudaSuccess ? error : perform(*graph, stream);
}
WARPGLASS_ALIAS(cudaGraphLaunch, cudaGraphLaunch_ptsz);
