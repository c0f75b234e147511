// __nv_fp6_e2m3 and __nv_fp6_e3m2: 6-bit floating point in bytes, singly, in twos and in fours. They have neither infinity
// nor NaN: what is larger than the largest, 7.5 and 28, is that, and so is NaN. (CUDA Math API; PTX ISA, Alternate
// Floating-Point Data Formats)
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#ifdef __cplusplus
#include "cuda_fp8.h"
#include "warpglass/tiny_float.h"

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t { __NV_E2M3 = 0, __NV_E3M2 = 1 } __nv_fp6_interpretation_t;

WG_HD __nv_fp6_storage_t __nv_cvt_double_to_fp6(double x, __nv_fp6_interpretation_t kind,
                                                enum cudaRoundMode rounding) {
  if (x != x) return 0x1f;
  const unsigned int code = warpglass_tiny_code(x, kind == __NV_E2M3 ? 3 : 2, kind == __NV_E2M3 ? 1 : 3, 0x1f, rounding);
  return (__nv_fp6_storage_t)((__builtin_signbit(x) ? 0x20u : 0u) | (code > 0x1f ? 0x1f : code));
}
WG_HD __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t kind) {
  // The bits of a half whose exponent is 14, or 12, too small.
  const bool narrow = kind == __NV_E2M3;
  return __half_raw(
      __float2half_rn(warpglass_half_value((unsigned short)((x & 0x20) << 10 | (x & 0x1f) << (narrow ? 7 : 8))) *
                      (narrow ? 16384.f : 4096.f)));
}
WG_TINY_CONVERSIONS(fp6, 8, 0xff)
WG_TINY_FLOAT(fp6, e2m3, __NV_E2M3, 8, 0x1f)
WG_TINY_FLOAT(fp6, e3m2, __NV_E3M2, 8, 0x1f)

#include "warpglass/tiny_float_end.h"
#endif

#endif
