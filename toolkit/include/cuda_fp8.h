// __nv_fp8_e4m3 and __nv_fp8_e5m2: 8-bit floating point, singly, in twos and in fours. Conversions round to nearest
// even. e4m3 has no infinity: its largest number is 448; e5m2 is a half cut short: its largest is 57344. And
// __nv_fp8_e8m0: scales, powers of two from 2^-127 to 2^127.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#ifdef __cplusplus
#include "warpglass/tiny_float.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// What becomes of a number that is too large: the type's own overflow, or its largest finite value.
typedef enum __nv_saturation_t { __NV_NOSAT = 0, __NV_SATFINITE = 1 } __nv_saturation_t;

typedef enum __nv_fp8_interpretation_t { __NV_E4M3 = 0, __NV_E5M2 = 1 } __nv_fp8_interpretation_t;

WG_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  if (x != x) return (__nv_fp8_storage_t)(__builtin_signbit(x) ? 0xff : 0x7f);
  const bool fine = kind == __NV_E4M3;
  const unsigned int largest = fine ? 0x7e : 0x7b, overflow = fine ? 0x7f : 0x7c;
  unsigned int code = warpglass_tiny_code(x, fine ? 3 : 2, fine ? 7 : 15, largest, cudaRoundNearest);
  if (code > largest) code = saturate == __NV_SATFINITE ? largest : overflow;
  return (__nv_fp8_storage_t)((__builtin_signbit(x) ? 0x80u : 0u) | code);
}
WG_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if (saturate == __NV_SATFINITE) {
    unsigned short two;
    if (kind == __NV_E4M3) {
      asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(two) : "f"(0.f), "f"(x));
    } else {
      asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(two) : "f"(0.f), "f"(x));
    }
    return (__nv_fp8_storage_t)two;
  }
#endif
  // NaN loses its sign, which one of a double keeps.
  return x != x ? 0x7f : __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                    __nv_fp8_interpretation_t kind) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if (saturate == __NV_SATFINITE) {
    unsigned short two;
    if (kind == __NV_E4M3) {
      asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(two) : "f"(x.y), "f"(x.x));
    } else {
      asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(two) : "f"(x.y), "f"(x.x));
    }
    return two;
  }
#endif
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturate, kind) | __nv_cvt_float_to_fp8(x.y, saturate, kind)
                                                                                 << 8);
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, kind) |
                                __nv_cvt_double_to_fp8(x.y, saturate, kind) << 8);
}
WG_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                 __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, kind);
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(__half2(x)), saturate, kind);
}
WG_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, kind);
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                          __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(__nv_bfloat162(x)), saturate, kind);
}

WG_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  __half_raw r;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  unsigned int two;
  if (kind == __NV_E4M3) {
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(two) : "h"((unsigned short)x));
  } else {
    asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(two) : "h"((unsigned short)x));
  }
  r.x = (unsigned short)two;
#else
  if (kind == __NV_E5M2) {
    r.x = (unsigned short)((x & 0x7f) > 0x7c ? 0x7fff : x << 8);
  } else if ((x & 0x7f) == 0x7f) {
    r.x = 0x7fff;
  } else {
    // The bits of a half whose exponent is 8 too small: a product with 256 puts that right, denormals too.
    r = __half_raw(__float2half_rn(warpglass_half_value((unsigned short)((x & 0x80) << 8 | (x & 0x7f) << 7)) * 256.f));
  }
#endif
  return r;
}
WG_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  __half2_raw r;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  unsigned int two;
  if (kind == __NV_E4M3) {
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(two) : "h"(x));
  } else {
    asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(two) : "h"(x));
  }
  r.x = (unsigned short)two;
  r.y = (unsigned short)(two >> 16);
#else
  r.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x;
  r.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x;
#endif
  return r;
}

