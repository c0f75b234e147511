// Poisson numbers. Pseudorandom ones below a mean of 64 by counting factors (Knuth), up to 4000 by rejection from an
// approximation of the incomplete gamma function's inverse, above that from normal ones; quasirandom ones by the sum of
// the distribution up to a mean of 1000, above that from normal ones. The approximations are those of the vendor's
// library, number by number, so that the same values come out.
#ifndef WARPGLASS_RANDOM_POISSON_H
#define WARPGLASS_RANDOM_POISSON_H

#include "warpglass/random_normal.h"

WG_RANDOM unsigned int warpglass_poisson_of_normal(double normal, double mean) {
  return (unsigned int)(sqrt(mean) * normal + mean + 0.5);
}

// ---- By counting factors ----

template <class State>
WG_RANDOM unsigned int warpglass_poisson_small(State* state, float mean) {
  unsigned int factors = 0;
  for (float product = expf(mean); ; ++factors) {
    product *= curand_uniform(state);
    if (!(product > 1.0)) return factors;
  }
}

// ---- By rejection ----

// What the machine has for these functions.
WG_RANDOM float warpglass_quick_rsqrt(float a) {
#ifdef __CUDA_ARCH__
  asm("rsqrt.approx.f32.ftz %0, %1;" : "=f"(a) : "f"(a));
  return a;
#else
  return 1.0f / sqrtf(a);
#endif
}
WG_RANDOM float warpglass_quick_exp(float a) {
#ifdef __CUDA_ARCH__
  a = a * 1.4426950408889634;
  asm("ex2.approx.f32.ftz %0, %1;" : "=f"(a) : "f"(a));
  return a;
#else
  return expf(a);
#endif
}
WG_RANDOM float warpglass_quick_log(float a) {
#ifdef __CUDA_ARCH__
  asm("lg2.approx.f32.ftz %0, %1;" : "=f"(a) : "f"(a));
  return a * 0.69314718055994531;
#else
  return logf(a);
#endif
}
WG_RANDOM float warpglass_quick_reciprocal(float a) {
#ifdef __CUDA_ARCH__
  asm("rcp.approx.f32.ftz %0, %1;" : "=f"(a) : "f"(a));
  return a;
#else
  return 1.0f / a;
#endif
}

// P(a, x) is near 1 / (1 + exp(alpha (a - x) - beta))^2.
struct warpglass_gamma {
  float a, alpha, beta;
};
WG_RANDOM warpglass_gamma warpglass_gamma_of(float a) {
  return {a, 1.43248035075540910f * warpglass_quick_rsqrt(a - 0.12400979329415655f) + 0.00025361074907033f,
          0.21096734870196546f * warpglass_quick_rsqrt(a - 1.97381164089999420f) + 0.94201734077887530f};
}
WG_RANDOM float warpglass_gamma_at(const warpglass_gamma& gamma, float x) {
  const float power = gamma.alpha * (gamma.a - x) - gamma.beta;
  const float base = 1.0f + warpglass_quick_exp(power);
  return warpglass_quick_reciprocal(base * base);
}
WG_RANDOM float warpglass_gamma_inverse(const warpglass_gamma& gamma, float y) {
  const float power = gamma.beta + warpglass_quick_log(warpglass_quick_rsqrt(y) - 1.0f);
  return -power * warpglass_quick_reciprocal(gamma.alpha) + gamma.a;
}

// log((n - 1)!): itself up to 8, by Stirling's series above (Hart et al., Computer Approximations, 5404).
WG_RANDOM double warpglass_log_factorial(int n) {
  double logs[] = {0.0,
                   0.0,
                   6.931471805599453094e-1,
                   1.791759469228055001,
                   3.178053830347945620,
                   4.787491742782045994,
                   6.579251212010100995,
                   8.525161361065414300};
  if (n <= 8) return logs[n - 1];
  const double x = (float)n;
  const double inverse = 1.0 / x, square = inverse * inverse;
  double series = -0.1633436431e-2;
  series = series * square + 0.83645878922e-3;
  series = series * square - 0.5951896861197e-3;
  series = series * square + 0.793650576493454e-3;
  series = series * square - 0.277777777735865004e-2;
  series = series * square + 0.833333333333331018375e-1;
  series = series * inverse + 0.918938533204672;
  const double half = 0.5 * log(x) * (x - 0.5);
  return (half - x) + (half + series);
}

