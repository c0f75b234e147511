// What the 4-, 6- and 8-bit floats have in common. No include guard: the macros end with tiny_float_end.h.
#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../device_types.h"
#include "../vector_types.h"

#if defined(__CUDA__)
#define WG_HD static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))
#define WG_MEMBER __host__ __device__ __attribute__((always_inline, nodebug))
#else
#define WG_HD static inline __attribute__((unused))
#define WG_MEMBER
#endif

#ifndef WARPGLASS_TINY_FLOAT
#define WARPGLASS_TINY_FLOAT
/// The code of a number without its sign, by a format's fraction bits and bias; above `largest` where that is exceeded. NaN
/// has none.
/// \param rounding  to nearest even, or towards zero
WG_HD unsigned int warpglass_tiny_code(double x, int fraction_bits, int bias, unsigned int largest,
                                       enum cudaRoundMode rounding) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, 8);
  const unsigned long long magnitude = bits & 0x7fffffffffffffffULL;
  const int exponent = (int)(magnitude >> 52) - 1023 + bias;
  if (exponent > 31) return largest + 1;
  if (exponent < -fraction_bits) return 0;  // less than half of the smallest
  const unsigned long long significand = (magnitude & 0xfffffffffffffULL) | 0x10000000000000ULL;
  const int drop = 52 - fraction_bits + (exponent < 1 ? 1 - exponent : 0);
  unsigned long long kept = significand >> drop;
  const unsigned long long rest = significand & ((1ULL << drop) - 1), middle = 1ULL << (drop - 1);
  if (rounding == cudaRoundNearest && (rest > middle || (rest == middle && (kept & 1)))) ++kept;
  // The hidden bit, and a carry out of the fraction, raise the exponent by themselves.
  const unsigned int code = (unsigned int)kept + (exponent < 1 ? 0u : (unsigned int)(exponent - 1) << fraction_bits);
  return code > largest ? largest + 1 : code;
}
#endif

