// Normal and log-normal numbers. Pseudorandom ones come in pairs (Box and Muller), of which one call gives out the first
// and the next call the second; quasirandom ones by the inverse of the distribution, which keeps their order.
#ifndef WARPGLASS_RANDOM_NORMAL_H
#define WARPGLASS_RANDOM_NORMAL_H

#include "warpglass/random_uniform.h"

// \param angle  in radians
WG_RANDOM float2 warpglass_box_muller(float u, float angle) {
  const float radius = sqrtf(-2.0f * logf(u));
  float sine, cosine;
#ifdef __CUDA_ARCH__
  __sincosf(angle, &sine, &cosine);
#else
  sine = sinf(angle);
  cosine = cosf(angle);
#endif
  return make_float2(sine * radius, cosine * radius);
}

// \param angle  in units of pi
WG_RANDOM double2 warpglass_box_muller(double u, double angle) {
  const double radius = sqrt(-2.0 * log(u));
  double sine, cosine;
#ifdef __CUDA_ARCH__
  sincospi(angle, &sine, &cosine);
#else
  sine = sin(angle * CURAND_PI_DOUBLE);
  cosine = cos(angle * CURAND_PI_DOUBLE);
#endif
  return make_double2(sine * radius, cosine * radius);
}

WG_RANDOM float2 _curand_box_muller(unsigned int x, unsigned int y) {
  return warpglass_box_muller(_curand_uniform(x), y * CURAND_2POW32_INV_2PI + CURAND_2POW32_INV_2PI / 2);
}
WG_RANDOM double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const unsigned long long bits = y0 ^ (unsigned long long)y1 << 21;
  return warpglass_box_muller(_curand_uniform_double_hq(x0, x1),
                              bits * (CURAND_2POW53_INV_DOUBLE * 2) + CURAND_2POW53_INV_DOUBLE);
}

// ---- Pairs, and fours ----

WG_RANDOM float2 curand_normal2(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state);
  const unsigned int y = curand(state);
  return _curand_box_muller(x, y);
}
WG_RANDOM float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned int x = curand(state);
  const unsigned int y = curand(state);
  return _curand_box_muller(x, y);
}
WG_RANDOM float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float u = curand_uniform(state);
  return warpglass_box_muller(u, curand_uniform(state) * CURAND_2PI);
}

WG_RANDOM double2 curand_normal2_double(curandStateXORWOW_t* state) {
  unsigned int x[4];
  for (int i = 0; i < 4; ++i) x[i] = curand(state);
  return _curand_box_muller_double(x[0], x[1], x[2], x[3]);
}
WG_RANDOM double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
WG_RANDOM double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double u = curand_uniform_double(state);
  return warpglass_box_muller(u, curand_uniform_double(state) * 2.0);
}

WG_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 first = _curand_box_muller(x.x, x.y);
  const float2 second = _curand_box_muller(x.z, x.w);
  return make_float4(first.x, first.y, second.x, second.y);
}
WG_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_normal2_double(state);
  const double2 second = curand_normal2_double(state);
  return make_double4(first.x, first.y, second.x, second.y);
}

// ---- By the inverse ----

WG_RANDOM float _curand_normal_icdf(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const float p = _curand_uniform(upper ? 0xffffffffu - x : x);
  return (upper ? CURAND_SQRT2 : -CURAND_SQRT2) * erfcinvf(2.0f * p);
}
WG_RANDOM float _curand_normal_icdf(unsigned long long x) { return _curand_normal_icdf((unsigned int)(x >> 32)); }
WG_RANDOM double _curand_normal_icdf_double(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const double p = (upper ? 0xffffffffu - x : x) * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE / 2;
  return (upper ? CURAND_SQRT2_DOUBLE : -CURAND_SQRT2_DOUBLE) * erfcinv(2.0 * p);
}
WG_RANDOM double _curand_normal_icdf_double(unsigned long long x) {
  x >>= 11;
  const bool upper = x > 0x10000000000000ull;
  const double p = (upper ? 0x1fffffffffffffull - x : x) * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE / 2;
  return (upper ? CURAND_SQRT2_DOUBLE : -CURAND_SQRT2_DOUBLE) * erfcinv(2.0 * p);
}

// ---- One by one ----

