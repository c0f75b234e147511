// libcudart.so.12 and libcudart.so.11.0: the plain names of these calls know no data of edges, and names with _v2 do.
#define cudaGraphAddDependencies warpglass_unused_cudaGraphAddDependencies
#define cudaGraphRemoveDependencies warpglass_unused_cudaGraphRemoveDependencies
#define cudaGraphGetEdges warpglass_unused_cudaGraphGetEdges
#define cudaGraphNodeGetDependencies warpglass_unused_cudaGraphNodeGetDependencies
#define cudaGraphNodeGetDependentNodes warpglass_unused_cudaGraphNodeGetDependentNodes
#define cudaGraphAddNode warpglass_unused_cudaGraphAddNode
#define cudaGraphExecUpdate warpglass_unused_cudaGraphExecUpdate
#define cudaStreamUpdateCaptureDependencies warpglass_unused_cudaStreamUpdateCaptureDependencies
#define WARPGLASS_CUDA_API_LEGACY_H
#include "cuda/call.hpp"
#undef cudaGraphAddDependencies
#undef cudaGraphRemoveDependencies
#undef cudaGraphGetEdges
#undef cudaGraphNodeGetDependencies
#undef cudaGraphNodeGetDependentNodes
#undef cudaGraphAddNode
#undef cudaGraphExecUpdate
#undef cudaStreamUpdateCaptureDependencies

#include "cuda/capture.hpp"
#include "cuda/graph.hpp"

using namespace warpglass::cuda;

#define WARPGLASS_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t

WARPGLASS_EXPORT cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                          size_t count) {
  return add_edges(graph, from, to, nullptr, count);
}
WARPGLASS_EXPORT cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                             const cudaGraphEdgeData* data, size_t count) {
  return add_edges(graph, from, to, data, count);
}

WARPGLASS_EXPORT cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                             size_t count) {
  return remove_edges(graph, from, to, nullptr, count);
}
WARPGLASS_EXPORT cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                                size_t count) {
  return remove_edges(graph, from, to, data, count);
}

WARPGLASS_EXPORT cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  return list_edges(graph, from, to, nullptr, count);
}
WARPGLASS_EXPORT cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                      cudaGraphEdgeData* data, size_t* count) {
  return list_edges(graph, from, to, data, count);
}

WARPGLASS_EXPORT cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies, size_t* count) {
  return list_dependencies(node, dependencies, nullptr, count);
}
WARPGLASS_EXPORT cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                                 cudaGraphEdgeData* data, size_t* count) {
  return list_dependencies(node, dependencies, data, count);
}

WARPGLASS_EXPORT cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents, size_t* count) {
  return list_dependents(node, dependents, nullptr, count);
}
WARPGLASS_EXPORT cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                                   cudaGraphEdgeData* data, size_t* count) {
  return list_dependents(node, dependents, data, count);
}

WARPGLASS_EXPORT cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                  size_t count, cudaGraphNodeParams* parameters) {
  return add_any_node({node, graph, dependencies, count}, parameters);
}
WARPGLASS_EXPORT cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                     const cudaGraphEdgeData* data, size_t count, cudaGraphNodeParams* parameters) {
  return add_any_node({node, graph, dependencies, count, data}, parameters);
}

#if WARPGLASS_CUDART_VERSION < 12000
WARPGLASS_EXPORT cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                     cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = update_executable(executable, graph, info);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return error;
}
#else
WARPGLASS_EXPORT cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                     cudaGraphExecUpdateResultInfo* result) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = update_executable(executable, graph, info);
  if (result != nullptr) *result = info;
  return error;
}
#endif

WARPGLASS_EXPORT cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                             unsigned long long* id, cudaGraph_t* graph,
                                             const cudaGraphNode_t** dependencies, size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, nullptr, count);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetCaptureInfo_v2, cudaStreamGetCaptureInfo_v2_ptsz)
WARPGLASS_EXPORT cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                             unsigned long long* id, cudaGraph_t* graph,
                                             const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** data,
                                             size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, data, count);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo_v3_ptsz)

WARPGLASS_EXPORT cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies, size_t count,
                                                     unsigned flags) {
  return update_capture(stream, dependencies, nullptr, count, flags);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamUpdateCaptureDependencies, cudaStreamUpdateCaptureDependencies_ptsz)
WARPGLASS_EXPORT cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                        const cudaGraphEdgeData* data, size_t count, unsigned flags) {
  return update_capture(stream, dependencies, data, count, flags);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamUpdateCaptureDependencies_v2, cudaStreamUpdateCaptureDependencies_v2_ptsz)
