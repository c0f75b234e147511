// A header that clang's CUDA wrapper includes after the runtime API and before the device functions.
#ifndef WARPGLASS_HOST_RUNTIME_H
#define WARPGLASS_HOST_RUNTIME_H
#if defined(__CUDA__)
#ifdef __CUDACC_RTC__  // whose programs see no constants of the C library: until nvrtc_end.h
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#else
#include <limits.h>
#endif
#include "warpglass/device_address_spaces.h"
#include "warpglass/libdevice.h"
// For the next three headers only, until crt/math_functions.hpp: see warpglass/libdevice_simd.h.
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 9010
#endif
#endif
