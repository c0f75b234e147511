// The parameters of MTGP32's generators.
#ifndef CURAND_MTGP32DC_P_11213_H
#define CURAND_MTGP32DC_P_11213_H

#include "curand_mtgp32.h"

// All sums of four words, for bits of a float as well.
#define WARPGLASS_SUMS(w, a, b, c, d)                                                                        \
  {w(0), w(a), w(b), w(a ^ b), w(c), w(a ^ c), w(b ^ c), w(a ^ b ^ c), w(d), w(a ^ d), w(b ^ d), w(a ^ b ^ d), \
   w(c ^ d), w(a ^ c ^ d), w(b ^ c ^ d), w(a ^ b ^ c ^ d)}
#define WARPGLASS_WORD(x) (x)
#define WARPGLASS_FLOAT_BITS(x) (0x3f800000U | (x) >> 9)
#define MTGP32(pos, sh1, sh2, a, b, c, d, e, f, g, h, digest)                                          \
  {11213,      pos,   sh1, sh2, WARPGLASS_SUMS(WARPGLASS_WORD, a, b, c, d),                            \
   WARPGLASS_SUMS(WARPGLASS_WORD, e, f, g, h), WARPGLASS_SUMS(WARPGLASS_FLOAT_BITS, e, f, g, h),       \
   0xfff80000U, digest},
static mtgp32_params_fast_t mtgp32dc_params_fast_11213[] __attribute__((unused)) = {
#include "warpglass/random_mtgp32_parameters.def"
};
#undef MTGP32
#undef WARPGLASS_FLOAT_BITS
#undef WARPGLASS_WORD
#undef WARPGLASS_SUMS

static const int mtgpdc_params_11213_num __attribute__((unused)) = 200;

#endif
