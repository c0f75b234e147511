#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#define CUDA_VERSION 12050
#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && defined(__CUDA__)
#include "warpglass/device_begin.h"
#endif
#include <stdint.h>
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
#endif
