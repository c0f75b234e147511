// Nodes of every kind, by one structure that says which.
#include <algorithm>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_conditions.hpp"
#include "cuda/graph_memory.hpp"
#include "cuda/graph_parameters.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

cudaKernelNodeParams plain(const cudaKernelNodeParamsV2& p) {
  return {p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams, p.extra};
}
cudaMemsetParams plain(const cudaMemsetParamsV2& p) {
  return {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
}
cudaHostNodeParams plain(const cudaHostNodeParamsV2& p) { return {p.fn, p.userData}; }

bool is_unused(const cudaGraphNodeParams& p) {
  return std::ranges::all_of(p.reserved0, [](int word) { return word == 0; }) && p.reserved2 == 0;
}

// A child that becomes the node's own.
cudaError_t add_owned(const Where& where, cudaGraph_t child) {
  return add_node(where, [&](Process&, const Graph& graph, const std::vector<Edge>&, Work& work) {
    const Graph* found = find(child);
    if (found == nullptr || found == &graph) return cudaErrorInvalidValue;
    std::shared_ptr<Graph> taken = take(child);
    if (!taken) return cudaErrorInvalidValue;
    work = ChildWork{.graph = std::move(taken)};
    return cudaSuccess;
  });
}

cudaError_t add_allocation(const Where& where, cudaMemAllocNodeParamsV2& p) {
  cudaMemAllocNodeParams params{p.poolProps, p.accessDescs, p.accessDescCount, p.bytesize, nullptr};
  const cudaError_t error = add_memory_node(where, "cudaGraphAddNode", &params);
  if (error == cudaSuccess) p.dptr = params.dptr;
  return error;
}

// Does it with parameters of the kind that nodes can be set to.
template <class Set>
cudaError_t with_parameters(const cudaGraphNodeParams* p, Set&& set_to) {
  if (p == nullptr || !is_unused(*p)) return answer(cudaErrorInvalidValue);
  switch (p->type) {
    case cudaGraphNodeTypeKernel: return set_to(plain(p->kernel));
    case cudaGraphNodeTypeMemcpy: return set_to(p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: return set_to(plain(p->memset));
    case cudaGraphNodeTypeHost: return set_to(plain(p->host));
    case cudaGraphNodeTypeGraph: return set_to(p->graph.graph);
    case cudaGraphNodeTypeWaitEvent: return set_to(EventParameters{p->eventWait.event, false});
    case cudaGraphNodeTypeEventRecord: return set_to(EventParameters{p->eventRecord.event, true});
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait: return not_supported("a node for external semaphores");
    default: return answer(cudaErrorInvalidValue);
  }
}

}  // namespace

namespace warpglass::cuda {

cudaError_t add_any_node(const Where& where, cudaGraphNodeParams* p) {
  if (p == nullptr || !is_unused(*p)) return answer(cudaErrorInvalidValue);
  constexpr EmptyWork kNothing;
  switch (p->type) {
    case cudaGraphNodeTypeEmpty: return add(where, &kNothing);
    case cudaGraphNodeTypeMemAlloc: return add_allocation(where, p->alloc);
    case cudaGraphNodeTypeMemFree: return add_free_node(where, p->free.dptr);
    case cudaGraphNodeTypeConditional:
      return add_node(where, [&](Process&, Graph& graph, const std::vector<Edge>&, Work& work) {
        return make_conditional(graph, p->conditional, work);
      });
    case cudaGraphNodeTypeGraph:
      if (p->graph.ownership == cudaGraphChildGraphOwnershipMove) return add_owned(where, p->graph.graph);
      [[fallthrough]];
    default: return with_parameters(p, [&](const auto& parameters) { return add(where, &parameters); });
  }
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  return with_parameters(nodeParams, [&](const auto& parameters) { return set(node, &parameters); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* nodeParams) {
  return with_parameters(nodeParams, [&](const auto& parameters) { return set(graphExec, node, &parameters); });
}