// The types of a format that has no infinity and no NaN: `fp` is fp4 or fp6, `KIND` its interpretation; a pair has its
// elements `SHIFT` bits apart, a quadruple its pairs twice as many.
#define WG_TINY_FLOAT(fp, suffix, KIND, SHIFT, MASK)                                                                   \
  struct __nv_##fp##_##suffix {                                                                                        \
    __nv_##fp##_storage_t __x;                                                                                         \
    __nv_##fp##_##suffix() = default;                                                                                  \
    WG_MEMBER explicit __nv_##fp##_##suffix(float f) : __x(__nv_cvt_float_to_##fp(f, KIND, cudaRoundNearest)) {}       \
    WG_MEMBER explicit __nv_##fp##_##suffix(double d) : __x(__nv_cvt_double_to_##fp(d, KIND, cudaRoundNearest)) {}     \
    WG_MEMBER explicit __nv_##fp##_##suffix(__half a) : __nv_##fp##_##suffix(__half2float(a)) {}                       \
    WG_MEMBER explicit __nv_##fp##_##suffix(__nv_bfloat16 a) : __nv_##fp##_##suffix(__bfloat162float(a)) {}            \
    WG_MEMBER explicit __nv_##fp##_##suffix(short i) : __nv_##fp##_##suffix((double)i) {}                              \
    WG_MEMBER explicit __nv_##fp##_##suffix(unsigned short i) : __nv_##fp##_##suffix((double)i) {}                     \
    WG_MEMBER explicit __nv_##fp##_##suffix(int i) : __nv_##fp##_##suffix((double)i) {}                                \
    WG_MEMBER explicit __nv_##fp##_##suffix(unsigned int i) : __nv_##fp##_##suffix((double)i) {}                       \
    WG_MEMBER explicit __nv_##fp##_##suffix(long i) : __nv_##fp##_##suffix((double)i) {}                               \
    WG_MEMBER explicit __nv_##fp##_##suffix(unsigned long i) : __nv_##fp##_##suffix((double)i) {}                      \
    WG_MEMBER explicit __nv_##fp##_##suffix(long long i) : __nv_##fp##_##suffix((double)i) {}                          \
    WG_MEMBER explicit __nv_##fp##_##suffix(unsigned long long i) : __nv_##fp##_##suffix((double)i) {}                 \
    WG_MEMBER explicit operator __half() const { return __half(__nv_cvt_##fp##_to_halfraw(__x, KIND)); }               \
    WG_MEMBER explicit operator float() const { return __half2float((__half) * this); }                                \
    WG_MEMBER explicit operator double() const { return (double)(float)*this; }                                        \
    WG_MEMBER explicit operator __nv_bfloat16() const { return __float2bfloat16((float)*this); }                       \
    WG_MEMBER explicit operator char() const { return (char)(float)*this; }                                            \
    WG_MEMBER explicit operator signed char() const { return (signed char)(float)*this; }                              \
    WG_MEMBER explicit operator short() const { return (short)(float)*this; }                                          \
    WG_MEMBER explicit operator int() const { return (int)(float)*this; }                                              \
    WG_MEMBER explicit operator long() const { return (long)(float)*this; }                                            \
    WG_MEMBER explicit operator long long() const { return (long long)(float)*this; }                                  \
    WG_MEMBER explicit operator unsigned char() const { return (unsigned char)(unsigned int)*this; }                   \
    WG_MEMBER explicit operator unsigned short() const { return (unsigned short)(unsigned int)*this; }                 \
    WG_MEMBER explicit operator unsigned int() const { return (float)*this < 0 ? 0u : (unsigned int)(float)*this; }    \
    WG_MEMBER explicit operator unsigned long() const { return (unsigned int)*this; }                                  \
    WG_MEMBER explicit operator unsigned long long() const { return (unsigned int)*this; }                             \
    WG_MEMBER explicit operator bool() const { return (__x & (MASK)) != 0; }                                           \
  };                                                                                                                   \
  struct __nv_##fp##x2_##suffix {                                                                                      \
    __nv_##fp##x2_storage_t __x;                                                                                       \
    __nv_##fp##x2_##suffix() = default;                                                                                \
    WG_MEMBER explicit __nv_##fp##x2_##suffix(float2 f) : __x(__nv_cvt_float2_to_##fp##x2(f, KIND, cudaRoundNearest)) {} \
    WG_MEMBER explicit __nv_##fp##x2_##suffix(double2 d)                                                               \
        : __x(__nv_cvt_double2_to_##fp##x2(d, KIND, cudaRoundNearest)) {}                                              \
    WG_MEMBER explicit __nv_##fp##x2_##suffix(__half2 a) : __nv_##fp##x2_##suffix(__half22float2(a)) {}                \
    WG_MEMBER explicit __nv_##fp##x2_##suffix(__nv_bfloat162 a) : __nv_##fp##x2_##suffix(__bfloat1622float2(a)) {}     \
    WG_MEMBER explicit operator __half2() const { return __half2(__nv_cvt_##fp##x2_to_halfraw2(__x, KIND)); }          \
    WG_MEMBER explicit operator float2() const { return __half22float2((__half2) * this); }                            \
  };                                                                                                                   \
  struct __nv_##fp##x4_##suffix {                                                                                      \
    __nv_##fp##x4_storage_t __x;                                                                                       \
    __nv_##fp##x4_##suffix() = default;                                                                                \
    WG_MEMBER explicit __nv_##fp##x4_##suffix(float4 f) {                                                              \
      const float2 low = {f.x, f.y}, high = {f.z, f.w};                                                                \
      join(__nv_##fp##x2_##suffix(low), __nv_##fp##x2_##suffix(high));                                                 \
    }                                                                                                                  \
    WG_MEMBER explicit __nv_##fp##x4_##suffix(double4 d) {                                                             \
      const double2 low = {d.x, d.y}, high = {d.z, d.w};                                                               \
      join(__nv_##fp##x2_##suffix(low), __nv_##fp##x2_##suffix(high));                                                 \
    }                                                                                                                  \
    WG_MEMBER explicit __nv_##fp##x4_##suffix(__half2 low, __half2 high) {                                             \
      join(__nv_##fp##x2_##suffix(low), __nv_##fp##x2_##suffix(high));                                                 \
    }                                                                                                                  \
    WG_MEMBER explicit __nv_##fp##x4_##suffix(__nv_bfloat162 low, __nv_bfloat162 high) {                               \
      join(__nv_##fp##x2_##suffix(low), __nv_##fp##x2_##suffix(high));                                                 \
    }                                                                                                                  \
    WG_MEMBER explicit operator float4() const {                                                                       \
      __nv_##fp##x2_##suffix low, high;                                                                                \
      low.__x = (__nv_##fp##x2_storage_t)__x;                                                                          \
      high.__x = (__nv_##fp##x2_storage_t)(__x >> 2 * (SHIFT));                                                        \
      const float2 a = (float2)low, b = (float2)high;                                                                  \
      const float4 f = {a.x, a.y, b.x, b.y};                                                                           \
      return f;                                                                                                        \
    }                                                                                                                  \
                                                                                                                       \
   private:                                                                                                            \
    WG_MEMBER void join(__nv_##fp##x2_##suffix low, __nv_##fp##x2_##suffix high) {                                     \
      __x = (__nv_##fp##x4_storage_t)(low.__x | (__nv_##fp##x4_storage_t)high.__x << 2 * (SHIFT));                     \
    }                                                                                                                  \
  };

// The format's conversions, from those of a double and to a half.
#define WG_TINY_CONVERSIONS(fp, SHIFT, MASK)                                                                            \
  WG_HD __nv_##fp##x2_storage_t __nv_cvt_double2_to_##fp##x2(double2 x, __nv_##fp##_interpretation_t kind,              \
                                                             enum cudaRoundMode rounding) {                             \
    return (__nv_##fp##x2_storage_t)(__nv_cvt_double_to_##fp(x.x, kind, rounding) |                                     \
                                     __nv_cvt_double_to_##fp(x.y, kind, rounding) << (SHIFT));                          \
  }                                                                                                                     \
  WG_HD __nv_##fp##_storage_t __nv_cvt_float_to_##fp(float x, __nv_##fp##_interpretation_t kind,                        \
                                                     enum cudaRoundMode rounding) {                                     \
    return __nv_cvt_double_to_##fp((double)x, kind, rounding);                                                          \
  }                                                                                                                     \
  WG_HD __nv_##fp##x2_storage_t __nv_cvt_float2_to_##fp##x2(float2 x, __nv_##fp##_interpretation_t kind,                \
                                                            enum cudaRoundMode rounding) {                              \
    const double2 wide = {x.x, x.y};                                                                                    \
    return __nv_cvt_double2_to_##fp##x2(wide, kind, rounding);                                                          \
  }                                                                                                                     \
  WG_HD __nv_##fp##_storage_t __nv_cvt_halfraw_to_##fp(__half_raw x, __nv_##fp##_interpretation_t kind,                 \
                                                       enum cudaRoundMode rounding) {                                   \
    return __nv_cvt_float_to_##fp(__half2float(__half(x)), kind, rounding);                                             \
  }                                                                                                                     \
  WG_HD __nv_##fp##x2_storage_t __nv_cvt_halfraw2_to_##fp##x2(__half2_raw x, __nv_##fp##_interpretation_t kind,         \
                                                              enum cudaRoundMode rounding) {                            \
    return __nv_cvt_float2_to_##fp##x2(__half22float2(__half2(x)), kind, rounding);                                     \
  }                                                                                                                     \
  WG_HD __nv_##fp##_storage_t __nv_cvt_bfloat16raw_to_##fp(__nv_bfloat16_raw x, __nv_##fp##_interpretation_t kind,      \
                                                           enum cudaRoundMode rounding) {                               \
    return __nv_cvt_float_to_##fp(__bfloat162float(__nv_bfloat16(x)), kind, rounding);                                  \
  }                                                                                                                     \
  WG_HD __nv_##fp##x2_storage_t __nv_cvt_bfloat16raw2_to_##fp##x2(                                                      \
      __nv_bfloat162_raw x, __nv_##fp##_interpretation_t kind, enum cudaRoundMode rounding) {                           \
    return __nv_cvt_float2_to_##fp##x2(__bfloat1622float2(__nv_bfloat162(x)), kind, rounding);                          \
  }                                                                                                                     \
  WG_HD __half2_raw __nv_cvt_##fp##x2_to_halfraw2(__nv_##fp##x2_storage_t x, __nv_##fp##_interpretation_t kind) {       \
    __half2_raw r;                                                                                                      \
    r.x = __nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)(x & (MASK)), kind).x;                                      \
    r.y = __nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)(x >> (SHIFT) & (MASK)), kind).x;                           \
    return r;                                                                                                           \
  }
