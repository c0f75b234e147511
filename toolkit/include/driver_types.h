// The types and constants of the CUDA runtime API: values and layouts of CUDA 13's binary interface, so that programs
// built by nvcc 13 and programs built against these headers meet the same library.
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#ifndef __CUDACC_RTC__
// Programs use these on the strength of this header.
#include <limits.h>
#include <stddef.h>
#endif

#include "vector_types.h"
#include "warpglass/device_types.h"
#include "warpglass/errors.h"
#include "warpglass/external_types.h"
#include "warpglass/graph_types.h"
#include "warpglass/launch_types.h"
#include "warpglass/memory_types.h"

#ifndef __CUDA_DEPRECATED
#define __CUDA_DEPRECATED
#endif

#endif

// Outside the guard: see crt/host_defines.h.
#include "crt/host_defines.h"
