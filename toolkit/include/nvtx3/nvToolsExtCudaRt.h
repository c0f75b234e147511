/* NVTX's names for what the runtime API makes. */
#ifndef NVTX_CUDART_VERSION
#define NVTX_CUDART_VERSION 3

#include "cuda_runtime_api.h"
#include "nvtx3/nvToolsExt.h"

WG_NVTX void nvtxNameCudaDeviceA(int device, const char* name) { (void)device, (void)name; }
WG_NVTX void nvtxNameCudaDeviceW(int device, const wchar_t* name) { (void)device, (void)name; }
WG_NVTX void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) { (void)stream, (void)name; }
WG_NVTX void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t* name) { (void)stream, (void)name; }
WG_NVTX void nvtxNameCudaEventA(cudaEvent_t event, const char* name) { (void)event, (void)name; }
WG_NVTX void nvtxNameCudaEventW(cudaEvent_t event, const wchar_t* name) { (void)event, (void)name; }

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#endif
