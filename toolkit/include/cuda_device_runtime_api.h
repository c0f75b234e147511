// The runtime for device code: what its launches, streams, events and copies are, and the conditions of graphs. The virtual
// GPU answers the calls, under the names that they have in PTX since CUDA 12. Launches themselves:
// warpglass/nested_launches.h.
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime_api.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#if defined(__cplusplus) && defined(__clang__) && defined(__CUDA__)
#include "warpglass/device_runtime.h"
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
#endif

#endif
