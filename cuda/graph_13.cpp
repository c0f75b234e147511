// libcudart.so.13: calls about graphs in which edges may carry data. Data says how early a node may begin, which makes
// no difference here.
#define WARPGLASS_CUDA_API_LEGACY_H  // a name is one function here
#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/graph.hpp"

using namespace warpglass::cuda;

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edgeData, size_t numDependencies) {
  return add_edges(graph, from, to, edgeData, numDependencies);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edgeData, size_t numDependencies) {
  return remove_edges(graph, from, to, edgeData, numDependencies);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edgeData, size_t* numEdges) {
  return list_edges(graph, from, to, edgeData, numEdges);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                         cudaGraphEdgeData* edgeData, size_t* pNumDependencies) {
  return list_dependencies(node, pDependencies, edgeData, pNumDependencies);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                           cudaGraphEdgeData* edgeData, size_t* pNumDependentNodes) {
  return list_dependents(node, pDependentNodes, edgeData, pNumDependentNodes);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData* edgeData, size_t numDependencies,
                             cudaGraphNodeParams* nodeParams) {
  return add_any_node({pGraphNode, graph, pDependencies, numDependencies, edgeData}, nodeParams);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = update_executable(hGraphExec, hGraph, info);
  if (resultInfo != nullptr) *resultInfo = info;
  return error;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* dependencyData, size_t numDependencies,
                                                unsigned int flags) {
  return update_capture(stream, dependencies, dependencyData, numDependencies, flags);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamUpdateCaptureDependencies, cudaStreamUpdateCaptureDependencies_ptsz)
