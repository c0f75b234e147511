// __nv_bfloat16 and __nv_bfloat162: the upper half of a float, 8 bits of exponent.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "cuda_fp16.h"

#ifdef __cplusplus

#if defined(__CUDA__)
#define WG_HD static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))
#define WG_MEMBER __host__ __device__ __attribute__((always_inline, nodebug))
#else
#define WG_HD static inline __attribute__((unused))
#define WG_MEMBER
#endif

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __nv_bfloat16;
WG_HD float __bfloat162float(__nv_bfloat16 a);

struct __nv_bfloat16 {
 protected:
  unsigned short __x;

 public:
  __nv_bfloat16() = default;
  WG_MEMBER constexpr __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  WG_MEMBER __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) {
    __x = raw.x;
    return *this;
  }
  WG_MEMBER volatile __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  WG_MEMBER operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw raw = {__x};
    return raw;
  }
  WG_MEMBER operator __nv_bfloat16_raw() const volatile {
    __nv_bfloat16_raw raw = {__x};
    return raw;
  }
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
  WG_MEMBER __nv_bfloat16(float f);
  WG_MEMBER __nv_bfloat16(double d);
  WG_MEMBER explicit __nv_bfloat16(__half a) : __nv_bfloat16(__half2float(a)) {}
  WG_MEMBER __nv_bfloat16(int i);
  WG_MEMBER __nv_bfloat16(unsigned int i);
  WG_MEMBER __nv_bfloat16(short i);
  WG_MEMBER __nv_bfloat16(unsigned short i);
  WG_MEMBER __nv_bfloat16(long i);
  WG_MEMBER __nv_bfloat16(unsigned long i);
  WG_MEMBER __nv_bfloat16(long long i);
  WG_MEMBER __nv_bfloat16(unsigned long long i);
  WG_MEMBER operator float() const { return __bfloat162float(*this); }
#endif
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __nv_bfloat162(const __nv_bfloat162&) = default;
  __nv_bfloat162& operator=(const __nv_bfloat162&) = default;
  WG_MEMBER constexpr __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
  WG_MEMBER __nv_bfloat162(const __nv_bfloat162_raw& raw) : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  WG_MEMBER operator __nv_bfloat162_raw() const {
    __nv_bfloat162_raw raw = {__nv_bfloat16_raw(x).x, __nv_bfloat16_raw(y).x};
    return raw;
  }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

// Bits.
WG_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16_raw raw = {bits};
  return __nv_bfloat16(raw);
}
WG_HD __nv_bfloat16 __short_as_bfloat16(short bits) { return __ushort_as_bfloat16((unsigned short)bits); }
WG_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return __nv_bfloat16_raw(a).x; }
WG_HD short __bfloat16_as_short(__nv_bfloat16 a) { return (short)__nv_bfloat16_raw(a).x; }

