// CUDA's short vectors and dim3, with the alignments that nvcc gives them: two elements align to the whole vector,
// four to the whole vector up to 16 bytes, one and three to their element.
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

#define WARPGLASS_VECTORS(element, name, align2, align4)    \
  struct name##1 { element x; };                            \
  struct __align__(align2) name##2 { element x, y; };       \
  struct name##3 { element x, y, z; };                      \
  struct __align__(align4) name##4 { element x, y, z, w; }; \
  typedef struct name##1 name##1;                           \
  typedef struct name##2 name##2;                           \
  typedef struct name##3 name##3;                           \
  typedef struct name##4 name##4;

WARPGLASS_VECTORS(signed char, char, 2, 4)
WARPGLASS_VECTORS(unsigned char, uchar, 2, 4)
WARPGLASS_VECTORS(short, short, 4, 8)
WARPGLASS_VECTORS(unsigned short, ushort, 4, 8)
WARPGLASS_VECTORS(int, int, 8, 16)
WARPGLASS_VECTORS(unsigned int, uint, 8, 16)
WARPGLASS_VECTORS(long, long, 2 * __SIZEOF_LONG__, 16)
WARPGLASS_VECTORS(unsigned long, ulong, 2 * __SIZEOF_LONG__, 16)
typedef long long warpglass_longlong;
typedef unsigned long long warpglass_ulonglong;
WARPGLASS_VECTORS(warpglass_longlong, longlong, 16, 16)
WARPGLASS_VECTORS(warpglass_ulonglong, ulonglong, 16, 16)
WARPGLASS_VECTORS(float, float, 8, 16)
WARPGLASS_VECTORS(double, double, 16, 16)
#undef WARPGLASS_VECTORS

// CUDA 13 names the alignment of the 32-byte vectors; the plain names stay the 16-byte ones.
#define WARPGLASS_WIDE_VECTORS(element, name)               \
  struct __align__(16) name##4_16a { element x, y, z, w; }; \
  struct __align__(32) name##4_32a { element x, y, z, w; }; \
  typedef struct name##4_16a name##4_16a;                   \
  typedef struct name##4_32a name##4_32a;
WARPGLASS_WIDE_VECTORS(long, long)
WARPGLASS_WIDE_VECTORS(unsigned long, ulong)
WARPGLASS_WIDE_VECTORS(warpglass_longlong, longlong)
WARPGLASS_WIDE_VECTORS(warpglass_ulonglong, ulonglong)
WARPGLASS_WIDE_VECTORS(double, double)
#undef WARPGLASS_WIDE_VECTORS

struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus) && __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#elif defined(__cplusplus)
  __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v = {x, y, z};
    return v;
  }
#endif
};
typedef struct dim3 dim3;

#endif