#define WG_FP8(suffix, KIND)                                                                                         \
  struct __nv_fp8_##suffix {                                                                                         \
    __nv_fp8_storage_t __x;                                                                                          \
    __nv_fp8_##suffix() = default;                                                                                   \
    WG_MEMBER explicit __nv_fp8_##suffix(float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, KIND)) {}           \
    WG_MEMBER explicit __nv_fp8_##suffix(double d) : __x(__nv_cvt_double_to_fp8(d, __NV_SATFINITE, KIND)) {}         \
    WG_MEMBER explicit __nv_fp8_##suffix(__half a) : __nv_fp8_##suffix(__half2float(a)) {}                           \
    WG_MEMBER explicit __nv_fp8_##suffix(__nv_bfloat16 a) : __nv_fp8_##suffix(__bfloat162float(a)) {}                \
    WG_MEMBER explicit __nv_fp8_##suffix(int i) : __nv_fp8_##suffix((double)i) {}                                    \
    WG_MEMBER explicit __nv_fp8_##suffix(unsigned int i) : __nv_fp8_##suffix((double)i) {}                           \
    WG_MEMBER explicit __nv_fp8_##suffix(long long i) : __nv_fp8_##suffix((double)i) {}                              \
    WG_MEMBER explicit __nv_fp8_##suffix(unsigned long long i) : __nv_fp8_##suffix((double)i) {}                     \
    WG_MEMBER explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, KIND)); }                \
    WG_MEMBER explicit operator float() const { return __half2float(__half(__nv_cvt_fp8_to_halfraw(__x, KIND))); }   \
    WG_MEMBER explicit operator double() const { return (double)(float)*this; }                                      \
    WG_MEMBER explicit operator __nv_bfloat16() const { return __float2bfloat16((float)*this); }                     \
    WG_MEMBER explicit operator int() const { return (int)(float)*this; }                                            \
    WG_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; }                                           \
  };                                                                                                                 \
  struct __attribute__((aligned(2))) __nv_fp8x2_##suffix {                                                           \
    __nv_fp8x2_storage_t __x;                                                                                        \
    __nv_fp8x2_##suffix() = default;                                                                                 \
    WG_MEMBER explicit __nv_fp8x2_##suffix(float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, KIND)) {}     \
    WG_MEMBER explicit __nv_fp8x2_##suffix(double2 d) : __x(__nv_cvt_double2_to_fp8x2(d, __NV_SATFINITE, KIND)) {}   \
    WG_MEMBER explicit __nv_fp8x2_##suffix(__half2 a) : __nv_fp8x2_##suffix(__half22float2(a)) {}                    \
    WG_MEMBER explicit __nv_fp8x2_##suffix(__nv_bfloat162 a) : __nv_fp8x2_##suffix(__bfloat1622float2(a)) {}         \
    WG_MEMBER explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, KIND)); }           \
    WG_MEMBER explicit operator float2() const { return __half22float2((__half2) * this); }                          \
  };                                                                                                                 \
  struct __attribute__((aligned(4))) __nv_fp8x4_##suffix {                                                           \
    __nv_fp8x4_storage_t __x;                                                                                        \
    __nv_fp8x4_##suffix() = default;                                                                                 \
    WG_MEMBER explicit __nv_fp8x4_##suffix(float4 f) {                                                               \
      float2 low = {f.x, f.y}, high = {f.z, f.w};                                                                    \
      __x = (__nv_fp8x4_storage_t)__nv_cvt_float2_to_fp8x2(low, __NV_SATFINITE, KIND) |                              \
            (__nv_fp8x4_storage_t)__nv_cvt_float2_to_fp8x2(high, __NV_SATFINITE, KIND) << 16;                        \
    }                                                                                                                \
    WG_MEMBER explicit __nv_fp8x4_##suffix(double4 d) {                                                              \
      double2 low = {d.x, d.y}, high = {d.z, d.w};                                                                   \
      __x = (__nv_fp8x4_storage_t)__nv_cvt_double2_to_fp8x2(low, __NV_SATFINITE, KIND) |                             \
            (__nv_fp8x4_storage_t)__nv_cvt_double2_to_fp8x2(high, __NV_SATFINITE, KIND) << 16;                       \
    }                                                                                                                \
    WG_MEMBER explicit __nv_fp8x4_##suffix(__half2 low, __half2 high) {                                              \
      __x = (__nv_fp8x4_storage_t)__nv_fp8x2_##suffix(low).__x | (__nv_fp8x4_storage_t)__nv_fp8x2_##suffix(high).__x \
                                                                     << 16;                                          \
    }                                                                                                                \
    WG_MEMBER explicit __nv_fp8x4_##suffix(__nv_bfloat162 low, __nv_bfloat162 high) {                                \
      __x = (__nv_fp8x4_storage_t)__nv_fp8x2_##suffix(low).__x | (__nv_fp8x4_storage_t)__nv_fp8x2_##suffix(high).__x \
                                                                     << 16;                                          \
    }                                                                                                                \
    WG_MEMBER explicit operator float4() const {                                                                     \
      float2 low = __half22float2(__half2(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)__x, KIND)));             \
      float2 high = __half22float2(__half2(__nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(__x >> 16), KIND)));    \
      float4 f = {low.x, low.y, high.x, high.y};                                                                     \
      return f;                                                                                                      \
    }                                                                                                                \
  };
WG_FP8(e4m3, __NV_E4M3)
WG_FP8(e5m2, __NV_E5M2)
#undef WG_FP8

#include "warpglass/scale_float.h"
#include "warpglass/tiny_float_end.h"

#endif

#endif
