// The runtime's functions for device code: each calls the one that the virtual GPU answers.
extern "C" {
__device__ cudaError_t __cudaCDP2DeviceGetAttribute(int* value, cudaDeviceAttr attr, int device);
__device__ cudaError_t __cudaCDP2DeviceGetLimit(size_t* value, cudaLimit limit);
__device__ cudaError_t __cudaCDP2DeviceGetCacheConfig(cudaFuncCache* config);
__device__ cudaError_t __cudaCDP2DeviceGetSharedMemConfig(cudaSharedMemConfig* config);
__device__ cudaError_t __cudaCDP2GetLastError();
__device__ cudaError_t __cudaCDP2PeekAtLastError();
__device__ cudaError_t __cudaCDP2GetDeviceCount(int* count);
__device__ cudaError_t __cudaCDP2GetDevice(int* device);
__device__ cudaError_t __cudaCDP2StreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
__device__ cudaError_t __cudaCDP2StreamDestroy(cudaStream_t stream);
__device__ cudaError_t __cudaCDP2StreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags);
__device__ cudaError_t __cudaCDP2EventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
__device__ cudaError_t __cudaCDP2EventRecord(cudaEvent_t event, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2EventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags);
__device__ cudaError_t __cudaCDP2EventDestroy(cudaEvent_t event);
__device__ cudaError_t __cudaCDP2FuncGetAttributes(cudaFuncAttributes* attributes, const void* function);
__device__ cudaError_t __cudaCDP2Malloc(void** pointer, size_t size);
__device__ cudaError_t __cudaCDP2Free(void* pointer);
__device__ cudaError_t __cudaCDP2MemcpyAsync(void* to, const void* from, size_t count, cudaMemcpyKind kind,
                                             cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                               size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2MemsetAsync(void* to, int value, size_t count, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                                               cudaStream_t stream);
__device__ cudaError_t __cudaCDP2Memset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2RuntimeGetVersion(int* version);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                                           int block_size, size_t shared_size);
__device__ cudaError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                                    int block_size, size_t shared_size,
                                                                                    unsigned int flags);
__device__ void* __cudaCDP2GetParameterBuffer(size_t alignment, size_t size);
__device__ void* __cudaCDP2GetParameterBufferV2(void* function, dim3 grid, dim3 block, unsigned int shared_size);
__device__ cudaError_t __cudaCDP2LaunchDevice(void* function, void* parameters, dim3 grid, dim3 block,
                                              unsigned int shared_size, cudaStream_t stream);
__device__ cudaError_t __cudaCDP2LaunchDeviceV2(void* parameters, cudaStream_t stream);
__device__ const char* __cudaCDP2GetErrorString(cudaError_t error);
__device__ const char* __cudaCDP2GetErrorName(cudaError_t error);
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
}

