// MRG32k3a: two linear recurrences of three terms, modulo two primes, and their difference (L'Ecuyer, Operations Research
// 47, 1). Going n steps at once is the n-th power of a matrix of 3 x 3 for each.
#ifndef WARPGLASS_RANDOM_MRG32K3A_H
#define WARPGLASS_RANDOM_MRG32K3A_H

#include "warpglass/random_common.h"

struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];  // oldest first
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define MRG32K3A_NORM 2.3283065498378288e-10   // as the vendor rounds 1 / (m1 + 1)
#define MRG32K3A_BITS_NORM 1.000000048662      // (2^32 - 1) / m1
#define WARPGLASS_MRG_M1 4294967087ull
#define WARPGLASS_MRG_M2 4294944443ull

typedef struct {
  unsigned int at[3][3];
} warpglass_mrg_matrix;

WG_RANDOM void warpglass_mrg_times(unsigned int (&v)[3], const warpglass_mrg_matrix& a, unsigned long long m) {
  unsigned int product[3];
  for (int row = 0; row < 3; ++row) {
    unsigned long long sum = 0;
    for (int i = 0; i < 3; ++i) sum = (sum + (unsigned long long)a.at[row][i] * v[i] % m) % m;
    product[row] = (unsigned int)sum;
  }
  for (int row = 0; row < 3; ++row) v[row] = product[row];
}

WG_RANDOM void warpglass_mrg_square(warpglass_mrg_matrix& a, unsigned long long m) {
  warpglass_mrg_matrix square;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      unsigned long long sum = 0;
      for (int i = 0; i < 3; ++i) sum = (sum + (unsigned long long)a.at[row][i] * a.at[i][column] % m) % m;
      square.at[row][column] = (unsigned int)sum;
    }
  }
  a = square;
}

// a ^ (n * 2^shift) * v
WG_RANDOM void warpglass_mrg_jump(unsigned int (&v)[3], warpglass_mrg_matrix a, unsigned long long m,
                                  unsigned long long n, int shift) {
  if (n == 0) return;
  for (int i = 0; i < shift; ++i) warpglass_mrg_square(a, m);
  for (; n != 0; n >>= 1, warpglass_mrg_square(a, m)) {
    if ((n & 1) != 0) warpglass_mrg_times(v, a, m);
  }
}

// x[i] = 1403580 x[i-2] - 810728 x[i-3] modulo m1, y[i] = 527612 y[i-1] - 1370589 y[i-3] modulo m2
WG_RANDOM warpglass_mrg_matrix warpglass_mrg_first() {
  return {{{0, 1, 0}, {0, 0, 1}, {(unsigned int)(WARPGLASS_MRG_M1 - 810728), 1403580, 0}}};
}
WG_RANDOM warpglass_mrg_matrix warpglass_mrg_second() {
  return {{{0, 1, 0}, {0, 0, 1}, {(unsigned int)(WARPGLASS_MRG_M2 - 1370589), 0, 527612}}};
}

WG_RANDOM void warpglass_mrg_jump(curandStateMRG32k3a_t* state, unsigned long long n, int shift) {
  warpglass_mrg_jump(state->s1, warpglass_mrg_first(), WARPGLASS_MRG_M1, n, shift);
  warpglass_mrg_jump(state->s2, warpglass_mrg_second(), WARPGLASS_MRG_M2, n, shift);
}

WG_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) { warpglass_mrg_jump(state, n, 0); }
WG_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  warpglass_mrg_jump(state, n, 76);
}
WG_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  warpglass_mrg_jump(state, n, 127);
}

// \param subsequence  of 2^76 numbers
WG_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateMRG32k3a_t* state) {
  const unsigned long long mixed[2] = {(unsigned int)seed ^ 0x55555555u, (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu};
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = seed == 0 ? 12345u : (unsigned int)(mixed[i % 2] * 12345u % WARPGLASS_MRG_M1);
    state->s2[i] = seed == 0 ? 12345u : (unsigned int)(mixed[(i + 1) % 2] * 12345u % WARPGLASS_MRG_M2);
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
  warpglass_forget_normals(state);
}

// 1 to m1.
WG_RANDOM double curand_MRG32k3a(curandStateMRG32k3a_t* state) {
  const unsigned long long x =
      (1403580ull * state->s1[1] + 810728ull * (WARPGLASS_MRG_M1 - state->s1[0])) % WARPGLASS_MRG_M1;
  const unsigned long long y =
      (527612ull * state->s2[2] + 1370589ull * (WARPGLASS_MRG_M2 - state->s2[0])) % WARPGLASS_MRG_M2;
  for (int i = 0; i < 2; ++i) {
    state->s1[i] = state->s1[i + 1];
    state->s2[i] = state->s2[i + 1];
  }
  state->s1[2] = (unsigned int)x;
  state->s2[2] = (unsigned int)y;
  return (double)(x <= y ? x - y + WARPGLASS_MRG_M1 : x - y);
}

WG_RANDOM unsigned int curand(curandStateMRG32k3a_t* state) {
  return (unsigned int)(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}

#endif
