// The runtime for device code: what its launches, streams, events and copies are, and the conditions of graphs. The virtual
// GPU answers the calls, under the names that they have in PTX since CUDA 12. Launches themselves:
// warpglass/nested_launches.h.
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime_api.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)

#if defined(__cplusplus) && defined(__CUDA__)
#include "warpglass/device_runtime.h"
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
extern "C" __device__ cudaError_t __cudaCDP2GraphLaunch(cudaGraphExec_t graph, cudaStream_t stream);
extern "C" __device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                              const void* value, size_t size);
extern "C" __device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable);
extern "C" __device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDim);
extern "C" __device__ cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate* updates,
                                                                  size_t updateCount);
template <class T>
static inline __device__ __attribute__((nodebug, always_inline, unused)) cudaError_t
cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const T& value) {
  return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}
static inline __device__ __attribute__((nodebug, always_inline, unused)) cudaError_t
cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  return __cudaCDP2GraphLaunch(graph, stream);
}
static inline __device__ __attribute__((nodebug, always_inline, unused)) cudaGraphExec_t cudaGetCurrentGraphExec() {
  unsigned long long graph;
  asm("mov.u64 %0, %%current_graph_exec;" : "=l"(graph));
  return (cudaGraphExec_t)graph;
}
// Programmatic dependent launch. A launch begins here when the one before it has ended, so neither waits.
static inline __device__ __attribute__((nodebug, always_inline, unused)) void cudaTriggerProgrammaticLaunchCompletion() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
static inline __device__ __attribute__((nodebug, always_inline, unused)) void cudaGridDependencySynchronize() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
#endif

#endif