// Float and double. A float's upper half, after rounding; what is not a number becomes the one with all bits set.
WG_HD unsigned short warpglass_bfloat16_bits(float f, warpglass_half_rounding rounding) {
  unsigned int bits;
  __builtin_memcpy(&bits, &f, 4);
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff;
  bool negative = bits >> 31;
  unsigned int more = rounding == warpglass_nearest            ? 0x7fff + (bits >> 16 & 1)
                      : rounding == warpglass_to_zero          ? 0
                      : (rounding == warpglass_up) != negative ? 0xffff
                                                               : 0;
  return (unsigned short)((bits + more) >> 16);
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define WG_FROM(name, ptx, rounding)                           \
  WG_HD __nv_bfloat16 name(float a) {                          \
    unsigned short bits;                                       \
    asm("cvt." ptx ".bf16.f32 %0, %1;" : "=h"(bits) : "f"(a)); \
    return __ushort_as_bfloat16(bits);                         \
  }
#define WG_FROM_SOFT(name, rounding) \
  WG_HD __nv_bfloat16 name(float a) { return __ushort_as_bfloat16(warpglass_bfloat16_bits(a, rounding)); }
WG_FROM(__float2bfloat16_rn, "rn", warpglass_nearest)
WG_FROM(__float2bfloat16_rz, "rz", warpglass_to_zero)
WG_FROM_SOFT(__float2bfloat16_rd, warpglass_down)
WG_FROM_SOFT(__float2bfloat16_ru, warpglass_up)
#undef WG_FROM
#undef WG_FROM_SOFT
#else
#define WG_FROM_SOFT(name, rounding) \
  WG_HD __nv_bfloat16 name(float a) { return __ushort_as_bfloat16(warpglass_bfloat16_bits(a, rounding)); }
WG_FROM_SOFT(__float2bfloat16_rn, warpglass_nearest)
WG_FROM_SOFT(__float2bfloat16_rz, warpglass_to_zero)
WG_FROM_SOFT(__float2bfloat16_rd, warpglass_down)
WG_FROM_SOFT(__float2bfloat16_ru, warpglass_up)
#undef WG_FROM_SOFT
#endif
WG_HD __nv_bfloat16 __float2bfloat16(float a) { return __float2bfloat16_rn(a); }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
WG_HD __nv_bfloat16 __double2bfloat16(double d) {
  unsigned short bits;
  asm("cvt.rn.bf16.f64 %0, %1;" : "=h"(bits) : "d"(d));
  return __ushort_as_bfloat16(bits);
}
#else
// Through a float that was rounded to odd, so that the second rounding sees what the first left out.
WG_HD __nv_bfloat16 __double2bfloat16(double d) {
  float f = (float)d;
  unsigned int bits;
  __builtin_memcpy(&bits, &f, 4);
  if ((double)f != d && d == d && !(bits & 1)) {
    bool too_big = (f < 0 ? -(double)f : (double)f) > (d < 0 ? -d : d);
    bits += too_big ? -1u : 1u;
    __builtin_memcpy(&f, &bits, 4);
  }
  return __float2bfloat16_rn(f);
}
#endif
WG_HD float __bfloat162float(__nv_bfloat16 a) {
  unsigned int bits = (unsigned int)__bfloat16_as_ushort(a) << 16;
  float f;
  __builtin_memcpy(&f, &bits, 4);
  return f;
}
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
WG_MEMBER inline __nv_bfloat16::__nv_bfloat16(float f) : __nv_bfloat16(__float2bfloat16(f)) {}
WG_MEMBER inline __nv_bfloat16::__nv_bfloat16(double d) : __nv_bfloat16(__double2bfloat16(d)) {}
#endif

// Integers.
#define WG_T __nv_bfloat16
#define WG_INTEGER_NAME(before, after) __##before##bfloat16##after
#define WG_INTEGER_PTX "bf16"
#define WG_INTEGER_ARCH 900
#define WG_INTEGER_FROM(f, rounding) __float2bfloat16_##rounding(f)
#define WG_INTEGER_VALUE(a) __bfloat162float(a)
#define WG_INTEGER_BITS(a) __bfloat16_as_ushort(a)
#define WG_INTEGER_OF(bits) __ushort_as_bfloat16(bits)
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define WG_INTEGER_NO_CONSTRUCTORS
#endif
#include "warpglass/narrow_integers.h"
#undef WG_T

// Pairs.
WG_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
WG_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
WG_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
WG_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(b));
}
WG_HD __nv_bfloat162 __float2bfloat162_rn(float a) { return __bfloat162bfloat162(__float2bfloat16_rn(a)); }
WG_HD __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
WG_HD float2 __bfloat1622float2(__nv_bfloat162 a) {
  float2 f = {__bfloat162float(a.x), __bfloat162float(a.y)};
  return f;
}
WG_HD float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }
WG_HD float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }
WG_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
WG_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
WG_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
WG_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
WG_HD __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
WG_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
WG_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
WG_HD int __hisinf(__nv_bfloat16 a) {
  unsigned short bits = __bfloat16_as_ushort(a);
  return bits == 0x7f80 ? 1 : bits == 0xff80 ? -1 : 0;
}

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#undef WG_HD
#undef WG_MEMBER

#define WG_T __nv_bfloat16
#define WG_T2 __nv_bfloat162
#define WG_PTX "bf16"
#define WG_FMA_ARCH 800
#define WG_ADD_ARCH 900
#define WG_MINMAX_ARCH 800
#define WG_ATOMIC2_ARCH 900
#define WG_ATOMIC_ARCH 900
#define WG_TANH_ARCH 900
#define WG_TO_FLOAT(a) __bfloat162float(a)
#define WG_FROM_FLOAT(f) __float2bfloat16_rn(f)
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define WG_NO_OPERATORS
#endif
#include "warpglass/narrow_float.h"
#include "warpglass/narrow_float_end.h"

#endif

#endif
