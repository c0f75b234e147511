// Single instructions that clang's headers lack.
#ifndef WARPGLASS_DEVICE_INTRINSICS_H
#define WARPGLASS_DEVICE_INTRINSICS_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))

#define __prof_trigger(number) asm volatile("pmevent " #number ";")

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
WG_DEVICE void __nanosleep(unsigned int nanoseconds) { asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds)); }
#endif

// Dot products of packed bytes (dp4a) and of two halfwords with two bytes (dp2a), accumulated.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610
#define WG_DOT(name, op, type, ptx)                                                \
  WG_DEVICE type name(type a, type b, type c) {                                    \
    type d;                                                                        \
    asm(op "." ptx "." ptx " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
    return d;                                                                      \
  }
WG_DOT(__dp4a, "dp4a", int, "s32")
WG_DOT(__dp4a, "dp4a", unsigned int, "u32")
WG_DOT(__dp2a_lo, "dp2a.lo", int, "s32")
WG_DOT(__dp2a_lo, "dp2a.lo", unsigned int, "u32")
WG_DOT(__dp2a_hi, "dp2a.hi", int, "s32")
WG_DOT(__dp2a_hi, "dp2a.hi", unsigned int, "u32")
#undef WG_DOT
#define WG_DOT_VECTORS(name, result, first, second)                               \
  WG_DEVICE result name(first a, second b, result c) {                            \
    return name(__builtin_bit_cast(result, a), __builtin_bit_cast(result, b), c); \
  }
WG_DOT_VECTORS(__dp4a, int, char4, char4)
WG_DOT_VECTORS(__dp4a, unsigned int, uchar4, uchar4)
WG_DOT_VECTORS(__dp2a_lo, int, short2, char4)
WG_DOT_VECTORS(__dp2a_lo, unsigned int, ushort2, uchar4)
WG_DOT_VECTORS(__dp2a_hi, int, short2, char4)
WG_DOT_VECTORS(__dp2a_hi, unsigned int, ushort2, uchar4)
#undef WG_DOT_VECTORS
#endif

// Sums and products of two floats: one instruction from sm_100 on, two before.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
#define WG_BITS(pair) "l"(__builtin_bit_cast(unsigned long long, pair))
#define WG_PAIRS(rounding, ptx)                                                              \
  WG_DEVICE float2 __fadd2_##rounding(float2 a, float2 b) {                                  \
    unsigned long long d;                                                                    \
    asm("add." ptx ".f32x2 %0, %1, %2;" : "=l"(d) : WG_BITS(a), WG_BITS(b));                 \
    return __builtin_bit_cast(float2, d);                                                    \
  }                                                                                          \
  WG_DEVICE float2 __fmul2_##rounding(float2 a, float2 b) {                                  \
    unsigned long long d;                                                                    \
    asm("mul." ptx ".f32x2 %0, %1, %2;" : "=l"(d) : WG_BITS(a), WG_BITS(b));                 \
    return __builtin_bit_cast(float2, d);                                                    \
  }                                                                                          \
  WG_DEVICE float2 __ffma2_##rounding(float2 a, float2 b, float2 c) {                        \
    unsigned long long d;                                                                    \
    asm("fma." ptx ".f32x2 %0, %1, %2, %3;" : "=l"(d) : WG_BITS(a), WG_BITS(b), WG_BITS(c)); \
    return __builtin_bit_cast(float2, d);                                                    \
  }
#else
#define WG_PAIRS(rounding, ptx)                                                        \
  WG_DEVICE float2 __fadd2_##rounding(float2 a, float2 b) {                            \
    return float2{__fadd_##rounding(a.x, b.x), __fadd_##rounding(a.y, b.y)};           \
  }                                                                                    \
  WG_DEVICE float2 __fmul2_##rounding(float2 a, float2 b) {                            \
    return float2{__fmul_##rounding(a.x, b.x), __fmul_##rounding(a.y, b.y)};           \
  }                                                                                    \
  WG_DEVICE float2 __ffma2_##rounding(float2 a, float2 b, float2 c) {                  \
    return float2{__fmaf_##rounding(a.x, b.x, c.x), __fmaf_##rounding(a.y, b.y, c.y)}; \
  }
#endif
WG_PAIRS(rn, "rn")
WG_PAIRS(rz, "rz")
WG_PAIRS(rd, "rm")
WG_PAIRS(ru, "rp")
#undef WG_PAIRS
#undef WG_BITS

#undef WG_DEVICE

#endif
