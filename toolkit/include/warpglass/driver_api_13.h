// The forms that CUDA 13 gave some driver calls under names that it kept: overloads for C++ callers.
// Part of cuda.h.
#ifndef WARPGLASS_CUDA_DRIVER_API_13_H
#define WARPGLASS_CUDA_DRIVER_API_13_H

inline CUresult cuCtxCreate(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev) {
  return cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev);
}

inline CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location) {
  return cuMemAdvise_v2(devPtr, count, advice, location);
}
inline CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags,
                                   CUstream hStream) {
  return cuMemPrefetchAsync_v2(devPtr, count, location, flags, hStream);
}

inline CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out,
                                       CUgraph* graph_out, const CUgraphNode** dependencies_out,
                                       const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out) {
  return cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out,
                                   numDependencies_out);
}
inline CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies,
                                                  const CUgraphEdgeData* dependencyData, size_t numDependencies,
                                                  unsigned int flags) {
  return cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, dependencyData, numDependencies, flags);
}

inline CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                       const CUgraphEdgeData* edgeData, size_t numDependencies) {
  return cuGraphAddDependencies_v2(hGraph, from, to, edgeData, numDependencies);
}
inline CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                          const CUgraphEdgeData* edgeData, size_t numDependencies) {
  return cuGraphRemoveDependencies_v2(hGraph, from, to, edgeData, numDependencies);
}
inline CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edgeData,
                                size_t* numEdges) {
  return cuGraphGetEdges_v2(hGraph, from, to, edgeData, numEdges);
}
inline CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies, CUgraphEdgeData* edgeData,
                                           size_t* numDependencies) {
  return cuGraphNodeGetDependencies_v2(hNode, dependencies, edgeData, numDependencies);
}
inline CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes, CUgraphEdgeData* edgeData,
                                             size_t* numDependentNodes) {
  return cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, edgeData, numDependentNodes);
}
inline CUresult cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                               const CUgraphEdgeData* dependencyData, size_t numDependencies,
                               CUgraphNodeParams* nodeParams) {
  return cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
}

#endif
