// Complex numbers in C's way: a pair of floats or doubles and functions on it.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#ifndef __CUDACC_RTC__
#include <math.h>
#endif

#include "vector_functions.h"
#include "vector_types.h"

#if defined(__CUDA__)
#define WG_HD static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))
#else
#define WG_HD static __inline__ __attribute__((unused))
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// f is the suffix of the float functions of C, empty for double.
#define WG_COMPLEX(type, real, make, suffix, f)                                                               \
  WG_HD real cuCreal##suffix(type a) { return a.x; }                                                          \
  WG_HD real cuCimag##suffix(type a) { return a.y; }                                                          \
  WG_HD type make(real x, real y) {                                                                           \
    type a;                                                                                                   \
    a.x = x;                                                                                                  \
    a.y = y;                                                                                                  \
    return a;                                                                                                 \
  }                                                                                                           \
  WG_HD type cuConj##suffix(type a) { return make(a.x, -a.y); }                                               \
  WG_HD type cuCadd##suffix(type a, type b) { return make(a.x + b.x, a.y + b.y); }                            \
  WG_HD type cuCsub##suffix(type a, type b) { return make(a.x - b.x, a.y - b.y); }                            \
  WG_HD type cuCmul##suffix(type a, type b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }    \
  /* The divisor is scaled to a sum of magnitudes of one, so that its square neither over- nor underflows. */ \
  WG_HD type cuCdiv##suffix(type a, type b) {                                                                 \
    real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                                           \
    real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                              \
    real over = 1 / (bx * bx + by * by);                                                                      \
    return make((ax * bx + ay * by) * over, (ay * bx - ax * by) * over);                                      \
  }                                                                                                           \
  WG_HD real cuCabs##suffix(type a) { return hypot##f(a.x, a.y); }
WG_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f, f)
WG_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, , )
#undef WG_COMPLEX

WG_HD cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
WG_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_cuDoubleComplex(a.x, a.y); }
WG_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return make_cuFloatComplex((float)a.x, (float)a.y); }

// a * b + c, each product fused with the sum it goes into.
WG_HD cuComplex cuCfmaf(cuComplex a, cuComplex b, cuComplex c) {
  float x = a.x * b.x + c.x, y = a.x * b.y + c.y;
  return make_cuFloatComplex(x - a.y * b.y, y + a.y * b.x);
}
WG_HD cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  double x = a.x * b.x + c.x, y = a.x * b.y + c.y;
  return make_cuDoubleComplex(x - a.y * b.y, y + a.y * b.x);
}

#undef WG_HD

#endif
