// What the generators of curand_kernel.h share.
#ifndef WARPGLASS_RANDOM_COMMON_H
#define WARPGLASS_RANDOM_COMMON_H

#ifndef __CUDACC_RTC__
#include <math.h>
#endif

#include "vector_functions.h"
#include "vector_types.h"
#if !defined(__CUDA__)
#include "warpglass/host_math.h"
#endif

// Nothing of it appears in the line table: what a generator does belongs to the line that calls it.
#if defined(__CUDA__)
#define WG_RANDOM static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))
#else
#define WG_RANDOM static inline __attribute__((unused))
#endif

#define CURAND_2POW32_INV 2.3283064365386963e-10f
#define CURAND_2POW32_INV_DOUBLE 2.3283064365386963e-10
#define CURAND_2POW53_INV_DOUBLE 1.1102230246251565e-16
#define CURAND_2PI 6.2831853071795865f
#define CURAND_2POW32_INV_2PI (CURAND_2POW32_INV * CURAND_2PI)
#define CURAND_PI_DOUBLE 3.1415926535897932
#define CURAND_SQRT2 1.4142135623730951f
#define CURAND_SQRT2_DOUBLE 1.4142135623730951

// Of the flags below: the second number of a pair of normal ones is there.
#define EXTRA_FLAG_NORMAL 1
#define EXTRA_FLAG_LOG_NORMAL 2

template <class State>
WG_RANDOM void warpglass_forget_normals(State* state) {
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

#endif
