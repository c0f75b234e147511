// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(float* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    atomicAdd(&global_counts[(warp + (tid >> 3) + (tid ^ (tid >> 1)) + i * 2) & 4095], 1);
    acc += __float_as_int(g[(warp + threadIdx.x + i) & 16383]);
    acc += __float_as_int(s[(blockIdx.x + i) & 127]);
  }
  if (lane == 13) {
    for (int i = 0; i < n; ++i) {
      acc += __float_as_int(s[(warp + i * 33) & 127]);
      acc += __float_as_int(g[(warp ^ tid % 3 ^ (31 - lane) + 19 + i * 2) & 16383]);
      atomicMax(&counts[(warp + (lane & 7) + blockIdx.x + i * 2) & 255], tid);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      g[(tid * 7 + (tid ^ (tid >> 2)) + i) & 16383] = __int_as_float(acc + lane);
      s[(warp + i) & 127] = __int_as_float(acc);
    }
    if (index[tid & 1023] > 500) {
      s[(tid % 24 ^ warp + 19) & 127] = __int_as_float(acc);
    } else {
      acc += __float_as_int(s[(warp) & 127]);
    }
    acc += __float_as_int(g[(warp * 8) & 16383]);
  }
  acc += atomicXor(&global_counts[(index[tid & 1023] + blockIdx.x + (tid >> 4) + 24) & 4095], acc);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) unsigned char s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = (unsigned char)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if (lane < 27) {
    if (warp == 2) {
      acc += atomicMax(&counts[((tid ^ (tid >> 5)) + (31 - lane)) & 255], tid);
      acc += (int)g[((lane & 15)) & 16383];
      acc += (int)g[(index[tid & 1023] ^ threadIdx.x) & 16383];
    } else {
      acc += (int)g[((lane ^ 1) + tid) & 16383];
      acc += atomicAdd(&global_counts[(lane) & 4095], 1);
      acc += (int)s[(tid * 33 + (lane & 21)) & 127];
    }
    if (warp == 0) {
      atomicExch(&global_counts[(tid * 4 + warp * 8 + (lane & 15)) & 4095], acc);
    } else {
      s[((tid ^ (tid >> 2)) + lane * 32 + (lane ^ 7) + 21) & 127] = (unsigned char)(tid);
      acc += atomicAdd(&global_counts[((31 - lane) ^ (tid >> 1)) & 4095], tid);
      acc += (int)s[(lane) & 127];
    }
  }
  if (tid < 225) {
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(tid * 33 + 23 + i * 33) & 127];
    }
    if (tid < 299) {
      acc += (int)s[(warp) & 127];
    }
    acc += (int)s[((31 - lane)) & 127];
  } else {
    acc += (int)s[(threadIdx.x + lane) & 127];
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(tid + 24 + i) & 127];
      g[((tid ^ (tid >> 1)) + i) & 16383] = (unsigned char)(acc);
    }
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)g[(tid * 5) & 16383];
    s[((tid >> 2) ^ threadIdx.x ^ (tid >> 2) + i * 32) & 127] = (unsigned char)(acc + lane);
    if (index[tid & 1023] > 500) {
      acc += (int)g[(tid + 36 + i * 32) & 16383];
      g[(index[tid & 1023] + tid + tid * 17) & 16383] = (unsigned char)(acc);
      acc += (int)s[((tid ^ (tid >> 5)) + warp + i * 2) & 127];
    } else {
      s[(lane * 4 + i) & 127] = (unsigned char)(acc + lane);
    }
  }
  if (tid % 5 == 0) {
    acc += (int)s[(tid * 8 + (lane ^ 2)) & 127];
    acc += (int)g[(threadIdx.y) & 16383];
  }
  if (tid % 4 == 1) {
    acc += (int)s[(lane * 3) & 127];
    if ((lane & 4) != 0) {
      acc += (int)s[(lane ^ blockIdx.x) & 127];
      acc += (int)s[((tid >> 2) ^ blockIdx.x + 9) & 127];
      s[(tid % 11 + threadIdx.x) & 127] = (unsigned char)(acc);
    }
  } else {
    atomicExch(&counts[(threadIdx.x) & 255], acc);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(float* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += atomicMax(&global_counts[(lane ^ warp * 32 ^ tid + 13) & 4095], acc);
  for (int i = 0; i < n; ++i) {
    acc += __float_as_int(s[(tid % 5 + i * 32) & 2047]);
  }
  __syncthreads();
  acc += __float_as_int(s[(warp * 8 ^ (lane ^ 25) + 24) & 2047]);
  for (int i = 0; i < n; ++i) {
    if (index[tid & 1023] > 500) {
      acc += __float_as_int(s[(threadIdx.x + index[tid & 1023] + 11 + i * 2) & 2047]);
      g[(tid % 24 + (tid >> 2)) & 16383] = __int_as_float(acc + lane);
      s[(tid % 24 ^ lane + i * 32) & 2047] = __int_as_float(acc + lane);
    } else {
      acc += atomicAdd(&global_counts[((tid >> 2) + (tid ^ (tid >> 2)) + (tid ^ (tid >> 2)) + i) & 4095], tid);
    }
    acc += __float_as_int(s[((lane & 7) + tid * 9) & 2047]);
    acc += __float_as_int(g[(threadIdx.x ^ threadIdx.x + 5 + i * 2) & 16383]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(float* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) float s[512];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 512; j += threads) s[j] = __int_as_float(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(tid + (tid >> 3)) & 511] = __int_as_float(acc + lane);
  s[((lane & 1) ^ tid * 2) & 511] = __int_as_float(acc);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += __float_as_int(s[(tid + 19 + i) & 511]);
  }
  for (int i = 0; i < n; ++i) {
    if ((lane & 16) != 0) {
      acc += __float_as_int(s[(tid + (tid >> 4) + i) & 511]);
    } else {
      g[(lane + lane * 4) & 16383] = __int_as_float(acc);
      g[(lane + threadIdx.x + i * 32) & 16383] = __int_as_float(acc);
      atomicXor(&global_counts[((31 - lane) + lane + i * 2) & 4095], tid);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(double* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    s[((tid ^ (tid >> 2))) & 127] = __longlong_as_double(acc + lane);
    if (tid % 3 == 1) {
      acc += (int)__double_as_longlong(s[(tid + i * 2) & 127]);
    } else {
      atomicAdd(&counts[(lane + (lane & 1) + 26 + i) & 255], tid);
    }
  }
  for (int i = 0; i < n; ++i) {
    atomicAdd(&counts[(warp) & 255], acc);
    s[(index[tid & 1023] + (tid >> 1) + i * 33) & 127] = __longlong_as_double(tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(float* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += __float_as_int(s[(blockIdx.x + blockIdx.x + tid * 32 + 32) & 127]);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += __float_as_int(g[(lane ^ (lane & 21) + i * 33) & 16383]);
  }
  s[((31 - lane) + (lane & 15) + tid + 31) & 127] = __int_as_float(tid);
  for (int i = 0; i < n; ++i) {
    acc += __float_as_int(s[(lane + (tid >> 2) + 26 + i) & 127]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(double* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) double s[512];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 512; j += threads) s[j] = __longlong_as_double(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if ((lane & 4) != 0) {
    if (index[tid & 1023] > 500) {
      acc += (int)__double_as_longlong(s[((31 - lane) ^ (lane ^ 17) ^ blockIdx.x) & 511]);
    }
    acc += atomicAdd(&counts[((tid >> 2)) & 255], tid);
    acc += (int)__double_as_longlong(s[(tid) & 511]);
  } else {
    s[(lane * 3) & 511] = __longlong_as_double(acc + lane);
    for (int i = 0; i < n; ++i) {
      acc += (int)__double_as_longlong(s[(lane + i * 32) & 511]);
    }
  }
  acc += (int)__double_as_longlong(s[(warp * 8) & 511]);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k07(int2* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    acc += (s[(lane * 32 ^ (tid >> 4) ^ warp * 40 + 11 + i * 32) & 63].x ^ s[(lane * 32 ^ (tid >> 4) ^ warp * 40 + 11 + i * 32) & 63].y);
    g[((lane & 15) + threadIdx.y + (lane & 7)) & 16383] = make_int2(acc, acc);
    atomicExch(&counts[(index[tid & 1023] + (tid ^ (tid >> 1)) + tid % 24 + 32 + i) & 255], acc);
  }
  acc += (g[(tid + (tid ^ (tid >> 3)) + index[tid & 1023]) & 16383].x ^ g[(tid + (tid ^ (tid >> 3)) + index[tid & 1023]) & 16383].y);
  __syncthreads();
  acc += (s[((tid >> 2) + threadIdx.x) & 63].x ^ s[((tid >> 2) + threadIdx.x) & 63].y);
  atomicAdd(&counts[((lane ^ 8) + (lane & 7) + index[tid & 1023]) & 255], acc);
  acc += (g[((lane ^ 26)) & 16383].x ^ g[((lane ^ 26)) & 16383].y);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if ((lane & 5) != 0) {
      s[(tid + threadIdx.y + threadIdx.y + 16) & 63] = make_int2(tid, acc);
    }
    if ((lane & 5) != 0) {
      acc += (s[(threadIdx.y + i * 33) & 63].x ^ s[(threadIdx.y + i * 33) & 63].y);
      acc += (s[((tid >> 4) + i) & 63].x ^ s[((tid >> 4) + i) & 63].y);
    }
    acc += (s[(threadIdx.x + (lane ^ 12) + 37 + i * 2) & 63].x ^ s[(threadIdx.x + (lane ^ 12) + 37 + i * 2) & 63].y);
  }
  for (int i = 0; i < n; ++i) {
    s[(tid + i) & 63] = make_int2(acc, acc);
    acc += atomicAdd(&global_counts[(threadIdx.x ^ blockIdx.x + 12 + i * 32) & 4095], acc);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(int4* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int4 s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = make_int4(j, acc, tid, 7);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if (index[tid & 1023] > 500) {
    for (int i = 0; i < n; ++i) {
      acc += atomicAdd(&global_counts[(index[tid & 1023] + (lane & 7) + i) & 4095], tid);
    }
    acc += (s[(warp ^ threadIdx.x ^ threadIdx.x) & 63].x ^ s[(warp ^ threadIdx.x ^ threadIdx.x) & 63].y ^ s[(warp ^ threadIdx.x ^ threadIdx.x) & 63].z ^ s[(warp ^ threadIdx.x ^ threadIdx.x) & 63].w);
  } else {
    acc += (g[((31 - lane) ^ tid % 5 + 6) & 16383].x ^ g[((31 - lane) ^ tid % 5 + 6) & 16383].y ^ g[((31 - lane) ^ tid % 5 + 6) & 16383].z ^ g[((31 - lane) ^ tid % 5 + 6) & 16383].w);
  }
  __syncthreads();
  if (lane < 4) {
    if (lane == 22) {
      acc += (g[(warp * 33 ^ tid ^ lane * 32 + 11) & 16383].x ^ g[(warp * 33 ^ tid ^ lane * 32 + 11) & 16383].y ^ g[(warp * 33 ^ tid ^ lane * 32 + 11) & 16383].z ^ g[(warp * 33 ^ tid ^ lane * 32 + 11) & 16383].w);
    } else {
      acc += (s[(tid + index[tid & 1023] + (tid ^ (tid >> 5))) & 63].x ^ s[(tid + index[tid & 1023] + (tid ^ (tid >> 5))) & 63].y ^ s[(tid + index[tid & 1023] + (tid ^ (tid >> 5))) & 63].z ^ s[(tid + index[tid & 1023] + (tid ^ (tid >> 5))) & 63].w);
      acc += (g[(threadIdx.y ^ threadIdx.y ^ lane) & 16383].x ^ g[(threadIdx.y ^ threadIdx.y ^ lane) & 16383].y ^ g[(threadIdx.y ^ threadIdx.y ^ lane) & 16383].z ^ g[(threadIdx.y ^ threadIdx.y ^ lane) & 16383].w);
      acc += atomicXor(&counts[((lane ^ 15)) & 255], tid);
    }
    if (tid % 4 == 1) {
      acc += (g[(lane + (31 - lane) + 2) & 16383].x ^ g[(lane + (31 - lane) + 2) & 16383].y ^ g[(lane + (31 - lane) + 2) & 16383].z ^ g[(lane + (31 - lane) + 2) & 16383].w);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      acc += (s[((lane & 21) + i * 32) & 63].x ^ s[((lane & 21) + i * 32) & 63].y ^ s[((lane & 21) + i * 32) & 63].z ^ s[((lane & 21) + i * 32) & 63].w);
    }
    if (lane == 24) {
      acc += (g[(tid) & 16383].x ^ g[(tid) & 16383].y ^ g[(tid) & 16383].z ^ g[(tid) & 16383].w);
      atomicAdd(&counts[(lane * 4 ^ index[tid & 1023] + 5) & 255], acc);
    }
  }
  atomicExch(&global_counts[(warp + 29) & 4095], acc);
  s[(warp * 32 + tid + 1) & 63] = make_int4(tid, acc, tid, 7);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  s[((tid >> 1) ^ lane * 16 + 5) & 2047] = (unsigned char)(acc + lane);
  __syncthreads();
  g[(lane + 39) & 16383] = (unsigned char)(acc + lane);
  __syncthreads();
  s[((31 - lane) ^ tid) & 2047] = (unsigned char)(acc + lane);
  atomicAdd(&counts[(tid + (tid ^ (tid >> 5)) + (tid ^ (tid >> 5))) & 255], acc);
  acc += (int)g[(tid + 13) & 16383];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(short* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) short s[2048];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += threads) s[j] = (short)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if ((lane & 5) != 0) {
    for (int i = 0; i < n; ++i) {
      acc += atomicMax(&counts[(tid + i * 2) & 255], acc);
      acc += (int)s[(tid + (lane & 15)) & 2047];
      acc += (int)s[(lane * 3 + tid) & 2047];
    }
    s[((31 - lane)) & 2047] = (short)(acc);
  } else {
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(warp + i * 33) & 2047];
      atomicXor(&counts[(tid * 8 ^ threadIdx.y + i * 33) & 255], acc);
      g[((lane ^ 3) + i) & 16383] = (short)(acc + lane);
    }
  }
  s[(lane ^ (lane & 7) + 1) & 2047] = (short)(acc + lane);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    atomicMax(&counts[(warp * 8 + threadIdx.y + i * 2) & 255], tid);
  }
  g[(tid) & 16383] = (short)(acc);
  g[(warp * 8) & 16383] = (short)(acc + lane);
  __syncthreads();
  acc += atomicAdd(&counts[((31 - lane)) & 255], acc);
  acc += (int)s[(lane ^ blockIdx.x) & 2047];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(int2* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int2 s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = make_int2(j, acc);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += (s[(lane * 8) & 1023].x ^ s[(lane * 8) & 1023].y);
  if (index[tid & 1023] > 500) {
    acc += (s[(threadIdx.x) & 1023].x ^ s[(threadIdx.x) & 1023].y);
  } else {
    acc += (g[(tid % 24 + 1) & 16383].x ^ g[(tid % 24 + 1) & 16383].y);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[(tid + blockIdx.x + lane * 12 + i * 33) & 1023] = make_int2(acc, acc);
    if (tid % 3 == 0) {
      g[(threadIdx.y + lane + i) & 16383] = make_int2(tid, acc);
      s[((lane ^ 3) ^ (lane ^ 14)) & 1023] = make_int2(acc + lane, acc);
    }
  }
  if (warp == 2) {
    if (lane < 14) {
      s[((31 - lane) ^ (tid ^ (tid >> 1))) & 1023] = make_int2(acc, acc);
      g[(tid * 33 + lane) & 16383] = make_int2(acc, acc);
    }
  }
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
  k00<<<3, dim3(333, 1, 1)>>>((float*)memory, counts, index, out, 2);
  k01<<<1, dim3(200, 1, 1)>>>((unsigned char*)memory, counts, index, out, 5);
  k02<<<2, dim3(333, 1, 1)>>>((float*)memory, counts, index, out, 4);
  k03<<<8, dim3(32, 1, 1)>>>((float*)memory, counts, index, out, 1);
  k04<<<8, dim3(33, 3, 1)>>>((double*)memory, counts, index, out, 1);
  k05<<<1, dim3(33, 3, 1)>>>((float*)memory, counts, index, out, 4);
  k06<<<3, dim3(32, 1, 1)>>>((double*)memory, counts, index, out, 3);
  k07<<<8, dim3(7, 7, 7)>>>((int2*)memory, counts, index, out, 3);
  k08<<<1, dim3(1024, 1, 1)>>>((int4*)memory, counts, index, out, 5);
  k09<<<8, dim3(33, 3, 1)>>>((unsigned char*)memory, counts, index, out, 5);
  k10<<<3, dim3(64, 1, 1)>>>((short*)memory, counts, index, out, 2);
  k11<<<8, dim3(96, 1, 1)>>>((int2*)memory, counts, index, out, 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_008: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
