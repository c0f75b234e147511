// The runtime API's C++ side: typed pointers, kernels by name, device variables by name.
#ifndef WARPGLASS_CUDA_API_TEMPLATES_H
#define WARPGLASS_CUDA_API_TEMPLATES_H

#include "cuda_runtime_api.h"

#define WARPGLASS_CALL static inline __host__ __attribute__((unused)) cudaError_t

// Typed pointers.
template <class T>
WARPGLASS_CALL cudaMalloc(T** address, size_t bytes) {
  return ::cudaMalloc((void**)(void*)address, bytes);
}
template <class T>
WARPGLASS_CALL cudaMallocHost(T** address, size_t bytes, unsigned int flags = 0) {
  return ::cudaHostAlloc((void**)(void*)address, bytes, flags);
}
WARPGLASS_CALL cudaMallocHost(void** address, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc(address, bytes, flags);
}
template <class T>
WARPGLASS_CALL cudaHostAlloc(T** address, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc((void**)(void*)address, bytes, flags);
}
template <class T>
WARPGLASS_CALL cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
template <class T>
WARPGLASS_CALL cudaMallocManaged(T** address, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)(void*)address, bytes, flags);
}
template <class T>
WARPGLASS_CALL cudaMallocPitch(T** address, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void**)(void*)address, pitch, width, height);
}
template <class T>
WARPGLASS_CALL cudaMallocAsync(T** address, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)(void*)address, bytes, stream);
}
WARPGLASS_CALL cudaMallocAsync(void** address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(address, bytes, pool, stream);
}
template <class T>
WARPGLASS_CALL cudaMallocAsync(T** address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(void*)address, bytes, pool, stream);
}
template <class T>
WARPGLASS_CALL cudaMallocFromPoolAsync(T** address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(void*)address, bytes, pool, stream);
}
template <class T>
WARPGLASS_CALL cudaStreamAttachMemAsync(cudaStream_t stream, T* address, size_t bytes = 0,
                                        unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void*)address, bytes, flags);
}

// Device variables. Host code names the variable's shadow, whose address the library knows it by.
template <class T>
WARPGLASS_CALL cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void*)&symbol, source, bytes, offset, kind);
}
template <class T>
WARPGLASS_CALL cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                       cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void*)&symbol, source, bytes, offset, kind, stream);
}
template <class T>
WARPGLASS_CALL cudaMemcpyFromSymbol(void* destination, const T& symbol, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(destination, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
WARPGLASS_CALL cudaMemcpyFromSymbolAsync(void* destination, const T& symbol, size_t bytes, size_t offset = 0,
                                         cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(destination, (const void*)&symbol, bytes, offset, kind, stream);
}
template <class T>
WARPGLASS_CALL cudaGetSymbolAddress(void** address, const T& symbol) {
  return ::cudaGetSymbolAddress(address, (const void*)&symbol);
}
template <class T>
WARPGLASS_CALL cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, (const void*)&symbol);
}
template <class T>
WARPGLASS_CALL cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              size_t count, const T& symbol, const void* source, size_t bytes,
                                              size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, after, count, (const void*)&symbol, source, bytes, offset, kind);
}
template <class T>
WARPGLASS_CALL cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                                size_t count, void* destination, const T& symbol, size_t bytes,
                                                size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, after, count, destination, (const void*)&symbol, bytes, offset,
                                            kind);
}

