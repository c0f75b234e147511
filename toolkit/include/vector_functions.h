// make_int2(x, y) and its 47 siblings.
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#if defined(__CUDA__)
#define WARPGLASS_MAKE static __inline__ __host__ __device__ __attribute__((always_inline, nodebug))
#else
#define WARPGLASS_MAKE static __inline__
#endif

#define WARPGLASS_MAKE_VECTORS(element, name)                                                \
  WARPGLASS_MAKE struct name##1 make_##name##1(element x) {                                  \
    struct name##1 v = {x};                                                                  \
    return v;                                                                                \
  }                                                                                          \
  WARPGLASS_MAKE struct name##2 make_##name##2(element x, element y) {                       \
    struct name##2 v = {x, y};                                                               \
    return v;                                                                                \
  }                                                                                          \
  WARPGLASS_MAKE struct name##3 make_##name##3(element x, element y, element z) {            \
    struct name##3 v = {x, y, z};                                                            \
    return v;                                                                                \
  }                                                                                          \
  WARPGLASS_MAKE struct name##4 make_##name##4(element x, element y, element z, element w) { \
    struct name##4 v = {x, y, z, w};                                                         \
    return v;                                                                                \
  }
#define WARPGLASS_MAKE_WIDE_VECTORS(element, name)                                                   \
  WARPGLASS_MAKE struct name##4_16a make_##name##4_16a(element x, element y, element z, element w) { \
    struct name##4_16a v = {x, y, z, w};                                                             \
    return v;                                                                                        \
  }                                                                                                  \
  WARPGLASS_MAKE struct name##4_32a make_##name##4_32a(element x, element y, element z, element w) { \
    struct name##4_32a v = {x, y, z, w};                                                             \
    return v;                                                                                        \
  }

WARPGLASS_MAKE_VECTORS(signed char, char)
WARPGLASS_MAKE_VECTORS(unsigned char, uchar)
WARPGLASS_MAKE_VECTORS(short, short)
WARPGLASS_MAKE_VECTORS(unsigned short, ushort)
WARPGLASS_MAKE_VECTORS(int, int)
WARPGLASS_MAKE_VECTORS(unsigned int, uint)
WARPGLASS_MAKE_VECTORS(long, long)
WARPGLASS_MAKE_VECTORS(unsigned long, ulong)
WARPGLASS_MAKE_VECTORS(warpglass_longlong, longlong)
WARPGLASS_MAKE_VECTORS(warpglass_ulonglong, ulonglong)
WARPGLASS_MAKE_VECTORS(float, float)
WARPGLASS_MAKE_VECTORS(double, double)
WARPGLASS_MAKE_WIDE_VECTORS(long, long)
WARPGLASS_MAKE_WIDE_VECTORS(unsigned long, ulong)
WARPGLASS_MAKE_WIDE_VECTORS(warpglass_longlong, longlong)
WARPGLASS_MAKE_WIDE_VECTORS(warpglass_ulonglong, ulonglong)
WARPGLASS_MAKE_WIDE_VECTORS(double, double)
#undef WARPGLASS_MAKE_VECTORS
#undef WARPGLASS_MAKE_WIDE_VECTORS
#undef WARPGLASS_MAKE

#endif
