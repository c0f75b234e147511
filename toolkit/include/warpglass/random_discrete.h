// Numbers of a discrete distribution by a table that the host has made (curandCreatePoissonDistribution): a uniform
// number chooses a bar of the squared histogram, and what is left of it one of the two values that share the bar
// (Marsaglia, Tsang, Wang, Journal of Statistical Software 11, 2004); above the means that have tables, by a normal one.
#ifndef WARPGLASS_RANDOM_DISCRETE_H
#define WARPGLASS_RANDOM_DISCRETE_H

#include "curand.h"
#include "warpglass/random_normal.h"

// Laid out as the vendor's, so that programs which it compiled read the same. What is of the host stays empty.
struct curandHistogramM2_st {
  curandHistogramM2V_t V;  // bar j belongs to value j below this
  curandHistogramM2V_t host_V;
  curandHistogramM2K_t K;  // and to this one above
  curandHistogramM2K_t host_K;
  unsigned int host_gen;
};
struct curandDistributionM2Shift_st {
  curandHistogramM2_t histogram;
  curandHistogramM2_t host_histogram;
  unsigned int shift;   // what value 0 stands for
  unsigned int length;  // in bars
  unsigned int host_gen;
};
struct curandDiscreteDistribution_st {
  curandDiscreteDistribution_t self_host_ptr;
  curandDistributionM2Shift_t M2;
  curandDistributionM2Shift_t host_M2;
  double stddev;
  double mean;
  curandMethod_t method;  // CURAND_M2 or CURAND_DISCRETE_GAUSS
  unsigned int host_gen;
};

WG_RANDOM unsigned int warpglass_by_table(double uniform, const struct curandDistributionM2Shift_st* table) {
  const int bar = (int)(table->length * uniform);
  return table->shift + (uniform < table->histogram->V[bar] ? (unsigned int)bar : table->histogram->K[bar]);
}
WG_RANDOM unsigned int warpglass_discrete_of_normal(double normal, curandDiscreteDistribution_t distribution) {
  return (unsigned int)(distribution->stddev * normal + distribution->mean + 0.5);
}

#define WARPGLASS_DISCRETE(State)                                                                       \
  WG_RANDOM unsigned int curand_discrete(State* state, curandDiscreteDistribution_t distribution) {     \
    if (distribution->method == CURAND_M2)                                                              \
      return warpglass_by_table(_curand_uniform_double(curand(state)), distribution->M2);               \
    return warpglass_discrete_of_normal(curand_normal_double(state), distribution);                     \
  }
WARPGLASS_DISCRETE(curandStateXORWOW_t)
WARPGLASS_DISCRETE(curandStatePhilox4_32_10_t)
WARPGLASS_DISCRETE(curandStateMRG32k3a_t)
WARPGLASS_DISCRETE(curandStateSobol32_t)
WARPGLASS_DISCRETE(curandStateScrambledSobol32_t)
WARPGLASS_DISCRETE(curandStateSobol64_t)
WARPGLASS_DISCRETE(curandStateScrambledSobol64_t)
#undef WARPGLASS_DISCRETE

WG_RANDOM uint4 curand_discrete4(curandStatePhilox4_32_10_t* state, curandDiscreteDistribution_t distribution) {
  if (distribution->method == CURAND_M2) {
    const uint4 x = curand4(state);
    return make_uint4(warpglass_by_table(_curand_uniform_double(x.x), distribution->M2),
                      warpglass_by_table(_curand_uniform_double(x.y), distribution->M2),
                      warpglass_by_table(_curand_uniform_double(x.z), distribution->M2),
                      warpglass_by_table(_curand_uniform_double(x.w), distribution->M2));
  }
  const double4 normal = curand_normal4_double(state);
  return make_uint4(warpglass_discrete_of_normal(normal.x, distribution),
                    warpglass_discrete_of_normal(normal.y, distribution),
                    warpglass_discrete_of_normal(normal.z, distribution),
                    warpglass_discrete_of_normal(normal.w, distribution));
}

#endif
