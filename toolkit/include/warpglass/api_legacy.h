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

// Launches in three steps, as <<<>>> was compiled before CUDA 9.2: shape, arguments by their offsets, kernel.
struct warpglass_configured_call {
  unsigned int grid[3], block[3];
  size_t shared_bytes;
  cudaStream_t stream;
  int configured;
  int count;  // of arguments; -1: too many of them
  size_t offsets[256];
  __attribute__((aligned(16))) unsigned char bytes[4096];
};
static __inline__ __attribute__((unused)) struct warpglass_configured_call* warpglass_configured() {
  static __thread struct warpglass_configured_call call;
  return &call;
}
WARPGLASS_LEGACY cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = 0) {
  struct warpglass_configured_call* call = warpglass_configured();
  const unsigned int extents[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
  for (int i = 0; i < 3; ++i) {
    call->grid[i] = extents[i];
    call->block[i] = extents[3 + i];
  }
  call->shared_bytes = shared_bytes;
  call->stream = stream;
  call->configured = 1;
  call->count = 0;
  return cudaSuccess;
}
WARPGLASS_LEGACY cudaSetupArgument(const void* value, size_t bytes, size_t offset) {
  struct warpglass_configured_call* call = warpglass_configured();
  if (!call->configured) return cudaErrorMissingConfiguration;
  if (value == 0 || call->count < 0 || call->count == 256 || bytes > 4096 || offset > 4096 - bytes) {
    call->count = -1;
    return cudaErrorInvalidValue;
  }
  __builtin_memcpy(call->bytes + offset, value, bytes);
  int place = call->count++;  // in the order of offsets
  for (; place > 0 && call->offsets[place - 1] > offset; --place) call->offsets[place] = call->offsets[place - 1];
  call->offsets[place] = offset;
  return cudaSuccess;
}
WARPGLASS_LEGACY cudaLaunch(const void* kernel) {
  struct warpglass_configured_call* call = warpglass_configured();
  if (!call->configured) return cudaErrorMissingConfiguration;
  call->configured = 0;
  if (call->count < 0) return cudaErrorInvalidConfiguration;
  void* arguments[256];
  for (int i = 0; i < call->count; ++i) arguments[i] = call->bytes + call->offsets[i];
  return cudaLaunchKernel(kernel, dim3(call->grid[0], call->grid[1], call->grid[2]),
                          dim3(call->block[0], call->block[1], call->block[2]), arguments, call->shared_bytes,
                          call->stream);
}
template <class Value>
WARPGLASS_LEGACY cudaSetupArgument(Value value, size_t offset) {
  return cudaSetupArgument((const void*)&value, sizeof value, offset);
}
template <class... Parameters>
WARPGLASS_LEGACY cudaLaunch(void (*kernel)(Parameters...)) {
  return cudaLaunch((const void*)kernel);
}

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