#define WARPGLASS_NORMAL_OF_PAIRS(State)                                                     \
  WG_RANDOM float curand_normal(State* state) {                                              \
    if (state->boxmuller_flag == EXTRA_FLAG_NORMAL) {                                        \
      state->boxmuller_flag = 0;                                                             \
      return state->boxmuller_extra;                                                         \
    }                                                                                        \
    const float2 pair = curand_normal2(state);                                               \
    state->boxmuller_extra = pair.y;                                                         \
    state->boxmuller_flag = EXTRA_FLAG_NORMAL;                                               \
    return pair.x;                                                                           \
  }                                                                                          \
  WG_RANDOM double curand_normal_double(State* state) {                                      \
    if (state->boxmuller_flag_double == EXTRA_FLAG_NORMAL) {                                 \
      state->boxmuller_flag_double = 0;                                                      \
      return state->boxmuller_extra_double;                                                  \
    }                                                                                        \
    const double2 pair = curand_normal2_double(state);                                       \
    state->boxmuller_extra_double = pair.y;                                                  \
    state->boxmuller_flag_double = EXTRA_FLAG_NORMAL;                                        \
    return pair.x;                                                                           \
  }                                                                                          \
  WG_RANDOM float2 curand_log_normal2(State* state, float mean, float stddev) {              \
    const float2 pair = curand_normal2(state);                                               \
    return make_float2(expf(mean + stddev * pair.x), expf(mean + stddev * pair.y));          \
  }                                                                                          \
  WG_RANDOM double2 curand_log_normal2_double(State* state, double mean, double stddev) {    \
    const double2 pair = curand_normal2_double(state);                                       \
    return make_double2(exp(mean + stddev * pair.x), exp(mean + stddev * pair.y));           \
  }                                                                                          \
  WG_RANDOM float curand_log_normal(State* state, float mean, float stddev) {                \
    if (state->boxmuller_flag == EXTRA_FLAG_LOG_NORMAL) {                                    \
      state->boxmuller_flag = 0;                                                             \
      return state->boxmuller_extra;                                                         \
    }                                                                                        \
    const float2 pair = curand_log_normal2(state, mean, stddev);                             \
    state->boxmuller_extra = pair.y;                                                         \
    state->boxmuller_flag = EXTRA_FLAG_LOG_NORMAL;                                           \
    return pair.x;                                                                           \
  }                                                                                          \
  WG_RANDOM double curand_log_normal_double(State* state, double mean, double stddev) {      \
    if (state->boxmuller_flag_double == EXTRA_FLAG_LOG_NORMAL) {                             \
      state->boxmuller_flag_double = 0;                                                      \
      return state->boxmuller_extra_double;                                                  \
    }                                                                                        \
    const double2 pair = curand_log_normal2_double(state, mean, stddev);                     \
    state->boxmuller_extra_double = pair.y;                                                  \
    state->boxmuller_flag_double = EXTRA_FLAG_LOG_NORMAL;                                    \
    return pair.x;                                                                           \
  }
WARPGLASS_NORMAL_OF_PAIRS(curandStateXORWOW_t)
WARPGLASS_NORMAL_OF_PAIRS(curandStatePhilox4_32_10_t)
WARPGLASS_NORMAL_OF_PAIRS(curandStateMRG32k3a_t)
#undef WARPGLASS_NORMAL_OF_PAIRS

#define WARPGLASS_NORMAL_BY_INVERSE(State)                                                     \
  WG_RANDOM float curand_normal(State* state) { return _curand_normal_icdf(curand(state)); }   \
  WG_RANDOM double curand_normal_double(State* state) {                                        \
    return _curand_normal_icdf_double(curand(state));                                          \
  }                                                                                            \
  WG_RANDOM float curand_log_normal(State* state, float mean, float stddev) {                  \
    return expf(mean + stddev * curand_normal(state));                                         \
  }                                                                                            \
  WG_RANDOM double curand_log_normal_double(State* state, double mean, double stddev) {        \
    return exp(mean + stddev * curand_normal_double(state));                                   \
  }
WARPGLASS_NORMAL_BY_INVERSE(curandStateSobol32_t)
WARPGLASS_NORMAL_BY_INVERSE(curandStateScrambledSobol32_t)
WARPGLASS_NORMAL_BY_INVERSE(curandStateSobol64_t)
WARPGLASS_NORMAL_BY_INVERSE(curandStateScrambledSobol64_t)
#undef WARPGLASS_NORMAL_BY_INVERSE

WG_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float4 four = curand_normal4(state);
  return make_float4(expf(mean + stddev * four.x), expf(mean + stddev * four.y), expf(mean + stddev * four.z),
                     expf(mean + stddev * four.w));
}
WG_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double stddev) {
  const double4 four = curand_normal4_double(state);
  return make_double4(exp(mean + stddev * four.x), exp(mean + stddev * four.y), exp(mean + stddev * four.z),
                      exp(mean + stddev * four.w));
}

#endif
