// __half and __half2: 16-bit floating point, 5 bits of exponent.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "vector_types.h"

#ifdef __cplusplus

#if defined(__CUDA__)
#define WG_HD static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))
#define WG_MEMBER __host__ __device__ __attribute__((always_inline, nodebug))
#else
#define WG_HD static inline __attribute__((unused))
#define WG_MEMBER
#endif

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

// How a float that lies between two halves is brought to one.
enum warpglass_half_rounding { warpglass_nearest, warpglass_to_zero, warpglass_down, warpglass_up };

// Bits of the half for a float, in integers, for the host.
WG_HD unsigned short warpglass_half_bits(float f, warpglass_half_rounding rounding) {
  unsigned int bits;
  __builtin_memcpy(&bits, &f, 4);
  unsigned short sign = (unsigned short)(bits >> 16 & 0x8000);
  unsigned int magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return 0x7fff;
  if (magnitude == 0x7f800000) return (unsigned short)(sign | 0x7c00);
  bool away = rounding == warpglass_up ? !sign : rounding == warpglass_down ? sign != 0 : false;
  if (magnitude >= 0x47800000) {  // 65536 and beyond
    return (unsigned short)(sign | (away || rounding == warpglass_nearest ? 0x7c00 : 0x7bff));
  }
  // The significand with its hidden bit, and how many of its bits do not fit.
  int exponent = (int)(magnitude >> 23);
  unsigned int significand = exponent ? (magnitude & 0x7fffff) | 0x800000 : magnitude & 0x7fffff;
  int drop = exponent >= 113 ? 13 : 126 - exponent;
  if (drop > 25) drop = 25;
  unsigned int kept = significand >> drop;
  unsigned int rest = significand & ((1u << drop) - 1);
  unsigned int middle = 1u << (drop - 1);
  if (rounding == warpglass_nearest ? rest > middle || (rest == middle && (kept & 1)) : away && rest) ++kept;
  // A carry out of the significand raises the exponent by itself.
  return (unsigned short)(sign | (exponent >= 113 ? ((unsigned int)(exponent - 113) << 10) + kept : kept));
}
WG_HD float warpglass_half_value(unsigned short bits) {
  unsigned int sign = (unsigned int)(bits & 0x8000) << 16;
  unsigned int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff, wide;
  if (exponent == 31) {
    wide = sign | 0x7f800000 | fraction << 13 | (fraction ? 0x400000u : 0u);
  } else if (exponent) {
    wide = sign | (exponent + 112) << 23 | fraction << 13;
  } else {
    float f = (float)fraction * 5.9604644775390625e-8f;  // 2^-24, which C++ before 17 cannot write in hexadecimal
    return sign ? -f : f;
  }
  float f;
  __builtin_memcpy(&f, &wide, 4);
  return f;
}

struct __half;
WG_HD float __half2float(__half a);
WG_HD __half __float2half(float f);

struct __half {
 protected:
  unsigned short __x;

