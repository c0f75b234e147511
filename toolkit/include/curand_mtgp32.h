// MTGP32, the Mersenne Twister for graphics processors of period 2^11213 - 1 (M. Saito, M. Matsumoto, "Variants of
// Mersenne Twister Suitable for Graphic Processors", ACM TOMS 39, 2013): its parameters, and the state that the threads
// of a block share.
#ifndef CURAND_MTGP32_H
#define CURAND_MTGP32_H

#define MTGPDC_MEXP 11213
#define MTGPDC_N 351
#define MTGPDC_FLOOR_2P 256
#define MTGPDC_CEIL_2P 512
#define MTGPDC_PARAM_TABLE mtgp32dc_params_fast_11213
#define MTGP32_STATE_SIZE 1024
#define MTGP32_STATE_MASK 1023
#define CURAND_NUM_MTGP32_PARAMS 200
#define MEXP 11213
#define THREAD_NUM MTGPDC_FLOOR_2P
#define LARGE_SIZE (THREAD_NUM * 3)
#define TBL_SIZE 16

// One of the generators that there are.
struct mtgp32_params_fast {
  int mexp;
  int pos;
  int sh1;
  int sh2;
  unsigned int tbl[16];          // of the recursion
  unsigned int tmp_tbl[16];      // of the tempering
  unsigned int flt_tmp_tbl[16];  // the same, for the bits of a float from 1 to 2
  unsigned int mask;
  unsigned char poly_sha1[21];  // of the characteristic polynomial
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;

// All of them, as kernels read them.
struct mtgp32_kernel_params {
  unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
  unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
  unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
  unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

struct curandStateMtgp32 {
  unsigned int s[MTGP32_STATE_SIZE];  // a ring, of which MTGPDC_N words are the state
  int offset;                         // where it begins
  int pIdx;                           // of the generator, among `k`'s
  mtgp32_kernel_params_t* k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

#endif
