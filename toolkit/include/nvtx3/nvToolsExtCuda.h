/* NVTX's names for what the driver API makes. */
#ifndef NVTX_CUDA_VERSION
#define NVTX_CUDA_VERSION 3

#include "cuda.h"
#include "nvtx3/nvToolsExt.h"

WG_NVTX void nvtxNameCuDeviceA(CUdevice device, const char* name) { (void)device, (void)name; }
WG_NVTX void nvtxNameCuDeviceW(CUdevice device, const wchar_t* name) { (void)device, (void)name; }
WG_NVTX void nvtxNameCuContextA(CUcontext context, const char* name) { (void)context, (void)name; }
WG_NVTX void nvtxNameCuContextW(CUcontext context, const wchar_t* name) { (void)context, (void)name; }
WG_NVTX void nvtxNameCuStreamA(CUstream stream, const char* name) { (void)stream, (void)name; }
WG_NVTX void nvtxNameCuStreamW(CUstream stream, const wchar_t* name) { (void)stream, (void)name; }
WG_NVTX void nvtxNameCuEventA(CUevent event, const char* name) { (void)event, (void)name; }
WG_NVTX void nvtxNameCuEventW(CUevent event, const wchar_t* name) { (void)event, (void)name; }

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif

#endif