 public:
  __half() = default;
  WG_MEMBER constexpr __half(const __half_raw& raw) : __x(raw.x) {}
  WG_MEMBER __half& operator=(const __half_raw& raw) {
    __x = raw.x;
    return *this;
  }
  WG_MEMBER volatile __half& operator=(const __half_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  WG_MEMBER operator __half_raw() const {
    __half_raw raw = {__x};
    return raw;
  }
  WG_MEMBER operator __half_raw() const volatile {
    __half_raw raw = {__x};
    return raw;
  }
#ifndef __CUDA_NO_HALF_CONVERSIONS__
  WG_MEMBER __half(float f);
  WG_MEMBER __half(double d);
  WG_MEMBER __half(int i);
  WG_MEMBER __half(unsigned int i);
  WG_MEMBER __half(short i);
  WG_MEMBER __half(unsigned short i);
  WG_MEMBER __half(long i);
  WG_MEMBER __half(unsigned long i);
  WG_MEMBER __half(long long i);
  WG_MEMBER __half(unsigned long long i);
  WG_MEMBER operator float() const { return __half2float(*this); }
#endif
};

struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __half2(const __half2&) = default;
  __half2& operator=(const __half2&) = default;
  WG_MEMBER constexpr __half2(const __half& a, const __half& b) : x(a), y(b) {}
  WG_MEMBER __half2(const __half2_raw& raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  WG_MEMBER operator __half2_raw() const {
    __half2_raw raw = {__half_raw(x).x, __half_raw(y).x};
    return raw;
  }
};

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

// Bits.
WG_HD __half __ushort_as_half(unsigned short bits) {
  __half_raw raw = {bits};
  return __half(raw);
}
WG_HD __half __short_as_half(short bits) { return __ushort_as_half((unsigned short)bits); }
WG_HD unsigned short __half_as_ushort(__half a) { return __half_raw(a).x; }
WG_HD short __half_as_short(__half a) { return (short)__half_raw(a).x; }

// Float and double.
#ifdef __CUDA_ARCH__
#define WG_FROM(name, type, register, ptx)                 \
  WG_HD __half name(type a) {                              \
    unsigned short bits;                                   \
    asm("cvt." ptx " %0, %1;" : "=h"(bits) : register(a)); \
    return __ushort_as_half(bits);                         \
  }
WG_FROM(__float2half_rn, float, "f", "rn.f16.f32")
WG_FROM(__float2half_rz, float, "f", "rz.f16.f32")
WG_FROM(__float2half_rd, float, "f", "rm.f16.f32")
WG_FROM(__float2half_ru, float, "f", "rp.f16.f32")
WG_FROM(__double2half, double, "d", "rn.f16.f64")
WG_HD float __half2float(__half a) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(__half_as_ushort(a)));
  return f;
}
#undef WG_FROM
#else
WG_HD __half __float2half_rn(float f) { return __ushort_as_half(warpglass_half_bits(f, warpglass_nearest)); }
WG_HD __half __float2half_rz(float f) { return __ushort_as_half(warpglass_half_bits(f, warpglass_to_zero)); }
WG_HD __half __float2half_rd(float f) { return __ushort_as_half(warpglass_half_bits(f, warpglass_down)); }
WG_HD __half __float2half_ru(float f) { return __ushort_as_half(warpglass_half_bits(f, warpglass_up)); }
// Through a float that was rounded to odd, so that the second rounding sees what the first left out.
WG_HD __half __double2half(double d) {
  float f = (float)d;
  unsigned int bits;
  __builtin_memcpy(&bits, &f, 4);
  if ((double)f != d && d == d && !(bits & 1)) {
    bool too_big = (f < 0 ? -(double)f : (double)f) > (d < 0 ? -d : d);
    bits += too_big ? -1u : 1u;
    __builtin_memcpy(&f, &bits, 4);
  }
  return __float2half_rn(f);
}
WG_HD float __half2float(__half a) { return warpglass_half_value(__half_as_ushort(a)); }
#endif
WG_HD __half __float2half(float f) { return __float2half_rn(f); }
#ifndef __CUDA_NO_HALF_CONVERSIONS__
WG_MEMBER inline __half::__half(float f) : __half(__float2half(f)) {}
WG_MEMBER inline __half::__half(double d) : __half(__double2half(d)) {}
#endif

// Integers.
#define WG_T __half
#define WG_INTEGER_NAME(before, after) __##before##half##after
#define WG_INTEGER_PTX "f16"
#define WG_INTEGER_ARCH 520
#define WG_INTEGER_FROM(f, rounding) __float2half_##rounding(f)
#define WG_INTEGER_VALUE(a) __half2float(a)
#define WG_INTEGER_BITS(a) __half_as_ushort(a)
#define WG_INTEGER_OF(bits) __ushort_as_half(bits)
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define WG_INTEGER_NO_CONSTRUCTORS
#endif
#include "warpglass/narrow_integers.h"
#undef WG_T

// Pairs.
WG_HD __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
WG_HD __half2 make_half2(__half a, __half b) { return __half2(a, b); }
WG_HD __half2 __half2half2(__half a) { return __half2(a, a); }
WG_HD __half2 __floats2half2_rn(float a, float b) { return __half2(__float2half_rn(a), __float2half_rn(b)); }
WG_HD __half2 __float2half2_rn(float a) { return __half2half2(__float2half_rn(a)); }
WG_HD __half2 __float22half2_rn(float2 a) { return __floats2half2_rn(a.x, a.y); }
WG_HD float2 __half22float2(__half2 a) {
  float2 f = {__half2float(a.x), __half2float(a.y)};
  return f;
}
WG_HD float __low2float(__half2 a) { return __half2float(a.x); }
WG_HD float __high2float(__half2 a) { return __half2float(a.y); }
WG_HD __half __low2half(__half2 a) { return a.x; }
WG_HD __half __high2half(__half2 a) { return a.y; }
WG_HD __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
WG_HD __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
WG_HD __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
WG_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
WG_HD __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
WG_HD int __hisinf(__half a) {
  unsigned short bits = __half_as_ushort(a);
  return bits == 0x7c00 ? 1 : bits == 0xfc00 ? -1 : 0;
}

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#undef WG_HD
#undef WG_MEMBER

#define WG_T __half
#define WG_T2 __half2
#define WG_PTX "f16"
#define WG_FMA_ARCH 530
#define WG_ADD_ARCH 530
#define WG_MINMAX_ARCH 800
#define WG_ATOMIC2_ARCH 600
#define WG_ATOMIC_ARCH 700
#define WG_TANH_ARCH 750
#define WG_TO_FLOAT(a) __half2float(a)
#define WG_FROM_FLOAT(f) __float2half_rn(f)
#ifdef __CUDA_NO_HALF_OPERATORS__
#define WG_NO_OPERATORS
#endif
#include "warpglass/narrow_float.h"
#include "warpglass/narrow_float_end.h"

#endif

#endif
