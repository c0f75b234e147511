// What device code asks of graphs and of launches. Launches are declared so that libraries which can do without compile;
// the virtual GPU says so when a kernel comes to call one.
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime_api.h"

#if defined(__cplusplus) && defined(__clang__) && defined(__CUDA__)
extern "C" {
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ void* cudaGetParameterBufferV2(void* func, dim3 gridDimension, dim3 blockDimension,
                                          unsigned int sharedMemSize);
__device__ cudaError_t cudaLaunchDevice(void* func, void* parameterBuffer, dim3 gridDimension, dim3 blockDimension,
                                        unsigned int sharedMemSize, cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2(void* parameterBuffer, cudaStream_t stream);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
}
#endif

#endif