// Kernels by name: launches, attributes, occupancy.
template <class T>
WARPGLASS_CALL cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                                cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class T>
WARPGLASS_CALL cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                                           cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared_bytes, stream);
}
#if __cplusplus >= 201103L
template <class T>
WARPGLASS_CALL cudaLaunchKernelExC(const cudaLaunchConfig_t* config, T* kernel, void** arguments) {
  return ::cudaLaunchKernelExC(config, (const void*)kernel, arguments);
}
// The arguments are converted to the kernel's parameter types before their addresses are handed over.
template <class... Parameters, class... Arguments>
WARPGLASS_CALL cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                  Arguments&&... arguments) {
  return [&](Parameters... values) {
    void* addresses[] = {(void*)&values..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void*)kernel, addresses);
  }(static_cast<Arguments&&>(arguments)...);
}
#endif
template <class T>
WARPGLASS_CALL cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <class T>
WARPGLASS_CALL cudaFuncSetSharedMemConfig(T* kernel, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void*)kernel, config);
}
template <class T>
WARPGLASS_CALL cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class T>
WARPGLASS_CALL cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class T>
WARPGLASS_CALL cudaFuncGetName(const char** name, T* kernel) {
  return ::cudaFuncGetName(name, (const void*)kernel);
}
template <class T>
WARPGLASS_CALL cudaGetKernel(cudaKernel_t* handle, T* kernel) {
  return ::cudaGetKernel(handle, (const void*)kernel);
}
template <class T>
WARPGLASS_CALL cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int block_size,
                                                             size_t dynamic_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, block_size, dynamic_bytes);
}
template <class T>
WARPGLASS_CALL cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel, int block_size,
                                                                      size_t dynamic_bytes, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel, block_size,
                                                                  dynamic_bytes, flags);
}
template <class T>
WARPGLASS_CALL cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)kernel, blocks, block_size);
}
template <class T>
WARPGLASS_CALL cudaOccupancyMaxPotentialClusterSize(int* size, T* kernel, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(size, (const void*)kernel, config);
}
template <class T>
WARPGLASS_CALL cudaOccupancyMaxActiveClusters(int* clusters, T* kernel, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, (const void*)kernel, config);
}

// Tries every block size that is a multiple of the warp, largest first, and keeps the one with most resident threads.
template <class Bytes, class T>
WARPGLASS_CALL cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid_size, int* block_size, T kernel,
                                                                       Bytes bytes_of_block, int limit = 0,
                                                                       unsigned int flags = 0) {
  if (!min_grid_size || !block_size || !kernel) return cudaErrorInvalidValue;
  int device = 0, processors = 0, warp = 0, threads_of_processor = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = ::cudaGetDevice(&device);
  if (!error) error = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (!error) error = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  if (!error) {
    error = ::cudaDeviceGetAttribute(&threads_of_processor, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  }
  if (!error) error = ::cudaFuncGetAttributes(&attributes, (const void*)kernel);
  if (error) return error;

  int largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  int most_threads = 0;
  for (int size = (largest + warp - 1) / warp * warp; size > 0; size -= warp) {
    int candidate = size < largest ? size : largest;
    int blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void*)kernel, candidate,
                                                                     bytes_of_block(candidate), flags);
    if (error) return error;
    if (candidate * blocks > most_threads) {
      most_threads = candidate * blocks;
      *block_size = candidate;
      *min_grid_size = blocks * processors;
    }
    if (most_threads == threads_of_processor) break;
  }
  return cudaSuccess;
}
template <class Bytes, class T>
WARPGLASS_CALL cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size, int* block_size, T kernel,
                                                              Bytes bytes_of_block, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel, bytes_of_block,
                                                                 limit, cudaOccupancyDefault);
}
struct warpglass_fixed_bytes {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};
template <class T>
WARPGLASS_CALL cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size, int* block_size, T kernel,
                                                           size_t dynamic_bytes = 0, int limit = 0,
                                                           unsigned int flags = 0) {
  warpglass_fixed_bytes fixed = {dynamic_bytes};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel, fixed, limit,
                                                                 flags);
}
template <class T>
WARPGLASS_CALL cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, T kernel,
                                                  size_t dynamic_bytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid_size, block_size, kernel, dynamic_bytes, limit,
                                                     cudaOccupancyDefault);
}

WARPGLASS_CALL cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

#undef WARPGLASS_CALL

#endif
