// Single instructions that clang's headers lack.
#ifndef WARPGLASS_DEVICE_INTRINSICS_H
#define WARPGLASS_DEVICE_INTRINSICS_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))

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

#undef WG_DEVICE

#endif
