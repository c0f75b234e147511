// __nv_fp4_e2m1: 4-bit floating point, singly, in twos and in fours. It has neither infinity nor NaN: what is larger than 6 is
// 6, and NaN is 6 as well. (CUDA Math API; PTX ISA, Alternate Floating-Point Data Formats)
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#ifdef __cplusplus
#include "cuda_fp8.h"
#include "warpglass/tiny_float.h"

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 = 0 } __nv_fp4_interpretation_t;

WG_HD __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t, enum cudaRoundMode rounding) {
  if (x != x) return 7;
  const unsigned int code = warpglass_tiny_code(x, 1, 1, 7, rounding);
  return (__nv_fp4_storage_t)((__builtin_signbit(x) ? 8u : 0u) | (code > 7 ? 7 : code));
}
WG_HD __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) {
  // The bits of a half whose exponent is 14 too small.
  return __half_raw(
      __float2half_rn(warpglass_half_value((unsigned short)((x & 8) << 12 | (x & 7) << 9)) * 16384.f));
}
WG_TINY_CONVERSIONS(fp4, 4, 15)
WG_TINY_FLOAT(fp4, e2m1, __NV_E2M1, 4, 7)

#include "warpglass/tiny_float_end.h"
#endif

#endif
