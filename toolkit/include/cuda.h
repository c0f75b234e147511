// The CUDA driver API, and the first header that clang's CUDA wrapper includes (see warpglass/device_begin.h).
//
// The binary interface is CUDA 13's; a plain name stands for the version of a call that CUDA 12.5 gives it, the level
// that CUDA_VERSION announces; 12.9, where a machine is compiled for that is newer. Where CUDA 13 changed a call's
// arguments under the same name, C++ callers may use either form (warpglass/driver_api_13.h).
#ifndef CUDA_VERSION
#ifdef __WARPGLASS_NEWER_MACHINE__
#define CUDA_VERSION 12090
#else
#define CUDA_VERSION 12050
#endif
#endif

#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && defined(__CUDA__) && !defined(WARPGLASS_CUDA_WRAPPER_HAS_BEGUN)
// The wrapper asks for little. Programs that want the driver API include this header once more.
#define WARPGLASS_CUDA_WRAPPER_HAS_BEGUN
#ifndef __CUDACC_RTC__
#include <stdint.h>
#endif
typedef unsigned int cuuint32_t;
#include "warpglass/device_begin.h"
#else
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#ifndef __CUDACC_RTC__
#include <stdint.h>
#include <stdlib.h>  // programs use it on the strength of this header
#endif

#include "warpglass/driver_external_types.h"
#include "warpglass/driver_graph_types.h"
#include "warpglass/driver_memory_types.h"
#include "warpglass/driver_other_types.h"
#include "warpglass/driver_types.h"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "warpglass/driver_per_thread_stream.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif
#include "warpglass/driver_api_device.h"
#include "warpglass/driver_api_external.h"
#include "warpglass/driver_api_graph.h"
#include "warpglass/driver_api_memory.h"
#include "warpglass/driver_api_module.h"
#include "warpglass/driver_api_stream.h"
#include "warpglass/driver_api_texture.h"
#ifdef __cplusplus
}
#endif

#ifndef WARPGLASS_NO_PLAIN_DRIVER_NAMES
#include "warpglass/driver_names.h"
#ifdef __cplusplus
#include "warpglass/driver_api_13.h"
#endif
#endif

#endif
#endif