#define __WARPGLASS_FORWARD__ static inline __device__ __attribute__((nodebug, always_inline, unused))
__WARPGLASS_FORWARD__ cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return __cudaCDP2DeviceGetAttribute(value, attr, device);
}
__WARPGLASS_FORWARD__ cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return __cudaCDP2DeviceGetLimit(value, limit);
}
__WARPGLASS_FORWARD__ cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return __cudaCDP2DeviceGetCacheConfig(config);
}
__WARPGLASS_FORWARD__ cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return __cudaCDP2DeviceGetSharedMemConfig(config);
}
__WARPGLASS_FORWARD__ cudaError_t cudaGetLastError() { return __cudaCDP2GetLastError(); }
__WARPGLASS_FORWARD__ cudaError_t cudaPeekAtLastError() { return __cudaCDP2PeekAtLastError(); }
__WARPGLASS_FORWARD__ cudaError_t cudaGetDeviceCount(int* count) { return __cudaCDP2GetDeviceCount(count); }
__WARPGLASS_FORWARD__ cudaError_t cudaGetDevice(int* device) { return __cudaCDP2GetDevice(device); }
__WARPGLASS_FORWARD__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return __cudaCDP2StreamCreateWithFlags(stream, flags);
}
__WARPGLASS_FORWARD__ cudaError_t cudaStreamDestroy(cudaStream_t stream) { return __cudaCDP2StreamDestroy(stream); }
__WARPGLASS_FORWARD__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0) {
  return __cudaCDP2StreamWaitEvent(stream, event, flags);
}
__WARPGLASS_FORWARD__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return __cudaCDP2EventCreateWithFlags(event, flags);
}
__WARPGLASS_FORWARD__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
  return __cudaCDP2EventRecord(event, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
                                                           unsigned int flags = 0) {
  return __cudaCDP2EventRecordWithFlags(event, stream, flags);
}
__WARPGLASS_FORWARD__ cudaError_t cudaEventDestroy(cudaEvent_t event) { return __cudaCDP2EventDestroy(event); }
__WARPGLASS_FORWARD__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return __cudaCDP2FuncGetAttributes(attributes, function);
}
__WARPGLASS_FORWARD__ cudaError_t cudaMalloc(void** pointer, size_t size) { return __cudaCDP2Malloc(pointer, size); }
__WARPGLASS_FORWARD__ cudaError_t cudaFree(void* pointer) { return __cudaCDP2Free(pointer); }
__WARPGLASS_FORWARD__ cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count, cudaMemcpyKind kind,
                                                  cudaStream_t stream = 0) {
  return __cudaCDP2MemcpyAsync(to, from, count, kind, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                                    size_t width, size_t height, cudaMemcpyKind kind,
                                                    cudaStream_t stream = 0) {
  return __cudaCDP2Memcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = 0) {
  return __cudaCDP2Memcpy3DAsync(parameters, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaMemsetAsync(void* to, int value, size_t count, cudaStream_t stream = 0) {
  return __cudaCDP2MemsetAsync(to, value, count, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                                                    cudaStream_t stream = 0) {
  return __cudaCDP2Memset2DAsync(to, pitch, value, width, height, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                                                    cudaStream_t stream = 0) {
  return __cudaCDP2Memset3DAsync(to, value, extent, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaRuntimeGetVersion(int* version) { return __cudaCDP2RuntimeGetVersion(version); }
__WARPGLASS_FORWARD__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                                                int block_size, size_t shared_size) {
  return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_size);
}
__WARPGLASS_FORWARD__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int block_size, size_t shared_size, unsigned int flags) {
  return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size, shared_size, flags);
}
__WARPGLASS_FORWARD__ void* cudaGetParameterBuffer(size_t alignment, size_t size) {
  return __cudaCDP2GetParameterBuffer(alignment, size);
}
__WARPGLASS_FORWARD__ void* cudaGetParameterBufferV2(void* function, dim3 grid, dim3 block, unsigned int shared_size) {
  return __cudaCDP2GetParameterBufferV2(function, grid, block, shared_size);
}
__WARPGLASS_FORWARD__ cudaError_t cudaLaunchDevice(void* function, void* parameters, dim3 grid, dim3 block,
                                                   unsigned int shared_size, cudaStream_t stream) {
  return __cudaCDP2LaunchDevice(function, parameters, grid, block, shared_size, stream);
}
__WARPGLASS_FORWARD__ cudaError_t cudaLaunchDeviceV2(void* parameters, cudaStream_t stream) {
  return __cudaCDP2LaunchDeviceV2(parameters, stream);
}
__WARPGLASS_FORWARD__ const char* cudaGetErrorString(cudaError_t error) { return __cudaCDP2GetErrorString(error); }
__WARPGLASS_FORWARD__ const char* cudaGetErrorName(cudaError_t error) { return __cudaCDP2GetErrorName(error); }

// CUDA 12 took it from device code, and of machines from sm_90 on nobody had it. In the error's place a call that is
// never compiled for the device may stand, as in functions for host and device.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__device__ cudaError_t cudaDeviceSynchronize() __attribute__((
    error("device code cannot wait by it from sm_90 on; compile with -arch=sm_80, or launch what comes afterwards into "
          "cudaStreamTailLaunch")));
#else
__WARPGLASS_FORWARD__ cudaError_t cudaDeviceSynchronize() { return __cudaDeviceSynchronizeDeprecationAvoidance(); }
#endif
#undef __WARPGLASS_FORWARD__
