// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) unsigned char s[2048];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += threads) s[j] = (unsigned char)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)s[(lane * 6 + tid % 5 + i * 2) & 2047];
    g[(warp + i) & 16383] = (unsigned char)(tid);
    if (lane < 24) {
      atomicMax(&counts[((tid ^ (tid >> 5)) + warp * 8 + i) & 255], tid);
      g[((31 - lane) + index[tid & 1023] + index[tid & 1023] + 17 + i) & 16383] = (unsigned char)(acc);
      acc += (int)s[(tid % 11 + (31 - lane) + i * 32) & 2047];
    }
  }
  for (int i = 0; i < n; ++i) {
    acc += (int)g[(warp * 32 + i) & 16383];
  }
  for (int i = 0; i < n; ++i) {
    acc += (int)g[(index[tid & 1023] + i) & 16383];
  }
  __syncthreads();
  if (tid < 132) {
    for (int i = 0; i < n; ++i) {
      s[((tid ^ (tid >> 4)) + index[tid & 1023] + 36 + i) & 2047] = (unsigned char)(acc + lane);
    }
    acc += (int)s[(index[tid & 1023] ^ tid * 64 ^ (tid >> 1)) & 2047];
  }
  acc += (int)g[((tid >> 2) + threadIdx.y) & 16383];
  __syncthreads();
  atomicXor(&counts[(warp ^ index[tid & 1023] + 24) & 255], tid);
  if (tid % 5 == 1) {
    acc += (int)s[((31 - lane) + tid * 3 + tid + 38) & 2047];
    if (index[tid & 1023] > 500) {
      atomicAdd(&counts[(lane + 1) & 255], tid);
    }
  } else {
    acc += (int)s[(tid + threadIdx.y) & 2047];
    for (int i = 0; i < n; ++i) {
      acc += (int)g[(warp ^ lane * 12 ^ warp + i * 32) & 16383];
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(short* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) short s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = (short)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += (int)s[((tid >> 1) ^ tid ^ (lane & 3)) & 63];
  __syncthreads();
  acc += (int)s[(threadIdx.y ^ tid % 7 ^ lane * 6 + 9) & 63];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(float* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) float s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = __int_as_float(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  atomicXor(&counts[(warp * 8) & 255], tid);
  s[(blockIdx.x + threadIdx.y) & 1023] = __int_as_float(acc);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    atomicExch(&global_counts[((tid ^ (tid >> 5))) & 4095], tid);
    acc += __float_as_int(s[(blockIdx.x ^ (lane ^ 1) + i * 32) & 1023]);
    acc += atomicMax(&global_counts[((tid >> 4)) & 4095], acc);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += atomicXor(&counts[(threadIdx.x + (tid ^ (tid >> 3)) + threadIdx.x) & 255], acc);
    acc += __float_as_int(g[(lane + (tid >> 2) + threadIdx.x + i * 32) & 16383]);
    acc += __float_as_int(s[(lane ^ lane + i) & 1023]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(short* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) short s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = (short)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(warp ^ (tid >> 1) + 10) & 1023] = (short)(acc + lane);
  acc += (int)g[(warp * 33 ^ index[tid & 1023] + 24) & 16383];
  for (int i = 0; i < n; ++i) {
    atomicAdd(&global_counts[(tid * 3 ^ (tid >> 4) + 3 + i * 2) & 4095], 1);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (lane < 18) {
      acc += (int)s[(warp * 8 + i * 2) & 1023];
    } else {
      g[((lane & 28) + tid % 24 + 35 + i) & 16383] = (short)(acc + lane);
    }
    acc += (int)g[((tid ^ (tid >> 1)) ^ index[tid & 1023]) & 16383];
  }
  for (int i = 0; i < n; ++i) {
    g[(tid) & 16383] = (short)(tid);
    acc += (int)s[(tid ^ index[tid & 1023] + 40 + i) & 1023];
    s[((lane ^ 12) + i * 32) & 1023] = (short)(acc);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)g[(threadIdx.x + i * 33) & 16383];
    acc += (int)g[(warp * 40 + i * 33) & 16383];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(int4* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int4 s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = make_int4(j, acc, tid, 7);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += (s[(threadIdx.y + (31 - lane)) & 127].x ^ s[(threadIdx.y + (31 - lane)) & 127].y ^ s[(threadIdx.y + (31 - lane)) & 127].z ^ s[(threadIdx.y + (31 - lane)) & 127].w);
  if (lane == 7) {
    acc += atomicAdd(&counts[(tid * 31 + (31 - lane) + 11) & 255], tid);
    if ((lane & 4) != 0) {
      acc += (g[(warp + index[tid & 1023] + 15) & 16383].x ^ g[(warp + index[tid & 1023] + 15) & 16383].y ^ g[(warp + index[tid & 1023] + 15) & 16383].z ^ g[(warp + index[tid & 1023] + 15) & 16383].w);
      acc += (s[(tid + lane * 2 + 4) & 127].x ^ s[(tid + lane * 2 + 4) & 127].y ^ s[(tid + lane * 2 + 4) & 127].z ^ s[(tid + lane * 2 + 4) & 127].w);
    }
  }
  for (int i = 0; i < n; ++i) {
    acc += (s[((31 - lane) + lane) & 127].x ^ s[((31 - lane) + lane) & 127].y ^ s[((31 - lane) + lane) & 127].z ^ s[((31 - lane) + lane) & 127].w);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    g[(tid % 3) & 16383] = make_int4(acc, acc, tid, 7);
    if (tid % 5 == 0) {
      acc += (g[(tid % 11 ^ index[tid & 1023] + 23) & 16383].x ^ g[(tid % 11 ^ index[tid & 1023] + 23) & 16383].y ^ g[(tid % 11 ^ index[tid & 1023] + 23) & 16383].z ^ g[(tid % 11 ^ index[tid & 1023] + 23) & 16383].w);
      acc += (g[((31 - lane) ^ threadIdx.x ^ (tid >> 3) + i * 33) & 16383].x ^ g[((31 - lane) ^ threadIdx.x ^ (tid >> 3) + i * 33) & 16383].y ^ g[((31 - lane) ^ threadIdx.x ^ (tid >> 3) + i * 33) & 16383].z ^ g[((31 - lane) ^ threadIdx.x ^ (tid >> 3) + i * 33) & 16383].w);
    } else {
      g[(lane ^ lane + i * 2) & 16383] = make_int4(acc + lane, acc, tid, 7);
      acc += (s[(threadIdx.x + warp * 32 + (lane ^ 18) + i * 32) & 127].x ^ s[(threadIdx.x + warp * 32 + (lane ^ 18) + i * 32) & 127].y ^ s[(threadIdx.x + warp * 32 + (lane ^ 18) + i * 32) & 127].z ^ s[(threadIdx.x + warp * 32 + (lane ^ 18) + i * 32) & 127].w);
    }
    acc += atomicAdd(&counts[(lane + threadIdx.y + index[tid & 1023] + i * 32) & 255], tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(short* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) short s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = (short)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(tid + (31 - lane)) & 63] = (short)(acc + lane);
  s[(lane * 16 + tid % 3 + threadIdx.x) & 63] = (short)(acc);
  for (int i = 0; i < n; ++i) {
    if (index[tid & 1023] > 500) {
      acc += (int)g[(blockIdx.x + (tid ^ (tid >> 5)) + index[tid & 1023]) & 16383];
      acc += atomicExch(&counts[((tid >> 1) + warp + (lane & 21) + i) & 255], tid);
      acc += (int)g[(blockIdx.x + (tid >> 1) + i * 2) & 16383];
    }
    if (lane == 25) {
      atomicAdd(&counts[(tid * 17 + threadIdx.x + 36 + i) & 255], 1);
      acc += (int)s[(threadIdx.x + i) & 63];
      acc += atomicAdd(&global_counts[(index[tid & 1023] + threadIdx.y + 5) & 4095], acc);
    } else {
      s[(warp + warp + 17) & 63] = (short)(tid);
      acc += (int)s[(tid % 5 + i * 33) & 63];
      acc += atomicXor(&global_counts[(threadIdx.x + (31 - lane)) & 4095], acc);
    }
    g[(tid + i * 32) & 16383] = (short)(tid);
  }
  __syncthreads();
  acc += (int)g[(lane * 12) & 16383];
  if (tid < 299) {
    s[(tid) & 63] = (short)(tid);
  }
  acc += (int)s[(tid) & 63];
  __syncthreads();
  if (tid < 149) {
    for (int i = 0; i < n; ++i) {
      g[(tid + tid + i * 32) & 16383] = (short)(tid);
    }
    s[(lane + blockIdx.x + warp) & 63] = (short)(tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(short* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) short s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = (short)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  atomicMax(&global_counts[(tid * 31 + threadIdx.y + 12) & 4095], acc);
  for (int i = 0; i < n; ++i) {
    s[(warp + i * 33) & 127] = (short)(acc);
    if ((lane & 16) != 0) {
      atomicExch(&global_counts[(tid % 3 + index[tid & 1023] + 1 + i) & 4095], acc);
    }
  }
  acc += (int)s[(blockIdx.x + (lane ^ 6)) & 127];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if ((lane & 4) != 0) {
      acc += (int)s[((tid ^ (tid >> 4)) + 10 + i) & 127];
      acc += (int)s[(tid + i) & 127];
      atomicAdd(&global_counts[(tid ^ (lane ^ 10) + 29 + i * 32) & 4095], acc);
    }
    if (index[tid & 1023] > 500) {
      acc += (int)g[((lane ^ 16) + i * 2) & 16383];
      acc += (int)s[(tid + i * 33) & 127];
      atomicAdd(&counts[(blockIdx.x ^ (tid ^ (tid >> 1)) ^ warp * 33 + 25 + i * 2) & 255], tid);
    }
  }
  for (int i = 0; i < n; ++i) {
    if (lane == 26) {
      acc += (int)g[(lane * 6 + lane * 12 + i * 2) & 16383];
      s[(warp ^ index[tid & 1023] ^ lane + i * 32) & 127] = (short)(acc);
    } else {
      acc += (int)s[((31 - lane)) & 127];
      atomicAdd(&counts[((lane ^ 3) + i) & 255], tid);
    }
  }
  if (index[tid & 1023] > 500) {
    if (lane == 14) {
      acc += (int)s[((31 - lane) + warp + tid % 5) & 127];
    } else {
      s[((tid ^ (tid >> 1)) + index[tid & 1023]) & 127] = (short)(acc);
      g[(tid) & 16383] = (short)(acc);
    }
    for (int i = 0; i < n; ++i) {
      g[(lane + blockIdx.x + (lane & 15) + 23 + i) & 16383] = (short)(acc + lane);
    }
    for (int i = 0; i < n; ++i) {
      acc += atomicAdd(&counts[(warp * 8 + (lane ^ 24) + warp * 33 + 29 + i) & 255], tid);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k07(int2* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int2 s[2048];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += threads) s[j] = make_int2(j, acc);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += (g[((lane ^ 20) ^ (31 - lane)) & 16383].x ^ g[((lane ^ 20) ^ (31 - lane)) & 16383].y);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (g[((lane ^ 23) + 15 + i * 33) & 16383].x ^ g[((lane ^ 23) + 15 + i * 33) & 16383].y);
  }
  __syncthreads();
  g[(tid % 5) & 16383] = make_int2(tid, acc);
  g[(threadIdx.x + threadIdx.x + tid + 3) & 16383] = make_int2(tid, acc);
  for (int i = 0; i < n; ++i) {
    acc += (g[((31 - lane) ^ blockIdx.x) & 16383].x ^ g[((31 - lane) ^ blockIdx.x) & 16383].y);
    g[(tid % 11 + warp * 33 + i) & 16383] = make_int2(acc + lane, acc);
    atomicMax(&counts[(tid + threadIdx.y + i * 32) & 255], acc);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (s[((lane & 28)) & 1023].x ^ s[((lane & 28)) & 1023].y ^ s[((lane & 28)) & 1023].z ^ s[((lane & 28)) & 1023].w);
  if (lane == 16) {
    if (lane == 20) {
      g[(blockIdx.x) & 16383] = make_int4(acc, acc, tid, 7);
      acc += (s[((31 - lane) + tid + 10) & 1023].x ^ s[((31 - lane) + tid + 10) & 1023].y ^ s[((31 - lane) + tid + 10) & 1023].z ^ s[((31 - lane) + tid + 10) & 1023].w);
    }
    s[(tid + blockIdx.x + 23) & 1023] = make_int4(tid, acc, tid, 7);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(double* g, int* global_counts, const int* index, int* out, int n) {
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
  s[(threadIdx.x + lane + tid + 34) & 127] = __longlong_as_double(acc + lane);
  g[((lane & 1)) & 16383] = __longlong_as_double(acc + lane);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    g[(warp * 32 + (lane & 1)) & 16383] = __longlong_as_double(acc);
  }
  for (int i = 0; i < n; ++i) {
    atomicXor(&counts[(threadIdx.y + i) & 255], tid);
    acc += (int)__double_as_longlong(s[((lane ^ 2) ^ (31 - lane)) & 127]);
    acc += (int)__double_as_longlong(g[(blockIdx.x + lane * 2 + i * 32) & 16383]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(float* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) float s[256];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 256; j += threads) s[j] = __int_as_float(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[(tid * 5 + i) & 255] = __int_as_float(acc + lane);
    acc += __float_as_int(g[(tid % 24 + (lane & 21) + i * 2) & 16383]);
    if (tid % 3 == 0) {
      acc += __float_as_int(s[(blockIdx.x + index[tid & 1023] + lane * 3 + i) & 255]);
    } else {
      s[((31 - lane) + 38) & 255] = __int_as_float(tid);
    }
  }
  acc += __float_as_int(g[((lane ^ 26) + 9) & 16383]);
  __syncthreads();
  if (index[tid & 1023] > 500) {
    acc += __float_as_int(s[(tid * 9 + warp * 33 + 37) & 255]);
  } else {
    for (int i = 0; i < n; ++i) {
      acc += __float_as_int(s[(tid * 9 + lane + i * 32) & 255]);
    }
  }
  acc += atomicXor(&global_counts[(tid * 2 ^ tid + 35) & 4095], acc);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[((tid >> 1) + i * 32) & 255] = __int_as_float(acc);
  }
  acc += __float_as_int(g[((lane & 3) + (31 - lane)) & 16383]);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) unsigned char s[256];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 256; j += threads) s[j] = (unsigned char)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  g[(threadIdx.x ^ blockIdx.x ^ (lane ^ 5)) & 16383] = (unsigned char)(acc + lane);
  __syncthreads();
  if ((lane & 16) != 0) {
    if (index[tid & 1023] > 500) {
      acc += (int)s[((lane ^ 10)) & 255];
      acc += (int)s[((31 - lane) ^ index[tid & 1023] + 35) & 255];
      atomicXor(&counts[(index[tid & 1023] + threadIdx.x) & 255], tid);
    }
  }
  acc += (int)g[((lane & 7) + (31 - lane) + blockIdx.x + 19) & 16383];
  acc += atomicAdd(&global_counts[(tid % 5) & 4095], 1);
  __syncthreads();
  if (lane < 23) {
    for (int i = 0; i < n; ++i) {
      s[(tid * 64 ^ lane * 8 + 30 + i) & 255] = (unsigned char)(tid);
    }
    if (tid % 3 == 1) {
      acc += atomicAdd(&counts[(lane + index[tid & 1023] + 2) & 255], 1);
    }
    acc += atomicExch(&counts[(warp + warp * 40 + 29) & 255], tid);
  } else {
    acc += (int)s[(warp * 32) & 255];
  }
  atomicExch(&counts[(index[tid & 1023] ^ index[tid & 1023]) & 255], acc);
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
  k00<<<3, dim3(333, 1, 1)>>>((unsigned char*)memory, counts, index, out, 4);
  k01<<<8, dim3(33, 3, 1)>>>((short*)memory, counts, index, out, 5);
  k02<<<1, dim3(96, 1, 1)>>>((float*)memory, counts, index, out, 1);
  k03<<<1, dim3(16, 16, 1)>>>((short*)memory, counts, index, out, 4);
  k04<<<3, dim3(8, 8, 1)>>>((int4*)memory, counts, index, out, 2);
  k05<<<3, dim3(128, 1, 1)>>>((short*)memory, counts, index, out, 5);
  k06<<<3, dim3(1024, 1, 1)>>>((short*)memory, counts, index, out, 4);
  k07<<<3, dim3(16, 16, 1)>>>((int2*)memory, counts, index, out, 3);
  k08<<<1, dim3(8, 8, 1)>>>((int4*)memory, counts, index, out, 2);
  k09<<<8, dim3(32, 8, 1)>>>((double*)memory, counts, index, out, 1);
  k10<<<2, dim3(40, 1, 1)>>>((float*)memory, counts, index, out, 2);
  k11<<<3, dim3(96, 1, 1)>>>((unsigned char*)memory, counts, index, out, 5);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_004: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
