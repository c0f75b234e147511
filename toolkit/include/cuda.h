// The CUDA driver API, and the first header that clang's CUDA wrapper includes (see warpglass/device_begin.h).
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#define CUDA_VERSION 12050

#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && defined(__CUDA__)
#include "warpglass/device_begin.h"
#endif

#include "warpglass/driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "warpglass/driver_api.h"
#ifdef __cplusplus
}
#endif

#endif
