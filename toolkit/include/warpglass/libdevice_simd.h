// Four bytes or two halfwords in one word, by plain integer instructions.
//
// clang has two ways for __vadd4 and its kin: calls of libdevice's __nv_vadd4, which it believes CUDA 9.1 still had,
// and video instructions, which no machine since Maxwell has and no nvcc writes. Ours are the former, defined here (see
// crt/host_runtime.h); lanes are kept apart by working on their high bits and on the rest separately.
//
// Part of libdevice.h. `n` is the number of lanes; WG_HIGH(n) has the highest bit of each lane set, WG_ONES(n) the
// lowest.
#ifndef WARPGLASS_LIBDEVICE_SIMD_H
#define WARPGLASS_LIBDEVICE_SIMD_H

#define WG_HIGH(n) ((n) == 4 ? 0x80808080u : 0x80008000u)
#define WG_ONES(n) ((n) == 4 ? 0x01010101u : 0x00010001u)
#define WG_SHIFT(n) ((n) == 4 ? 7 : 15)
#define WG_SIMD WG_CONST unsigned int
typedef unsigned int warpglass_u32;

// A high bit spread over its whole lane; other bits of `a` are of no account.
WG_SIMD warpglass_spread4(warpglass_u32 a) { return __nvvm_prmt(a, 0, 0xba98); }
WG_SIMD warpglass_spread2(warpglass_u32 a) { return __nvvm_prmt(a, 0, 0xbb99); }

