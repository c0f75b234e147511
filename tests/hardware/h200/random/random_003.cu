// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(threadIdx.y + (tid >> 1) + tid % 7 + 28) & 1023] = (tid);
  for (int i = 0; i < n; ++i) {
    if (tid % 4 == 1) {
      s[(threadIdx.x + 34 + i) & 1023] = (acc + lane);
    }
  }
  for (int i = 0; i < n; ++i) {
    s[(tid ^ lane * 4 + i) & 1023] = (tid);
    acc += s[((lane & 21) + (lane ^ 10) + i) & 1023];
  }
  __syncthreads();
  acc += g[(tid * 64 + lane * 3) & 16383];
  if (tid % 3 == 1) {
    acc += s[(tid + warp + 33) & 1023];
    for (int i = 0; i < n; ++i) {
      acc += g[(tid + 9 + i * 33) & 16383];
      acc += s[((lane & 3) + i * 33) & 1023];
    }
    acc += g[(lane) & 16383];
  } else {
    acc += s[((lane & 1) ^ tid) & 1023];
    g[(lane + lane * 16) & 16383] = (acc);
  }
  for (int i = 0; i < n; ++i) {
    if (warp == 2) {
      acc += s[(warp + warp + tid * 17 + i * 33) & 1023];
    } else {
      acc += s[((31 - lane) + i) & 1023];
      g[(tid * 16 + blockIdx.x + tid * 7) & 16383] = (tid);
      acc += s[(tid * 31 + threadIdx.x + i * 2) & 1023];
    }
    acc += s[(warp * 33 + i * 2) & 1023];
    acc += s[(lane ^ (tid ^ (tid >> 5)) ^ index[tid & 1023] + 19 + i) & 1023];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(double* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) double s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = __longlong_as_double(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if (lane < 6) {
    if (index[tid & 1023] > 500) {
      acc += (int)__double_as_longlong(s[(threadIdx.x ^ warp * 40 ^ warp) & 63]);
    }
    acc += (int)__double_as_longlong(s[(threadIdx.y + (lane & 1)) & 63]);
  }
  if (warp == 2) {
    s[(warp + 10) & 63] = __longlong_as_double(acc);
  }
  acc += atomicMax(&counts[(threadIdx.x ^ tid % 3 ^ blockIdx.x + 32) & 255], tid);
  __syncthreads();
  acc += atomicExch(&counts[((tid ^ (tid >> 2))) & 255], acc);
  if (lane == 9) {
    acc += (int)__double_as_longlong(s[(threadIdx.y + tid * 2 + (lane & 3) + 22) & 63]);
  }
  acc += (int)__double_as_longlong(s[((lane ^ 16) + tid + 6) & 63]);
  __syncthreads();
  acc += (int)__double_as_longlong(s[((tid >> 4) + (31 - lane) + threadIdx.y) & 63]);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(double* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) double s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = __longlong_as_double(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(lane) & 127] = __longlong_as_double(acc);
  __syncthreads();
  atomicXor(&counts[((lane ^ 1) + tid) & 255], tid);
  if (lane == 14) {
    acc += atomicXor(&global_counts[(blockIdx.x ^ index[tid & 1023]) & 4095], tid);
    g[((tid >> 4) ^ tid % 3 + 34) & 16383] = __longlong_as_double(acc);
  } else {
    acc += (int)__double_as_longlong(s[(tid % 24) & 127]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(double* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) double s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = __longlong_as_double(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[((31 - lane) + index[tid & 1023] + warp + 27) & 1023] = __longlong_as_double(tid);
  acc += (int)__double_as_longlong(g[((tid ^ (tid >> 3)) + (31 - lane) + 34) & 16383]);
  __syncthreads();
  acc += (int)__double_as_longlong(s[(threadIdx.y + 28) & 1023]);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(s[(tid % 3 + i) & 1023]);
    g[(index[tid & 1023] ^ (tid ^ (tid >> 5)) + i) & 16383] = __longlong_as_double(acc + lane);
    s[(threadIdx.x + tid + i) & 1023] = __longlong_as_double(tid);
  }
  for (int i = 0; i < n; ++i) {
    s[((lane ^ 10) ^ (tid >> 2) ^ blockIdx.x + 34 + i) & 1023] = __longlong_as_double(acc + lane);
    atomicAdd(&global_counts[(tid * 16 + tid + 12 + i * 2) & 4095], tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(int2* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int2 s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = make_int2(j, acc);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (s[(threadIdx.x + 23) & 127].x ^ s[(threadIdx.x + 23) & 127].y);
  }
  __syncthreads();
  acc += (g[(index[tid & 1023]) & 16383].x ^ g[(index[tid & 1023]) & 16383].y);
  atomicXor(&global_counts[(blockIdx.x + threadIdx.x) & 4095], acc);
  atomicXor(&counts[((lane ^ 17)) & 255], tid);
  __syncthreads();
  g[((31 - lane) + index[tid & 1023] + lane) & 16383] = make_int2(acc + lane, acc);
  for (int i = 0; i < n; ++i) {
    acc += (s[((lane & 15) + i * 32) & 127].x ^ s[((lane & 15) + i * 32) & 127].y);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(int4* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int4 s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = make_int4(j, acc, tid, 7);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  g[(threadIdx.x + (lane ^ 14) + (31 - lane) + 9) & 16383] = make_int4(tid, acc, tid, 7);
  acc += (g[(threadIdx.y + tid % 11 + tid) & 16383].x ^ g[(threadIdx.y + tid % 11 + tid) & 16383].y ^ g[(threadIdx.y + tid % 11 + tid) & 16383].z ^ g[(threadIdx.y + tid % 11 + tid) & 16383].w);
  __syncthreads();
  if (lane < 27) {
    acc += (g[((lane & 3) + 30) & 16383].x ^ g[((lane & 3) + 30) & 16383].y ^ g[((lane & 3) + 30) & 16383].z ^ g[((lane & 3) + 30) & 16383].w);
    if (lane == 8) {
      acc += (g[(blockIdx.x + blockIdx.x + tid * 8 + 15) & 16383].x ^ g[(blockIdx.x + blockIdx.x + tid * 8 + 15) & 16383].y ^ g[(blockIdx.x + blockIdx.x + tid * 8 + 15) & 16383].z ^ g[(blockIdx.x + blockIdx.x + tid * 8 + 15) & 16383].w);
      acc += (s[(tid * 33 + (31 - lane)) & 1023].x ^ s[(tid * 33 + (31 - lane)) & 1023].y ^ s[(tid * 33 + (31 - lane)) & 1023].z ^ s[(tid * 33 + (31 - lane)) & 1023].w);
    }
    acc += (s[((31 - lane)) & 1023].x ^ s[((31 - lane)) & 1023].y ^ s[((31 - lane)) & 1023].z ^ s[((31 - lane)) & 1023].w);
  } else {
    for (int i = 0; i < n; ++i) {
      g[((tid ^ (tid >> 2)) + 20 + i) & 16383] = make_int4(tid, acc, tid, 7);
      acc += (s[((tid >> 3) + i * 32) & 1023].x ^ s[((tid >> 3) + i * 32) & 1023].y ^ s[((tid >> 3) + i * 32) & 1023].z ^ s[((tid >> 3) + i * 32) & 1023].w);
    }
    s[(threadIdx.y + 13) & 1023] = make_int4(tid, acc, tid, 7);
    if (warp == 2) {
      s[((lane ^ 13) + threadIdx.x + 12) & 1023] = make_int4(tid, acc, tid, 7);
    }
  }
  acc += (s[(tid * 64 ^ lane * 12 + 29) & 1023].x ^ s[(tid * 64 ^ lane * 12 + 29) & 1023].y ^ s[(tid * 64 ^ lane * 12 + 29) & 1023].z ^ s[(tid * 64 ^ lane * 12 + 29) & 1023].w);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(int2* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int2 s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = make_int2(j, acc);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(threadIdx.y + lane * 2) & 63] = make_int2(acc + lane, acc);
  if ((lane & 2) != 0) {
    acc += (s[(warp ^ lane * 3 ^ (lane ^ 10)) & 63].x ^ s[(warp ^ lane * 3 ^ (lane ^ 10)) & 63].y);
    for (int i = 0; i < n; ++i) {
      atomicAdd(&global_counts[(blockIdx.x + tid * 5 + 26 + i) & 4095], acc);
      g[((31 - lane) + (31 - lane) + lane + 16 + i) & 16383] = make_int2(acc, acc);
    }
    s[((tid >> 1) + warp + threadIdx.y) & 63] = make_int2(tid, acc);
  }
  __syncthreads();
  acc += (g[((lane ^ 14)) & 16383].x ^ g[((lane ^ 14)) & 16383].y);
  if (tid % 4 == 0) {
    acc += (g[((lane & 21) + tid % 11) & 16383].x ^ g[((lane & 21) + tid % 11) & 16383].y);
    acc += (s[(tid ^ (31 - lane)) & 63].x ^ s[(tid ^ (31 - lane)) & 63].y);
    if (warp == 2) {
      acc += atomicXor(&global_counts[(threadIdx.y) & 4095], tid);
      s[(blockIdx.x + 6) & 63] = make_int2(acc, acc);
      acc += (s[((lane & 3) + lane * 33 + 10) & 63].x ^ s[((lane & 3) + lane * 33 + 10) & 63].y);
    } else {
      atomicExch(&counts[(warp * 32 ^ (tid ^ (tid >> 1))) & 255], acc);
    }
  } else {
    if (tid % 3 == 1) {
      acc += (s[(index[tid & 1023] + warp * 32) & 63].x ^ s[(index[tid & 1023] + warp * 32) & 63].y);
    }
  }
  if ((lane & 16) != 0) {
    if (tid < 96) {
      atomicAdd(&global_counts[(tid) & 4095], acc);
      g[(warp * 8 + 14) & 16383] = make_int2(tid, acc);
    }
  }
  __syncthreads();
  acc += (g[(warp * 33) & 16383].x ^ g[(warp * 33) & 16383].y);
  if (lane == 14) {
    acc += (s[(threadIdx.y ^ (tid ^ (tid >> 5)) ^ index[tid & 1023]) & 63].x ^ s[(threadIdx.y ^ (tid ^ (tid >> 5)) ^ index[tid & 1023]) & 63].y);
    atomicMax(&counts[(lane * 32) & 255], tid);
  }
  s[(tid ^ (tid >> 3)) & 63] = make_int2(acc, acc);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k07(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if ((lane & 1) != 0) {
    acc += s[((tid >> 1) + 23) & 63];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(double* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) double s[2048];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += threads) s[j] = __longlong_as_double(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(threadIdx.y + lane + 17) & 2047] = __longlong_as_double(tid);
  atomicExch(&global_counts[(threadIdx.y + 1) & 4095], tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(float* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) float s[2048];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += threads) s[j] = __int_as_float(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += __float_as_int(s[((lane & 15) + (tid ^ (tid >> 1)) + 25) & 2047]);
  __syncthreads();
  if (index[tid & 1023] > 500) {
    if (index[tid & 1023] > 500) {
      acc += __float_as_int(g[((tid >> 1) + 34) & 16383]);
      acc += atomicExch(&counts[((tid ^ (tid >> 5)) + (lane ^ 18)) & 255], acc);
      g[(tid * 5 + tid) & 16383] = __int_as_float(acc);
    } else {
      s[((lane ^ 13) + 27) & 2047] = __int_as_float(acc);
      acc += __float_as_int(s[(index[tid & 1023] ^ (lane & 28) + 15) & 2047]);
      atomicAdd(&global_counts[((lane ^ 4) + 28) & 4095], acc);
    }
    acc += __float_as_int(s[(warp * 32 + 25) & 2047]);
  } else {
    atomicAdd(&counts[((tid >> 2) + (lane ^ 19) + 17) & 255], 1);
  }
  acc += __float_as_int(g[(threadIdx.x + (lane & 7) + 6) & 16383]);
  if (index[tid & 1023] > 500) {
    g[(tid + 30) & 16383] = __int_as_float(tid);
    if (lane == 19) {
      acc += __float_as_int(g[(warp * 33 + threadIdx.y + (tid >> 4) + 13) & 16383]);
      acc += __float_as_int(s[(tid % 3 ^ (tid ^ (tid >> 2))) & 2047]);
    }
    if (index[tid & 1023] > 500) {
      acc += __float_as_int(s[(index[tid & 1023] ^ threadIdx.x) & 2047]);
      s[(tid % 11) & 2047] = __int_as_float(tid);
      g[(warp + threadIdx.x) & 16383] = __int_as_float(acc + lane);
    }
  } else {
    acc += __float_as_int(g[(threadIdx.x + tid + (tid >> 3)) & 16383]);
  }
  __syncthreads();
  if (lane == 30) {
    acc += __float_as_int(g[(threadIdx.x + (tid >> 1)) & 16383]);
    acc += __float_as_int(s[((lane ^ 20)) & 2047]);
  } else {
    atomicMax(&counts[((tid >> 4)) & 255], tid);
    for (int i = 0; i < n; ++i) {
      acc += __float_as_int(s[(tid + 25) & 2047]);
    }
  }
  if (warp == 0) {
    g[((lane ^ 14)) & 16383] = __int_as_float(acc + lane);
  } else {
    if (index[tid & 1023] > 500) {
      acc += __float_as_int(g[(warp) & 16383]);
      s[(tid + tid * 8 + 24) & 2047] = __int_as_float(acc);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += g[((31 - lane) + (tid ^ (tid >> 5)) + 19) & 16383];
  s[((lane ^ 17) + (tid ^ (tid >> 1)) + 9) & 63] = (acc + lane);
  for (int i = 0; i < n; ++i) {
    if (warp == 0) {
      acc += g[(blockIdx.x ^ tid % 3 + i * 33) & 16383];
      acc += atomicAdd(&global_counts[((31 - lane) ^ (tid >> 1) + i * 32) & 4095], acc);
      acc += g[((tid >> 2) + i) & 16383];
    }
    acc += s[((lane & 1) ^ tid + 1 + i * 33) & 63];
    acc += s[(lane + (tid >> 3) + 16) & 63];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(float* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) float s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = __int_as_float(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  g[(tid) & 16383] = __int_as_float(acc + lane);
  for (int i = 0; i < n; ++i) {
    if (warp == 1) {
      acc += __float_as_int(g[(blockIdx.x + (lane ^ 24) + (tid ^ (tid >> 3)) + i * 33) & 16383]);
      acc += __float_as_int(s[(warp + index[tid & 1023] + blockIdx.x + i * 33) & 127]);
      acc += __float_as_int(s[(threadIdx.y ^ tid * 9 + i * 2) & 127]);
    }
    acc += __float_as_int(s[(blockIdx.x + warp + 2 + i) & 127]);
    if (index[tid & 1023] > 500) {
      acc += __float_as_int(s[(threadIdx.y ^ warp + i) & 127]);
      acc += __float_as_int(s[(warp * 8 + tid * 9 + blockIdx.x + i) & 127]);
      acc += __float_as_int(s[(warp * 33 + i * 32) & 127]);
    }
  }
  __syncthreads();
  if (lane < 12) {
    acc += __float_as_int(s[(blockIdx.x) & 127]);
    if (index[tid & 1023] > 500) {
      s[((tid >> 4) + threadIdx.y + (tid >> 3) + 35) & 127] = __int_as_float(tid);
    }
    acc += atomicExch(&global_counts[(tid + 17) & 4095], acc);
  }
  g[((tid >> 2) + 2) & 16383] = __int_as_float(tid);
  acc += atomicMax(&global_counts[(lane * 32 + 32) & 4095], acc);
  __syncthreads();
  if (lane < 29) {
    g[(lane ^ (tid >> 2) + 23) & 16383] = __int_as_float(acc);
  } else {
    for (int i = 0; i < n; ++i) {
      atomicAdd(&global_counts[(threadIdx.y ^ tid * 31 + 26 + i) & 4095], tid);
      s[(threadIdx.x ^ (lane ^ 19) + 9 + i * 33) & 127] = __int_as_float(acc);
    }
    atomicMax(&counts[(warp + 5) & 255], acc);
  }
  acc += __float_as_int(s[(tid + warp * 32) & 127]);
  acc += atomicExch(&global_counts[(tid) & 4095], tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

int main() {
  void* memory;
  int *counts, *index, *out;
  cudaMalloc(&memory, 262144);
  cudaMalloc(&counts, 4096 * sizeof(int));
  cudaMalloc(&index, 1024 * sizeof(int));
  cudaMalloc(&out, 8 * 1024 * sizeof(int));
  cudaMemset(memory, 1, 262144);
  cudaMemset(counts, 0, 4096 * sizeof(int));
  int host[1024];
  for (int i = 0; i < 1024; ++i) host[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023);
  cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
  k00<<<2, dim3(333, 1, 1)>>>((int*)memory, counts, index, out, 4);
  k01<<<1, dim3(7, 7, 7)>>>((double*)memory, counts, index, out, 5);
  k02<<<3, dim3(7, 7, 7)>>>((double*)memory, counts, index, out, 5);
  k03<<<8, dim3(200, 1, 1)>>>((double*)memory, counts, index, out, 1);
  k04<<<8, dim3(7, 7, 7)>>>((int2*)memory, counts, index, out, 2);
  k05<<<2, dim3(333, 1, 1)>>>((int4*)memory, counts, index, out, 4);
  k06<<<1, dim3(33, 3, 1)>>>((int2*)memory, counts, index, out, 1);
  k07<<<1, dim3(40, 1, 1)>>>((int*)memory, counts, index, out, 2);
  k08<<<8, dim3(1024, 1, 1)>>>((double*)memory, counts, index, out, 4);
  k09<<<8, dim3(33, 3, 1)>>>((float*)memory, counts, index, out, 1);
  k10<<<2, dim3(4, 8, 16)>>>((int*)memory, counts, index, out, 4);
  k11<<<2, dim3(64, 1, 1)>>>((float*)memory, counts, index, out, 5);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_003: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
