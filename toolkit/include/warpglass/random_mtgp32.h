// MTGP32 in kernels. All threads of a block draw together, at most 256: each makes one word of the state that follows.
#ifndef WARPGLASS_RANDOM_MTGP32_H
#define WARPGLASS_RANDOM_MTGP32_H

#include "curand_mtgp32.h"

#if defined(__CUDA__) || defined(__CUDACC__)

#include "warpglass/random_discrete.h"
#include "warpglass/random_mtgp32_step.h"
#include "warpglass/random_normal.h"
#include "warpglass/random_poisson.h"
#include "warpglass/random_uniform.h"

#define WG_TOGETHER static __inline__ __device__ __attribute__((always_inline, nodebug, unused))

// What thread `thread` makes of the state, by `temper`; then the state begins `threads` words on.
template <class Temper>
WG_TOGETHER unsigned int warpglass_mtgp32_draw(curandStateMtgp32_t* state, unsigned int thread, unsigned int threads,
                                               Temper temper) {
  const mtgp32_kernel_params_t* const k = state->k;
  const int p = state->pIdx;
  const unsigned int at = state->offset + thread, middle = at + k->pos_tbl[p];
  const unsigned int word =
      warpglass_mtgp32_next(k, p, state->s[at & MTGP32_STATE_MASK], state->s[(at + 1) & MTGP32_STATE_MASK],
                            state->s[middle & MTGP32_STATE_MASK]);
  state->s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = word;
  const unsigned int drawn = temper(k, p, word, state->s[(middle - 1) & MTGP32_STATE_MASK]);
  __syncthreads();
  if (thread == 0) state->offset = (state->offset + threads) & MTGP32_STATE_MASK;
  __syncthreads();
  return drawn;
}

WG_TOGETHER unsigned int warpglass_mtgp32_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// For `threads` threads of the block, of which the caller is number `thread`.
WG_TOGETHER unsigned int curand_mtgp32_specific(curandStateMtgp32_t* state, unsigned char thread,
                                                unsigned char threads) {
  return warpglass_mtgp32_draw(state, thread, threads, warpglass_mtgp32_temper);
}
WG_TOGETHER unsigned int curand(curandStateMtgp32_t* state) {
  return warpglass_mtgp32_draw(state, warpglass_mtgp32_thread(), blockDim.x * blockDim.y * blockDim.z,
                               warpglass_mtgp32_temper);
}
// At least 1, below 2. NVIDIA's single numbers overwrite words that other threads still read, so that they differ from run
// to run, and the state behind them is spoilt; these go on as the integers do.
WG_TOGETHER float curand_mtgp32_single_specific(curandStateMtgp32_t* state, unsigned char thread,
                                                unsigned char threads) {
  return __uint_as_float(warpglass_mtgp32_draw(state, thread, threads, warpglass_mtgp32_temper_single));
}
WG_TOGETHER float curand_mtgp32_single(curandStateMtgp32_t* state) {
  return __uint_as_float(warpglass_mtgp32_draw(state, warpglass_mtgp32_thread(), blockDim.x * blockDim.y * blockDim.z,
                                               warpglass_mtgp32_temper_single));
}

// One draw makes one number, so that no thread draws oftener than another.
WG_TOGETHER float curand_uniform(curandStateMtgp32_t* state) { return _curand_uniform(curand(state)); }
WG_TOGETHER double curand_uniform_double(curandStateMtgp32_t* state) { return _curand_uniform_double(curand(state)); }
WG_TOGETHER float curand_normal(curandStateMtgp32_t* state) { return _curand_normal_icdf(curand(state)); }
WG_TOGETHER double curand_normal_double(curandStateMtgp32_t* state) {
  return _curand_normal_icdf_double(curand(state));
}
WG_TOGETHER float curand_log_normal(curandStateMtgp32_t* state, float mean, float stddev) {
  return expf(mean + stddev * curand_normal(state));
}
WG_TOGETHER double curand_log_normal_double(curandStateMtgp32_t* state, double mean, double stddev) {
  return exp(mean + stddev * curand_normal_double(state));
}
WG_TOGETHER unsigned int curand_poisson(curandStateMtgp32_t* state, double lambda) {
  const unsigned int x = curand(state);
  if (lambda < 1000) return warpglass_poisson_by_sum(x, lambda);
  return warpglass_poisson_of_normal(_curand_normal_icdf_double(x), lambda);
}
WG_TOGETHER unsigned int curand_discrete(curandStateMtgp32_t* state, curandDiscreteDistribution_t distribution) {
  const unsigned int x = curand(state);
  if (distribution->method == CURAND_M2) return warpglass_by_table(_curand_uniform_double(x), distribution->M2);
  return warpglass_discrete_of_normal(_curand_normal_icdf_double(x), distribution);
}

#undef WG_TOGETHER

#endif
#endif
