// The dynamic-programming functions: maxima and minima of three, of a sum, held above zero, or with a word on which
// side won. For the host too; `relu` means at least zero.
#ifndef WARPGLASS_DEVICE_DPX_H
#define WARPGLASS_DEVICE_DPX_H

#define WG_HD static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))

// Lanes of a word of two halfwords.
#define WG_LOW(type, word) ((type)(word))
#define WG_UPPER(type, word) ((type)((word) >> 16))
#define WG_JOIN(low, high) ((unsigned int)(unsigned short)(low) | (unsigned int)(unsigned short)(high) << 16)

#define WG_BEST(name, type, op) \
  WG_HD type warpglass_##name(type a, type b) { return a op b ? a : b; }
WG_BEST(max_s32, int, >)
WG_BEST(min_s32, int, <)
WG_BEST(max_u32, unsigned int, >)
WG_BEST(min_u32, unsigned int, <)
WG_BEST(max_s16x2, short, >)
WG_BEST(min_s16x2, short, <)
WG_BEST(max_u16x2, unsigned short, >)
WG_BEST(min_u16x2, unsigned short, <)
#undef WG_BEST

// Whole words: side is max or min, kind s32 or u32.
#define WG_WORD(side, kind, type, not_worse)                                        \
  WG_HD type __vi##side##3_##kind(type a, type b, type c) {                         \
    return warpglass_##side##_##kind(warpglass_##side##_##kind(a, b), c);           \
  }                                                                                 \
  WG_HD type __viadd##side##_##kind(type a, type b, type c) {                       \
    return warpglass_##side##_##kind((type)((unsigned int)a + (unsigned int)b), c); \
  }                                                                                 \
  WG_HD type __vib##side##_##kind(type a, type b, bool* first) {                    \
    *first = a not_worse b;                                                         \
    return warpglass_##side##_##kind(a, b);                                         \
  }
WG_WORD(max, s32, int, >=)
WG_WORD(min, s32, int, <=)
WG_WORD(max, u32, unsigned int, >=)
WG_WORD(min, u32, unsigned int, <=)
#undef WG_WORD

// Pairs of halfwords.
#define WG_PAIR2(side, kind, type, a, b)                               \
  WG_JOIN(warpglass_##side##_##kind(WG_LOW(type, a), WG_LOW(type, b)), \
          warpglass_##side##_##kind(WG_UPPER(type, a), WG_UPPER(type, b)))
#define WG_PAIR(side, kind, type, not_worse)                                                                   \
  WG_HD unsigned int __vi##side##3_##kind(unsigned int a, unsigned int b, unsigned int c) {                    \
    unsigned int best = WG_PAIR2(side, kind, type, a, b);                                                      \
    return WG_PAIR2(side, kind, type, best, c);                                                                \
  }                                                                                                            \
  WG_HD unsigned int __viadd##side##_##kind(unsigned int a, unsigned int b, unsigned int c) {                  \
    unsigned int sum = WG_JOIN(WG_LOW(type, a) + WG_LOW(type, b), WG_UPPER(type, a) + WG_UPPER(type, b));      \
    return WG_PAIR2(side, kind, type, sum, c);                                                                 \
  }                                                                                                            \
  WG_HD unsigned int __vib##side##_##kind(unsigned int a, unsigned int b, bool* first_high, bool* first_low) { \
    *first_high = WG_UPPER(type, a) not_worse WG_UPPER(type, b);                                               \
    *first_low = WG_LOW(type, a) not_worse WG_LOW(type, b);                                                    \
    return WG_PAIR2(side, kind, type, a, b);                                                                   \
  }
WG_PAIR(max, s16x2, short, >=)
WG_PAIR(min, s16x2, short, <=)
WG_PAIR(max, u16x2, unsigned short, >=)
WG_PAIR(min, u16x2, unsigned short, <=)
#undef WG_PAIR

#define WG_RELU(kind, word, zeroed)                                                                          \
  WG_HD word __vimax_##kind##_relu(word a, word b) { return zeroed(__vimax3_##kind(a, b, b)); }              \
  WG_HD word __vimin_##kind##_relu(word a, word b) { return zeroed(__vimin3_##kind(a, b, b)); }              \
  WG_HD word __vimax3_##kind##_relu(word a, word b, word c) { return zeroed(__vimax3_##kind(a, b, c)); }     \
  WG_HD word __vimin3_##kind##_relu(word a, word b, word c) { return zeroed(__vimin3_##kind(a, b, c)); }     \
  WG_HD word __viaddmax_##kind##_relu(word a, word b, word c) { return zeroed(__viaddmax_##kind(a, b, c)); } \
  WG_HD word __viaddmin_##kind##_relu(word a, word b, word c) { return zeroed(__viaddmin_##kind(a, b, c)); }
WG_HD int warpglass_relu_s32(int a) { return a > 0 ? a : 0; }
WG_HD unsigned int warpglass_relu_s16x2(unsigned int a) { return WG_PAIR2(max, s16x2, short, a, 0u); }
WG_RELU(s32, int, warpglass_relu_s32)
WG_RELU(s16x2, unsigned int, warpglass_relu_s16x2)
#undef WG_RELU

#undef WG_PAIR2
#undef WG_LOW
#undef WG_UPPER
#undef WG_JOIN
#undef WG_HD

#endif
