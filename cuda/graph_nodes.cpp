// The kinds of nodes: how they are added, and how programs read and change their parameters, in a graph or in what was
// instantiated from it.
#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_parameters.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

template <class Kind, class Give>
cudaError_t get(cudaGraphNode_t node, const void* result, Give&& give) {
  return query([&](Process&) {
    Node* found = find(node);
    Kind* work = found == nullptr ? nullptr : std::get_if<Kind>(&found->work);
    if (work == nullptr || result == nullptr) return cudaErrorInvalidValue;
    give(*work);
    return cudaSuccess;
  });
}

cudaError_t get_event(cudaGraphNode_t node, cudaEvent_t* event, bool records) {
  return query([&](Process&) {
    const Node* found = find(node);
    const EventWork* work = found == nullptr ? nullptr : std::get_if<EventWork>(&found->work);
    if (work == nullptr || work->records != records || event == nullptr) return cudaErrorInvalidValue;
    *event = work->event;
    return cudaSuccess;
  });
}

dim3 dim3_of(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }

}  // namespace

// ---- Kernels ----

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaKernelNodeParams* pNodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, pNodeParams);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  return get<KernelWork>(node, pNodeParams, [&](KernelWork& work) {
    *pNodeParams = {.func = const_cast<void*>(work.function),
                    .gridDim = dim3_of(work.shape.grid),
                    .blockDim = dim3_of(work.shape.block),
                    .sharedMemBytes = static_cast<unsigned>(work.shape.dynamic_shared_bytes),
                    .kernelParams = arguments_of(work),
                    .extra = nullptr};
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

// ---- Copies ----

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, pCopyParams);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                     const void* src, size_t count, cudaMemcpyKind kind) {
  const BytesCopy copy{dst, src, count, kind};
  return add({pGraphNode, graph, pDependencies, numDependencies}, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                           const void* symbol, const void* src, size_t count, size_t offset,
                                           cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, const_cast<void*>(src), count, offset, kind, true};
  return add({pGraphNode, graph, pDependencies, numDependencies}, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                             const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, dst, count, offset, kind, false};
  return add({pGraphNode, graph, pDependencies, numDependencies}, &copy);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  return get<CopyWork>(node, pNodeParams, [&](const CopyWork& work) { *pNodeParams = work.parameters; });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t count,
                                           cudaMemcpyKind kind) {
  const BytesCopy copy{dst, src, count, kind};
  return set(node, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* src,
                                                 size_t count, size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, const_cast<void*>(src), count, offset, kind, true};
  return set(node, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const void* symbol, size_t count,
                                                   size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, dst, count, offset, kind, false};
  return set(node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t count, cudaMemcpyKind kind) {
  const BytesCopy copy{dst, src, count, kind};
  return set(hGraphExec, node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                     const void* symbol, const void* src, size_t count, size_t offset,
                                                     cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, const_cast<void*>(src), count, offset, kind, true};
  return set(hGraphExec, node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count, size_t offset,
                                                       cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, dst, count, offset, kind, false};
  return set(hGraphExec, node, &copy);
}

// ---- Fills ----

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemsetParams* pMemsetParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, pMemsetParams);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  return get<FillWork>(node, pNodeParams, [&](const FillWork& work) {
    *pNodeParams = {.dst = reinterpret_cast<void*>(work.region.base),
                    .pitch = work.region.pitch,
                    .value = work.value,
                    .elementSize = work.value_bytes,
                    .width = work.extent.width / work.value_bytes,
                    .height = work.extent.height};
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

// ---- The host's functions, events, graphs within graphs ----

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 size_t numDependencies, const cudaHostNodeParams* pNodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, pNodeParams);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  return get<HostWork>(node, pNodeParams, [&](const HostWork& work) { *pNodeParams = work.parameters; });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                        cudaEvent_t event) {
  const EventParameters records{event, true};
  return add({pGraphNode, graph, pDependencies, numDependencies}, &records);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaEvent_t event) {
  const EventParameters waits{event, false};
  return add({pGraphNode, graph, pDependencies, numDependencies}, &waits);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return get_event(node, event_out, true);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return get_event(node, event_out, false);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  const EventParameters records{event, true};
  return set(node, &records);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  const EventParameters waits{event, false};
  return set(node, &waits);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
  const EventParameters records{event, true};
  return set(hGraphExec, hNode, &records);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
  const EventParameters waits{event, false};
  return set(hGraphExec, hNode, &waits);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, &childGraph);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return get<ChildWork>(node, static_cast<const void*>(pGraph),
                        [&](const ChildWork& work) { *pGraph = handle_of(*work.graph); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
  return set(hGraphExec, node, &childGraph);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  size_t numDependencies) {
  constexpr EmptyWork kNothing;
  return add({pGraphNode, graph, pDependencies, numDependencies}, &kNothing);
}