#define WG_SIMD_LANES(n)                                                                                              \
  WG_SIMD __nv_vadd##n(warpglass_u32 a, warpglass_u32 b) {                                                            \
    return ((a & ~WG_HIGH(n)) + (b & ~WG_HIGH(n))) ^ ((a ^ b) & WG_HIGH(n));                                          \
  }                                                                                                                   \
  WG_SIMD __nv_vsub##n(warpglass_u32 a, warpglass_u32 b) {                                                            \
    return ((a | WG_HIGH(n)) - (b & ~WG_HIGH(n))) ^ ((a ^ ~b) & WG_HIGH(n));                                          \
  }                                                                                                                   \
  WG_SIMD __nv_vneg##n(warpglass_u32 a) { return __nv_vsub##n(0, a); }                                                \
  /* Averages: rounded down, and rounded up. */                                                                       \
  WG_SIMD __nv_vhaddu##n(warpglass_u32 a, warpglass_u32 b) { return (a & b) + ((a ^ b) >> 1 & ~WG_HIGH(n)); }         \
  WG_SIMD __nv_vavgu##n(warpglass_u32 a, warpglass_u32 b) { return (a | b) - ((a ^ b) >> 1 & ~WG_HIGH(n)); }          \
  /* High bits: whether a lane is zero; whether a < b, which is the carry of b + ~a, the top bit of their average. */ \
  WG_SIMD warpglass_zero##n(warpglass_u32 a) { return ~(((a & ~WG_HIGH(n)) + ~WG_HIGH(n)) | a) & WG_HIGH(n); }        \
  WG_SIMD warpglass_below##n(warpglass_u32 a, warpglass_u32 b) { return __nv_vhaddu##n(b, ~a) & WG_HIGH(n); }         \
  WG_SIMD warpglass_signed_below##n(warpglass_u32 a, warpglass_u32 b) {                                               \
    return warpglass_below##n(a ^ WG_HIGH(n), b ^ WG_HIGH(n));                                                        \
  }                                                                                                                   \
  WG_SIMD_COMPARE(n, eq, warpglass_zero##n(a ^ b))                                                                    \
  WG_SIMD_COMPARE(n, ne, ~warpglass_zero##n(a ^ b))                                                                   \
  WG_SIMD_COMPARE(n, ltu, warpglass_below##n(a, b))                                                                   \
  WG_SIMD_COMPARE(n, gtu, warpglass_below##n(b, a))                                                                   \
  WG_SIMD_COMPARE(n, leu, ~warpglass_below##n(b, a))                                                                  \
  WG_SIMD_COMPARE(n, geu, ~warpglass_below##n(a, b))                                                                  \
  WG_SIMD_COMPARE(n, lts, warpglass_signed_below##n(a, b))                                                            \
  WG_SIMD_COMPARE(n, gts, warpglass_signed_below##n(b, a))                                                            \
  WG_SIMD_COMPARE(n, les, ~warpglass_signed_below##n(b, a))                                                           \
  WG_SIMD_COMPARE(n, ges, ~warpglass_signed_below##n(a, b))                                                           \
  WG_SIMD_CHOOSE(n, vmaxu, __nv_vcmpgeu##n(a, b))                                                                     \
  WG_SIMD_CHOOSE(n, vminu, __nv_vcmpleu##n(a, b))                                                                     \
  WG_SIMD_CHOOSE(n, vmaxs, __nv_vcmpges##n(a, b))                                                                     \
  WG_SIMD_CHOOSE(n, vmins, __nv_vcmples##n(a, b))                                                                     \
  WG_SIMD __nv_vabsdiffu##n(warpglass_u32 a, warpglass_u32 b) {                                                       \
    return __nv_vsub##n(__nv_vmaxu##n(a, b), __nv_vminu##n(a, b));                                                    \
  }                                                                                                                   \
  WG_SIMD __nv_vabsdiffs##n(warpglass_u32 a, warpglass_u32 b) {                                                       \
    return __nv_vsub##n(__nv_vmaxs##n(a, b), __nv_vmins##n(a, b));                                                    \
  }                                                                                                                   \
  WG_SIMD __nv_vabs##n(warpglass_u32 a) {                                                                             \
    warpglass_u32 negative = warpglass_spread##n(a);                                                                  \
    return __nv_vsub##n(a ^ negative, negative);                                                                      \
  }                                                                                                                   \
  /* Saturation: the lanes where it went wrong take the end of the range that lies on their side. */                  \
  WG_SIMD __nv_vaddus##n(warpglass_u32 a, warpglass_u32 b) {                                                          \
    warpglass_u32 sum = __nv_vadd##n(a, b);                                                                           \
    return sum | warpglass_spread##n((a & b) | ((a | b) & ~sum));                                                     \
  }                                                                                                                   \
  WG_SIMD __nv_vsubus##n(warpglass_u32 a, warpglass_u32 b) {                                                          \
    return __nv_vsub##n(a, b) & ~warpglass_spread##n(warpglass_below##n(a, b));                                       \
  }                                                                                                                   \
  WG_SIMD __nv_vaddss##n(warpglass_u32 a, warpglass_u32 b) {                                                          \
    warpglass_u32 sum = __nv_vadd##n(a, b), wrong = warpglass_spread##n(~(a ^ b) & (a ^ sum));                        \
    return (sum & ~wrong) | ((~WG_HIGH(n) + (a >> WG_SHIFT(n) & WG_ONES(n))) & wrong);                                \
  }                                                                                                                   \
  WG_SIMD __nv_vsubss##n(warpglass_u32 a, warpglass_u32 b) {                                                          \
    warpglass_u32 rest = __nv_vsub##n(a, b), wrong = warpglass_spread##n((a ^ b) & (a ^ rest));                       \
    return (rest & ~wrong) | ((~WG_HIGH(n) + (a >> WG_SHIFT(n) & WG_ONES(n))) & wrong);                               \
  }                                                                                                                   \
  WG_SIMD __nv_vnegss##n(warpglass_u32 a) { return __nv_vsubss##n(0, a); }                                            \
  WG_SIMD __nv_vabsss##n(warpglass_u32 a) { return __nv_vmaxs##n(a, __nv_vnegss##n(a)); }                             \
  /* The signed average is rounded away from zero. */                                                                 \
  WG_SIMD __nv_vavgs##n(warpglass_u32 a, warpglass_u32 b) {                                                           \
    warpglass_u32 up = __nv_vavgu##n(a ^ WG_HIGH(n), b ^ WG_HIGH(n)) ^ WG_HIGH(n);                                    \
    warpglass_u32 down = __nv_vhaddu##n(a ^ WG_HIGH(n), b ^ WG_HIGH(n)) ^ WG_HIGH(n);                                 \
    warpglass_u32 negative = warpglass_spread##n(down);                                                               \
    return (up & ~negative) | (down & negative);                                                                      \
  }
// Full lanes for true (vcmp), or one (vset).
#define WG_SIMD_COMPARE(n, name, high_bits)                                                               \
  WG_SIMD __nv_vcmp##name##n(warpglass_u32 a, warpglass_u32 b) { return warpglass_spread##n(high_bits); } \
  WG_SIMD __nv_vset##name##n(warpglass_u32 a, warpglass_u32 b) { return (high_bits) >> WG_SHIFT(n) & WG_ONES(n); }
#define WG_SIMD_CHOOSE(n, name, first)                       \
  WG_SIMD __nv_##name##n(warpglass_u32 a, warpglass_u32 b) { \
    warpglass_u32 mask = first;                              \
    return (a & mask) | (b & ~mask);                         \
  }
WG_SIMD_LANES(2)
WG_SIMD_LANES(4)

// Sums of the lanes' differences.
#define WG_SIMD_SUM(sign)                                                                         \
  WG_SIMD __nv_vsad##sign##2(warpglass_u32 a, warpglass_u32 b) {                                  \
    warpglass_u32 d = __nv_vabsdiff##sign##2(a, b);                                               \
    return (d & 0xffff) + (d >> 16);                                                              \
  }                                                                                               \
  WG_SIMD __nv_vsad##sign##4(warpglass_u32 a, warpglass_u32 b) {                                  \
    warpglass_u32 d = __nv_vabsdiff##sign##4(a, b), pairs = (d & 0xff00ff) + (d >> 8 & 0xff00ff); \
    return (pairs & 0xffff) + (pairs >> 16);                                                      \
  }
WG_SIMD_SUM(u)
WG_SIMD_SUM(s)

#undef WG_HIGH
#undef WG_ONES
#undef WG_SHIFT
#undef WG_SIMD
#undef WG_SIMD_LANES
#undef WG_SIMD_COMPARE
#undef WG_SIMD_CHOOSE
#undef WG_SIMD_SUM

#endif
