// libcudart.so.13: calls about graphs in which edges may carry data. Data says how early a node may begin, which makes
// no difference here.
#include "cuda/call.hpp"
#include "cuda/graph.hpp"

using namespace warpglass::cuda;

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t numDependencies) {
  return add_edges(graph, from, to, numDependencies);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, size_t numDependencies) {
  return remove_edges(graph, from, to, numDependencies);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData*,
                              size_t* numEdges) {
  return list_edges(graph, from, to, numEdges);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies, cudaGraphEdgeData*,
                                         size_t* pNumDependencies) {
  return list_dependencies(node, pDependencies, pNumDependencies);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes, cudaGraphEdgeData*,
                                           size_t* pNumDependentNodes) {
  return list_dependents(node, pDependentNodes, pNumDependentNodes);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData*, size_t numDependencies, cudaGraphNodeParams* nodeParams) {
  return add_any_node(pGraphNode, graph, pDependencies, numDependencies, nodeParams);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = update_executable(hGraphExec, hGraph, info);
  if (resultInfo != nullptr) *resultInfo = info;
  return error;
}
