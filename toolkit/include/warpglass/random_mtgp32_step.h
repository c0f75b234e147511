// The recursion of MTGP32 and its tempering, for host and device alike.
#ifndef WARPGLASS_RANDOM_MTGP32_STEP_H
#define WARPGLASS_RANDOM_MTGP32_STEP_H

#include "curand_mtgp32.h"
#include "warpglass/random_common.h"

// The word that follows: of the oldest, the one behind it, and the one `pos_tbl` behind it.
WG_RANDOM unsigned int warpglass_mtgp32_next(const mtgp32_kernel_params_t* k, int p, unsigned int oldest,
                                             unsigned int second, unsigned int middle) {
  unsigned int x = (oldest & k->mask[0]) ^ second;
  x ^= x << k->sh1_tbl[p];
  const unsigned int y = x ^ middle >> k->sh2_tbl[p];
  return y ^ k->param_tbl[p][y & 15];
}

// Which of the 16 words a number is tempered by: `before` is the word before the middle one.
WG_RANDOM unsigned int warpglass_mtgp32_choice(unsigned int before) {
  before ^= before >> 16;
  before ^= before >> 8;
  return before & 15;
}
WG_RANDOM unsigned int warpglass_mtgp32_temper(const mtgp32_kernel_params_t* k, int p, unsigned int word,
                                               unsigned int before) {
  return word ^ k->temper_tbl[p][warpglass_mtgp32_choice(before)];
}
// The bits of a float of at least 1, below 2.
WG_RANDOM unsigned int warpglass_mtgp32_temper_single(const mtgp32_kernel_params_t* k, int p, unsigned int word,
                                                      unsigned int before) {
  return word >> 9 ^ k->single_temper_tbl[p][warpglass_mtgp32_choice(before)];
}

#endif
