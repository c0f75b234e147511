// Uniform numbers above 0 and up to 1: the middle of the step that an integer stands for.
#ifndef WARPGLASS_RANDOM_UNIFORM_H
#define WARPGLASS_RANDOM_UNIFORM_H

#include "warpglass/random_mrg32k3a.h"
#include "warpglass/random_philox.h"
#include "warpglass/random_sobol.h"
#include "warpglass/random_xorwow.h"

WG_RANDOM float _curand_uniform(unsigned int x) { return x * CURAND_2POW32_INV + CURAND_2POW32_INV / 2; }
WG_RANDOM float _curand_uniform(unsigned long long x) { return _curand_uniform((unsigned int)(x >> 32)); }
WG_RANDOM double _curand_uniform_double(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
WG_RANDOM double _curand_uniform_double(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE / 2;
}
// Of 53 bits: those of x, and of y from bit 21 on.
WG_RANDOM double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  const unsigned long long bits = x ^ (unsigned long long)y << 21;
  return bits * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE / 2;
}

#define WARPGLASS_UNIFORM(State)                                                               \
  WG_RANDOM float curand_uniform(State* state) { return _curand_uniform(curand(state)); }
#define WARPGLASS_UNIFORM_DOUBLE(State) \
  WG_RANDOM double curand_uniform_double(State* state) { return _curand_uniform_double(curand(state)); }
WARPGLASS_UNIFORM(curandStateXORWOW_t)
WARPGLASS_UNIFORM(curandStatePhilox4_32_10_t)
WARPGLASS_UNIFORM(curandStateSobol32_t)
WARPGLASS_UNIFORM(curandStateScrambledSobol32_t)
WARPGLASS_UNIFORM(curandStateSobol64_t)
WARPGLASS_UNIFORM(curandStateScrambledSobol64_t)
WARPGLASS_UNIFORM_DOUBLE(curandStatePhilox4_32_10_t)
WARPGLASS_UNIFORM_DOUBLE(curandStateSobol32_t)
WARPGLASS_UNIFORM_DOUBLE(curandStateScrambledSobol32_t)
WARPGLASS_UNIFORM_DOUBLE(curandStateSobol64_t)
WARPGLASS_UNIFORM_DOUBLE(curandStateScrambledSobol64_t)
#undef WARPGLASS_UNIFORM
#undef WARPGLASS_UNIFORM_DOUBLE

WG_RANDOM double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state);
  const unsigned int y = curand(state);
  return _curand_uniform_double_hq(x, y);
}

WG_RANDOM float curand_uniform(curandStateMRG32k3a_t* state) { return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM); }
WG_RANDOM double curand_uniform_double(curandStateMRG32k3a_t* state) { return curand_MRG32k3a(state) * MRG32K3A_NORM; }

WG_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w));
}
WG_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}
WG_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_uniform2_double(state);
  const double2 second = curand_uniform2_double(state);
  return make_double4(first.x, first.y, second.x, second.y);
}

#endif
