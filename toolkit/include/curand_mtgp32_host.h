// MTGP32 on the host: parameters and first states for kernels, and what they are copied with.
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "curand.h"
#include "curand_mtgp32.h"
#include "curand_mtgp32dc_p_11213.h"

#define WARPGLASS_MTGP32 static inline __attribute__((unused))

// The first words of a seed: a linear congruence over what one byte of the parameters fills.
WARPGLASS_MTGP32 void mtgp32_init_state(unsigned int state[], const mtgp32_params_fast_t* para, unsigned int seed) {
  const unsigned int hidden = para->tbl[4] ^ para->tbl[8] << 16;
  unsigned int byte = hidden + (hidden >> 16);
  byte += byte >> 8;
  memset(state, (int)(byte & 0xff), sizeof(unsigned int) * MTGPDC_N);
  state[0] = seed;
  state[1] = hidden;
  for (unsigned int i = 1; i < MTGPDC_N; ++i) state[i] ^= 1812433253U * (state[i - 1] ^ state[i - 1] >> 30) + i;
}

// What kernels read of the parameters; `p` lies in the device's memory.
WARPGLASS_MTGP32 curandStatus_t CURANDAPI curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                                                    mtgp32_kernel_params_t* p) {
  mtgp32_kernel_params_t* made = (mtgp32_kernel_params_t*)malloc(sizeof(mtgp32_kernel_params_t));
  if (made == NULL) return CURAND_STATUS_ALLOCATION_FAILED;
  for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    made->pos_tbl[i] = (unsigned int)params[i].pos;
    made->sh1_tbl[i] = (unsigned int)params[i].sh1;
    made->sh2_tbl[i] = (unsigned int)params[i].sh2;
    memcpy(made->param_tbl[i], params[i].tbl, sizeof params[i].tbl);
    memcpy(made->temper_tbl[i], params[i].tmp_tbl, sizeof params[i].tmp_tbl);
    memcpy(made->single_temper_tbl[i], params[i].flt_tmp_tbl, sizeof params[i].flt_tmp_tbl);
  }
  made->mask[0] = params[0].mask;
  const cudaError_t error = cudaMemcpy(p, made, sizeof *made, cudaMemcpyHostToDevice);
  free(made);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

// States of the first `n` parameters, each of a seed of its own; `s` and `k` lie in the device's memory.
WARPGLASS_MTGP32 curandStatus_t CURANDAPI curandMakeMTGP32KernelState(curandStateMtgp32_t* s,
                                                                      mtgp32_params_fast_t params[],
                                                                      mtgp32_kernel_params_t* k, int n,
                                                                      unsigned long long seed) {
  const size_t bytes = sizeof(curandStateMtgp32_t) * (size_t)n;
  curandStateMtgp32_t* made = (curandStateMtgp32_t*)calloc(1, bytes);
  if (made == NULL) return CURAND_STATUS_ALLOCATION_FAILED;
  const unsigned int folded = (unsigned int)(seed ^ seed >> 32);
  for (int i = 0; i < n; ++i) {
    mtgp32_init_state(made[i].s, &params[i], folded + (unsigned int)i + 1);
    made[i].pIdx = i;
    made[i].k = k;
  }
  const cudaError_t error = cudaMemcpy(s, made, bytes, cudaMemcpyHostToDevice);
  free(made);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

#undef WARPGLASS_MTGP32

#endif
