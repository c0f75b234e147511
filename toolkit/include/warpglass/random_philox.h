// Philox4x32-10: a counter of 128 bits, ciphered by ten rounds into four numbers (Salmon et al., SC '11).
#ifndef WARPGLASS_RANDOM_PHILOX_H
#define WARPGLASS_RANDOM_PHILOX_H

#include "warpglass/random_common.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;     // of `output`
  uint4 output;  // four numbers, of which STATE counts those that are given out
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

WG_RANDOM uint4 curand_Philox4x32_10(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long x = 0xD2511F53ull * counter.x;
    const unsigned long long z = 0xCD9E8D57ull * counter.z;
    counter = make_uint4((unsigned int)(z >> 32) ^ counter.y ^ key.x, (unsigned int)z,
                         (unsigned int)(x >> 32) ^ counter.w ^ key.y, (unsigned int)x);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

// One of the words after the other; the numbers that begin at `first` of two counters.
WG_RANDOM unsigned int warpglass_philox_word(const uint4& words, unsigned int number) {
  return number == 0 ? words.x : number == 1 ? words.y : number == 2 ? words.z : words.w;
}
WG_RANDOM unsigned int warpglass_philox_word(const uint4& words, const uint4& next, unsigned int number) {
  return number < 4 ? warpglass_philox_word(words, number) : warpglass_philox_word(next, number - 4);
}

// Adds n to the counter's low or high half, with what the low one carries.
WG_RANDOM void warpglass_philox_count(curandStatePhilox4_32_10_t* state, unsigned long long n) {
  const unsigned long long low = ((unsigned long long)state->ctr.y << 32 | state->ctr.x) + n;
  const unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + (low < n ? 1 : 0);
  state->ctr = make_uint4((unsigned int)low, (unsigned int)(low >> 32), (unsigned int)high, (unsigned int)(high >> 32));
}

WG_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned int place = state->STATE + (unsigned int)(n & 3);
  state->STATE = place & 3;
  warpglass_philox_count(state, n / 4 + place / 4);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

// By n sequences of 2^66 numbers.
WG_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
  state->ctr.z = (unsigned int)high;
  state->ctr.w = (unsigned int)(high >> 32);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

WG_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t* state) {
  state->ctr = make_uint4(0, 0, 0, 0);
  state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
  state->STATE = 0;
  warpglass_forget_normals(state);
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

WG_RANDOM unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int number = warpglass_philox_word(state->output, state->STATE);
  if (++state->STATE == 4) {
    warpglass_philox_count(state, 1);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return number;
}

WG_RANDOM uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 before = state->output;
  warpglass_philox_count(state, 1);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
  const unsigned int first = state->STATE;
  return make_uint4(warpglass_philox_word(before, state->output, first),
                    warpglass_philox_word(before, state->output, first + 1),
                    warpglass_philox_word(before, state->output, first + 2),
                    warpglass_philox_word(before, state->output, first + 3));
}

#endif
