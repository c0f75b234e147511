// Conversions between a 16-bit float and integers, in all roundings (CUDA Math API, Half and Bfloat16 Precision
// Conversion). What is out of range goes to the end of it; what is not a number becomes 0, in 64 bits 2^63.
//
// The including header defines WG_HD, WG_MEMBER, WG_T, which declares constructors from all integers, and
//   WG_INTEGER_NAME(before, after)      __##before##half##after
//   WG_INTEGER_PTX                      "f16"
//   WG_INTEGER_ARCH                     the first machine with instructions between this type and integers
//   WG_INTEGER_FROM(float, rounding)    the float brought to the type, to nearest (rn), to zero, down (rd) or up
//   WG_INTEGER_VALUE(narrow)            its value as a float
//   WG_INTEGER_BITS, WG_INTEGER_OF      to and from an unsigned short
//   WG_INTEGER_NO_CONSTRUCTORS          where there are no such constructors

#define WG_ROUND_rn(f) __builtin_rintf(f)
#define WG_ROUND_rz(f) __builtin_truncf(f)
#define WG_ROUND_rd(f) __builtin_floorf(f)
#define WG_ROUND_ru(f) __builtin_ceilf(f)

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= WG_INTEGER_ARCH
#define WG_PTX_rn "rn"
#define WG_PTX_rz "rz"
#define WG_PTX_rd "rm"
#define WG_PTX_ru "rp"
#define WG_BOTH(name, type, rounding, low, high, ptx, constraint)                               \
  WG_HD type WG_INTEGER_NAME(, 2##name##_##rounding)(WG_T a) {                                  \
    type i;                                                                                     \
    asm("cvt." WG_PTX_##rounding "i." ptx "." WG_INTEGER_PTX " %0, %1;"                         \
        : "=" constraint(i)                                                                     \
        : "h"(WG_INTEGER_BITS(a)));                                                             \
    return i;                                                                                   \
  }                                                                                             \
  WG_HD WG_T WG_INTEGER_NAME(name##2, _##rounding)(type i) {                                    \
    unsigned short bits;                                                                        \
    asm("cvt." WG_PTX_##rounding "." WG_INTEGER_PTX "." ptx " %0, %1;" : "=h"(bits) : constraint(i)); \
    return WG_INTEGER_OF(bits);                                                                 \
  }
#else
#ifndef WARPGLASS_INTEGER_ODD
#define WARPGLASS_INTEGER_ODD
// The float below an integer in magnitude, odd where it is not the integer: what the next rounding needs to know of it.
WG_HD float warpglass_odd_float(unsigned long long magnitude, bool negative) {
  int shift = 0;
  unsigned long long kept = magnitude;
  for (; kept >> 24; kept >>= 1) ++shift;
  if (kept << shift != magnitude) kept |= 1;
  const unsigned int scale = (unsigned int)(127 + shift) << 23;
  float power;
  __builtin_memcpy(&power, &scale, 4);
  const float f = (float)(unsigned int)kept * power;
  return negative ? -f : f;
}
#endif
#define WG_BOTH(name, type, rounding, low, high, ptx, constraint)                                             \
  WG_HD type WG_INTEGER_NAME(, 2##name##_##rounding)(WG_T a) {                                                \
    const float f = WG_ROUND_##rounding(WG_INTEGER_VALUE(a));                                                 \
    if (f != f) return sizeof(type) == 8 ? (type)(1ull << 63) : (type)0;                                      \
    return f <= (float)(low) ? (type)(low) : f >= (float)(high) ? (type)(high) : (type)f;                     \
  }                                                                                                           \
  WG_HD WG_T WG_INTEGER_NAME(name##2, _##rounding)(type i) {                                                  \
    const bool negative = i < (type)1 && i != 0;                                                              \
    const unsigned long long magnitude = negative ? 0ull - (unsigned long long)i : (unsigned long long)i;     \
    return WG_INTEGER_FROM(warpglass_odd_float(magnitude, negative), rounding);                               \
  }
#endif
#define WG_ALL(name, type, low, high, ptx, constraint)      \
  WG_BOTH(name, type, rn, low, high, ptx, constraint)       \
  WG_BOTH(name, type, rz, low, high, ptx, constraint)       \
  WG_BOTH(name, type, rd, low, high, ptx, constraint)       \
  WG_BOTH(name, type, ru, low, high, ptx, constraint)
WG_ALL(int, int, -2147483647 - 1, 2147483647, "s32", "r")
WG_ALL(uint, unsigned int, 0u, 4294967295u, "u32", "r")
WG_ALL(short, short, -32768, 32767, "s16", "h")
WG_ALL(ushort, unsigned short, 0, 65535, "u16", "h")
WG_ALL(ll, long long, -9223372036854775807LL - 1, 9223372036854775807LL, "s64", "l")
WG_ALL(ull, unsigned long long, 0ULL, 18446744073709551615ULL, "u64", "l")
WG_HD signed char WG_INTEGER_NAME(, 2char_rz)(WG_T a) {
  const int i = WG_INTEGER_NAME(, 2int_rz)(a);
  return (signed char)(i < -128 ? -128 : i > 127 ? 127 : i);
}
WG_HD unsigned char WG_INTEGER_NAME(, 2uchar_rz)(WG_T a) {
  const int i = WG_INTEGER_NAME(, 2int_rz)(a);
  return (unsigned char)(i < 0 ? 0 : i > 255 ? 255 : i);
}

#ifndef WG_INTEGER_NO_CONSTRUCTORS
#define WG_CONSTRUCTOR(type, name) \
  WG_MEMBER inline WG_T::WG_T(type i) : WG_T(WG_INTEGER_NAME(name##2, _rn)(i)) {}
WG_CONSTRUCTOR(int, int)
WG_CONSTRUCTOR(unsigned int, uint)
WG_CONSTRUCTOR(short, short)
WG_CONSTRUCTOR(unsigned short, ushort)
WG_CONSTRUCTOR(long, ll)
WG_CONSTRUCTOR(unsigned long, ull)
WG_CONSTRUCTOR(long long, ll)
WG_CONSTRUCTOR(unsigned long long, ull)
#undef WG_CONSTRUCTOR
#endif

#undef WG_ALL
#undef WG_BOTH
#undef WG_PTX_rn
#undef WG_PTX_rz
#undef WG_PTX_rd
#undef WG_PTX_ru
#undef WG_ROUND_rn
#undef WG_ROUND_rz
#undef WG_ROUND_rd
#undef WG_ROUND_ru
#undef WG_INTEGER_NAME
#undef WG_INTEGER_PTX
#undef WG_INTEGER_ARCH
#undef WG_INTEGER_FROM
#undef WG_INTEGER_VALUE
#undef WG_INTEGER_BITS
#undef WG_INTEGER_OF
#undef WG_INTEGER_NO_CONSTRUCTORS
