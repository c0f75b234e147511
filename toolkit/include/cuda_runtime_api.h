// The CUDA runtime API, as C declarations that any compiler can read.
//
// The names and the binary interface are CUDA 13's, the API level announced to programs is 12.5: that is the newest
// one whose PTX clang 19 writes, and what most programs were written for; 12.9, where a machine is compiled for that is
// newer. Where CUDA 13 changed a call's arguments under the same name, C++ callers may use either form
// (warpglass/api_legacy.h).
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#ifdef __WARPGLASS_NEWER_MACHINE__
#define CUDART_VERSION 12090
#else
#define CUDART_VERSION 12050
#endif
#define __CUDART_API_VERSION CUDART_VERSION

#include <stddef.h>

#include "crt/host_defines.h"
#include "device_types.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "warpglass/api_per_thread_stream.h"
#endif

#ifdef __cplusplus
#define WARPGLASS_DEFAULT(value) = value
extern "C" {
#else
#define WARPGLASS_DEFAULT(value)
#endif

typedef void(CUDART_CB* cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* userData);
typedef void(CUDART_CB* cudaLogsCallback_t)(void* data, cudaLogLevel logLevel, char* message, size_t length);

#include "warpglass/api_device.h"
#include "warpglass/api_external.h"
#include "warpglass/api_graph.h"
#include "warpglass/api_memory.h"
#include "warpglass/api_stream.h"
#include "warpglass/api_texture_reference.h"

#ifdef __cplusplus
}
#endif
#undef WARPGLASS_DEFAULT

#ifdef __cplusplus
#include "warpglass/api_legacy.h"
#endif

#endif