template <class State>
WG_RANDOM unsigned int warpglass_poisson_medium(State* state, float mean) {
  const warpglass_gamma gamma = warpglass_gamma_of(mean);
  const float log_mean = warpglass_quick_log(mean);
  while (true) {
    const float x = floorf(warpglass_gamma_inverse(gamma, curand_uniform(state)));
    const float uniform = curand_uniform(state);
    const float bound = (warpglass_gamma_at(gamma, x + 1.0f) - warpglass_gamma_at(gamma, x)) * 1.3f;
    const float height = warpglass_quick_exp(-mean + x * log_mean - (float)warpglass_log_factorial((int)(1.0f + x)));
    if (uniform * bound < height && bound >= 1e-20) return (unsigned int)x;
  }
}

#define WARPGLASS_POISSON(State)                                                               \
  WG_RANDOM unsigned int curand_poisson(State* state, double lambda) {                         \
    if (lambda < 64) return warpglass_poisson_small(state, (float)lambda);                     \
    if (lambda > 4000) return warpglass_poisson_of_normal(curand_normal_double(state), lambda); \
    return warpglass_poisson_medium(state, (float)lambda);                                     \
  }
WARPGLASS_POISSON(curandStateXORWOW_t)
WARPGLASS_POISSON(curandStatePhilox4_32_10_t)
WARPGLASS_POISSON(curandStateMRG32k3a_t)
#undef WARPGLASS_POISSON

WG_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  unsigned int four[4];
  if (lambda > 4000) {
    const double4 normal = curand_normal4_double(state);
    return make_uint4(warpglass_poisson_of_normal(normal.x, lambda), warpglass_poisson_of_normal(normal.y, lambda),
                      warpglass_poisson_of_normal(normal.z, lambda), warpglass_poisson_of_normal(normal.w, lambda));
  }
  for (int i = 0; i < 4; ++i) four[i] = curand_poisson(state, lambda);
  return make_uint4(four[0], four[1], four[2], four[3]);
}

// ---- By the sum of the distribution ----

// Above 0 and below 1: a sum may never come to 1.
WG_RANDOM double warpglass_below_one(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE / 2;
}
WG_RANDOM double warpglass_below_one(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE / 4;
}

// exp(-lambda) would be 0: it is multiplied in by parts of exp(-500).
template <class Word>
WG_RANDOM unsigned int warpglass_poisson_by_sum(Word x, double lambda) {
  const double u = warpglass_below_one(x);
  double term = 1.0, sum = 1.0;
  unsigned int k = 0;
  for (int done = 0; done == 0 || done < lambda; done += 500) {
    const double part = lambda > done + 500.0 ? exp(-500.0) : exp(done - lambda);
    term *= part;
    for (sum *= part; u > sum; sum += term) term *= lambda / (double)++k;
  }
  return k;
}

#define WARPGLASS_POISSON(State)                                                           \
  WG_RANDOM unsigned int curand_poisson(State* state, double lambda) {                     \
    if (lambda < 1000) return warpglass_poisson_by_sum(curand(state), lambda);             \
    return warpglass_poisson_of_normal(_curand_normal_icdf_double(curand(state)), lambda); \
  }
WARPGLASS_POISSON(curandStateSobol32_t)
WARPGLASS_POISSON(curandStateScrambledSobol32_t)
WARPGLASS_POISSON(curandStateSobol64_t)
WARPGLASS_POISSON(curandStateScrambledSobol64_t)
#undef WARPGLASS_POISSON

#endif
