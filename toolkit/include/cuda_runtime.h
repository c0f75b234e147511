// The CUDA runtime for C++: the C API, its typed forms, vectors, and, when clang compiles CUDA, the device side, which
// clang's own wrapper assembles (see cuda.h).
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "channel_descriptor.h"
#include "cuda_device_runtime_api.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "driver_types.h"
#include "host_config.h"
#include "library_types.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __cplusplus
// Programs use these on the strength of nvcc's headers alone.
#include <time.h>
#if __cplusplus >= 201103L
#include <utility>
#endif

#include "warpglass/api_templates.h"
#if defined(__CUDA__) && !defined(__CUDACC_RTC__)
#include "warpglass/host_math.h"
#endif
#endif

#endif
