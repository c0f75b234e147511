// Calls that CUDA 13 dropped, or whose arguments it changed, in the form older programs use. Each is an inline step
// to the call that the library exports.
#ifndef WARPGLASS_CUDA_API_LEGACY_H
#define WARPGLASS_CUDA_API_LEGACY_H

#define WARPGLASS_LEGACY static __inline__ __attribute__((unused)) cudaError_t

// The thread* calls of CUDA 3.
WARPGLASS_LEGACY cudaThreadExit() { return cudaDeviceReset(); }
WARPGLASS_LEGACY cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
WARPGLASS_LEGACY cudaThreadSetLimit(enum cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
WARPGLASS_LEGACY cudaThreadGetLimit(size_t* value, enum cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
WARPGLASS_LEGACY cudaThreadGetCacheConfig(enum cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }
WARPGLASS_LEGACY cudaThreadSetCacheConfig(enum cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }

// A device number became a location in CUDA 13; cudaCpuDeviceId means the host.
static __inline__ __attribute__((unused)) cudaMemLocation warpglass_location(int device) {
  cudaMemLocation location;
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}
WARPGLASS_LEGACY cudaMemPrefetchAsync(const void* address, size_t count, int device, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(address, count, warpglass_location(device), 0u, stream);
}
WARPGLASS_LEGACY cudaMemAdvise(const void* address, size_t count, enum cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(address, count, advice, warpglass_location(device));
}

// Graph calls gained edge data, and instantiation lost its log.
WARPGLASS_LEGACY cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* error_node, char* log,
                                      size_t log_bytes) {
  if (error_node) *error_node = 0;
  if (log && log_bytes) log[0] = '\0';
  return cudaGraphInstantiate(exec, graph, 0ULL);
}
WARPGLASS_LEGACY cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                          size_t count) {
  return cudaGraphAddDependencies(graph, from, to, 0, count);
}
WARPGLASS_LEGACY cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                             size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, 0, count);
}
WARPGLASS_LEGACY cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, 0, count);
}
WARPGLASS_LEGACY cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, 0, count);
}
WARPGLASS_LEGACY cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, 0, count);
}
WARPGLASS_LEGACY cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                  size_t count, struct cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, dependencies, 0, count, parameters);
}
WARPGLASS_LEGACY cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                     enum cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo answer = {};
  cudaError_t error = cudaGraphExecUpdate(exec, graph, &answer);
  if (error_node) *error_node = answer.errorNode;
  if (result) *result = answer.result;
  return error;
}
WARPGLASS_LEGACY cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies, size_t count,
                                                     unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, 0, count, flags);
}
WARPGLASS_LEGACY cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                             unsigned long long* id = 0, cudaGraph_t* graph = 0,
                                             const cudaGraphNode_t** dependencies = 0, size_t* count = 0) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, 0, count);
}

#undef WARPGLASS_LEGACY

// The names under which CUDA 12 offered what CUDA 13 calls by the plain name.
#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
#define cudaMemAdvise_v2 cudaMemAdvise
#define cudaEventElapsedTime_v2 cudaEventElapsedTime
#define cudaStreamGetCaptureInfo_v3 cudaStreamGetCaptureInfo
#define cudaStreamUpdateCaptureDependencies_v2 cudaStreamUpdateCaptureDependencies
#define cudaGraphAddNode_v2 cudaGraphAddNode
#define cudaGraphAddDependencies_v2 cudaGraphAddDependencies
#define cudaGraphRemoveDependencies_v2 cudaGraphRemoveDependencies
#define cudaGraphGetEdges_v2 cudaGraphGetEdges
#define cudaGraphNodeGetDependencies_v2 cudaGraphNodeGetDependencies
#define cudaGraphNodeGetDependentNodes_v2 cudaGraphNodeGetDependentNodes

#endif
