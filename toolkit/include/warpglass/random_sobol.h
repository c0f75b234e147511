// Sobol' sequences in the order of Gray codes (Antonov and Saleev), of 32 and 64 bits, plain and scrambled by a digital
// shift. A dimension's direction numbers come from the caller.
#ifndef WARPGLASS_RANDOM_SOBOL_H
#define WARPGLASS_RANDOM_SOBOL_H

#include "curand.h"
#include "warpglass/random_common.h"

template <class Word>
struct warpglass_sobol {
  Word i, x, c;  // number of the next point, the point, what scrambles it
  Word direction_vectors[8 * sizeof(Word)];
};
struct curandStateSobol32 : warpglass_sobol<unsigned int> {};
struct curandStateScrambledSobol32 : warpglass_sobol<unsigned int> {};
struct curandStateSobol64 : warpglass_sobol<unsigned long long> {};
struct curandStateScrambledSobol64 : warpglass_sobol<unsigned long long> {};
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class Word>
WG_RANDOM void warpglass_sobol_skip(Word n, warpglass_sobol<Word>* state) {
  state->i += n;
  state->x = state->c;
  Word gray = state->i ^ state->i >> 1;
  for (int bit = 0; gray != 0; ++bit, gray >>= 1) {
    if ((gray & 1) != 0) state->x ^= state->direction_vectors[bit];
  }
}

template <class Word>
WG_RANDOM void warpglass_sobol_init(const Word* directions, Word scramble, Word offset, warpglass_sobol<Word>* state) {
  for (int bit = 0; bit < (int)(8 * sizeof(Word)); ++bit) state->direction_vectors[bit] = directions[bit];
  state->i = 0;
  state->c = scramble;
  warpglass_sobol_skip(offset, state);
}

// The code of the next number differs in the lowest bit that is 0 in this one; after the last, in the highest.
template <class Word>
WG_RANDOM Word warpglass_sobol_next(warpglass_sobol<Word>* state) {
  const Word point = state->x;
  int bit = 0;
  while (bit + 1 < (int)(8 * sizeof(Word)) && (state->i >> bit & 1) != 0) ++bit;
  state->x ^= state->direction_vectors[bit];
  ++state->i;
  return point;
}

WG_RANDOM void skipahead(unsigned int n, curandStateSobol32_t* state) { warpglass_sobol_skip(n, state); }
WG_RANDOM void skipahead(unsigned int n, curandStateScrambledSobol32_t* state) { warpglass_sobol_skip(n, state); }
WG_RANDOM void skipahead(unsigned long long n, curandStateSobol64_t* state) { warpglass_sobol_skip(n, state); }
WG_RANDOM void skipahead(unsigned long long n, curandStateScrambledSobol64_t* state) { warpglass_sobol_skip(n, state); }

WG_RANDOM void curand_init(curandDirectionVectors32_t directions, unsigned int offset, curandStateSobol32_t* state) {
  warpglass_sobol_init<unsigned int>(directions, 0, offset, state);
}
WG_RANDOM void curand_init(curandDirectionVectors32_t directions, unsigned int scramble, unsigned int offset,
                           curandStateScrambledSobol32_t* state) {
  warpglass_sobol_init<unsigned int>(directions, scramble, offset, state);
}
WG_RANDOM void curand_init(curandDirectionVectors64_t directions, unsigned long long offset,
                           curandStateSobol64_t* state) {
  warpglass_sobol_init<unsigned long long>(directions, 0, offset, state);
}
WG_RANDOM void curand_init(curandDirectionVectors64_t directions, unsigned long long scramble,
                           unsigned long long offset, curandStateScrambledSobol64_t* state) {
  warpglass_sobol_init<unsigned long long>(directions, scramble, offset, state);
}

WG_RANDOM unsigned int curand(curandStateSobol32_t* state) { return warpglass_sobol_next(state); }
WG_RANDOM unsigned int curand(curandStateScrambledSobol32_t* state) { return warpglass_sobol_next(state); }
WG_RANDOM unsigned long long curand(curandStateSobol64_t* state) { return warpglass_sobol_next(state); }
WG_RANDOM unsigned long long curand(curandStateScrambledSobol64_t* state) { return warpglass_sobol_next(state); }

#endif
