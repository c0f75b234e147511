// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(float* g, int* global_counts, const int* index, int* out, int n) {
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
  if (tid % 5 == 1) {
    for (int i = 0; i < n; ++i) {
      acc += __float_as_int(s[(threadIdx.y + (lane ^ 30) + i * 33) & 2047]);
      acc += __float_as_int(s[(warp * 8 + 8 + i * 2) & 2047]);
      acc += __float_as_int(s[(lane * 4 + threadIdx.y + 15 + i) & 2047]);
    }
  } else {
    g[((lane & 15) + threadIdx.y + 4) & 16383] = __int_as_float(acc);
  }
  __syncthreads();
  if ((lane & 1) != 0) {
    if ((lane & 1) != 0) {
      acc += __float_as_int(s[((31 - lane) + (31 - lane)) & 2047]);
      acc += __float_as_int(s[((31 - lane) + (tid ^ (tid >> 3)) + blockIdx.x + 40) & 2047]);
    }
  }
  __syncthreads();
  g[((lane ^ 26)) & 16383] = __int_as_float(acc + lane);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  atomicAdd(&counts[(threadIdx.x + 7) & 255], 1);
  acc += atomicAdd(&counts[(threadIdx.x) & 255], tid);
  __syncthreads();
  if (index[tid & 1023] > 500) {
    if (tid < 77) {
      s[(tid) & 1023] = make_int4(acc + lane, acc, tid, 7);
      s[(blockIdx.x + tid * 16 + 20) & 1023] = make_int4(acc, acc, tid, 7);
    }
  } else {
    if (tid < 188) {
      acc += (g[(lane + 22) & 16383].x ^ g[(lane + 22) & 16383].y ^ g[(lane + 22) & 16383].z ^ g[(lane + 22) & 16383].w);
      acc += (s[(lane * 8 ^ threadIdx.x) & 1023].x ^ s[(lane * 8 ^ threadIdx.x) & 1023].y ^ s[(lane * 8 ^ threadIdx.x) & 1023].z ^ s[(lane * 8 ^ threadIdx.x) & 1023].w);
    }
    if (tid < 46) {
      acc += (g[(lane * 8 + 34) & 16383].x ^ g[(lane * 8 + 34) & 16383].y ^ g[(lane * 8 + 34) & 16383].z ^ g[(lane * 8 + 34) & 16383].w);
      acc += atomicMax(&counts[(lane * 8) & 255], tid);
      acc += (s[((lane & 1) + 14) & 1023].x ^ s[((lane & 1) + 14) & 1023].y ^ s[((lane & 1) + 14) & 1023].z ^ s[((lane & 1) + 14) & 1023].w);
    }
    acc += atomicExch(&counts[(lane) & 255], acc);
  }
  if (tid < 151) {
    acc += (g[((lane & 3) + lane) & 16383].x ^ g[((lane & 3) + lane) & 16383].y ^ g[((lane & 3) + lane) & 16383].z ^ g[((lane & 3) + lane) & 16383].w);
    s[((lane ^ 19) ^ (31 - lane)) & 1023] = make_int4(acc + lane, acc, tid, 7);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(double* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    atomicAdd(&counts[(tid * 4 + 30 + i) & 255], 1);
    if (warp == 0) {
      acc += (int)__double_as_longlong(s[((lane ^ 20) ^ warp + 32 + i * 33) & 63]);
      acc += (int)__double_as_longlong(s[(lane ^ threadIdx.x ^ warp + 32) & 63]);
      acc += (int)__double_as_longlong(s[((lane ^ 10) ^ tid + 24 + i) & 63]);
    } else {
      acc += atomicAdd(&global_counts[((tid ^ (tid >> 4)) + lane + i) & 4095], 1);
      acc += atomicAdd(&counts[(index[tid & 1023] + tid * 17) & 255], tid);
    }
    s[(tid + i) & 63] = __longlong_as_double(tid);
  }
  s[(warp * 40 ^ tid ^ threadIdx.x) & 63] = __longlong_as_double(acc);
  for (int i = 0; i < n; ++i) {
    if (tid < 235) {
      acc += atomicXor(&global_counts[(tid * 3 + 35 + i * 32) & 4095], acc);
      atomicXor(&global_counts[(index[tid & 1023] + tid * 32 + tid + i * 2) & 4095], tid);
      atomicExch(&counts[(tid * 64 + blockIdx.x + i) & 255], tid);
    } else {
      g[((tid >> 2)) & 16383] = __longlong_as_double(tid);
      acc += (int)__double_as_longlong(s[(tid % 7 + 31 + i * 33) & 63]);
      acc += (int)__double_as_longlong(g[(warp * 8 + i) & 16383]);
    }
    acc += (int)__double_as_longlong(s[(tid + index[tid & 1023] + (lane ^ 1) + i) & 63]);
    acc += (int)__double_as_longlong(s[(warp + threadIdx.y + 30 + i) & 63]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) unsigned char s[512];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 512; j += threads) s[j] = (unsigned char)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[(threadIdx.y + (lane & 3) + i) & 511] = (unsigned char)(acc + lane);
    acc += (int)s[(blockIdx.x + i * 2) & 511];
    acc += (int)g[(blockIdx.x + 14) & 16383];
  }
  for (int i = 0; i < n; ++i) {
    if (lane == 2) {
      acc += (int)s[((tid >> 1) + tid % 24 + tid + i * 2) & 511];
      acc += (int)g[((31 - lane) + 19 + i) & 16383];
    } else {
      g[(threadIdx.y + tid + i) & 16383] = (unsigned char)(acc);
      g[(tid % 11 + i * 33) & 16383] = (unsigned char)(tid);
    }
    acc += (int)s[((lane & 15) ^ (31 - lane) + i) & 511];
  }
  for (int i = 0; i < n; ++i) {
    s[(threadIdx.x ^ threadIdx.y ^ lane * 8 + i) & 511] = (unsigned char)(acc);
    s[((31 - lane) + (lane & 28) + i * 2) & 511] = (unsigned char)(acc);
  }
  __syncthreads();
  if (tid < 25) {
    acc += (int)g[(tid + tid * 2) & 16383];
    if (warp == 0) {
      acc += (int)s[((31 - lane) + (lane & 1) + 4) & 511];
    }
    g[(threadIdx.y + 20) & 16383] = (unsigned char)(acc + lane);
  } else {
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(warp ^ (tid >> 1)) & 511];
      s[(tid * 33 + i * 33) & 511] = (unsigned char)(tid);
      g[(threadIdx.y ^ threadIdx.x + 3 + i) & 16383] = (unsigned char)(acc + lane);
    }
    acc += (int)g[(blockIdx.x + warp + 14) & 16383];
    acc += (int)s[((tid >> 1) ^ index[tid & 1023] + 37) & 511];
  }
  __syncthreads();
  if (lane < 19) {
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(index[tid & 1023] + 6 + i) & 511];
    }
    if (tid < 183) {
      acc += (int)g[((tid ^ (tid >> 4)) ^ threadIdx.y ^ tid * 16 + 20) & 16383];
      acc += atomicAdd(&counts[(warp + tid % 7 + 7) & 255], 1);
    } else {
      acc += (int)g[(tid ^ tid * 33 + 8) & 16383];
      acc += (int)g[(warp * 40) & 16383];
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(short* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    acc += (int)s[(warp + (31 - lane)) & 63];
  }
  s[(tid) & 63] = (short)(tid);
  if ((lane & 2) != 0) {
    for (int i = 0; i < n; ++i) {
      acc += (int)g[((tid ^ (tid >> 5))) & 16383];
      acc += (int)s[(tid % 11 + (lane ^ 1) + (tid >> 4) + 37) & 63];
    }
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(tid * 5 + i) & 63];
    }
    for (int i = 0; i < n; ++i) {
      acc += atomicXor(&counts[(lane * 6 + 9 + i) & 255], acc);
      acc += (int)s[((tid >> 1) ^ tid + 22) & 63];
      acc += (int)g[((lane ^ 21) + i * 2) & 16383];
    }
  }
  __syncthreads();
  acc += (int)s[(index[tid & 1023] + lane + 36) & 63];
  for (int i = 0; i < n; ++i) {
    if (lane == 12) {
      s[(warp + threadIdx.x + i) & 63] = (short)(tid);
      acc += (int)s[(warp * 40 + tid % 5 + tid % 5 + 8) & 63];
      acc += (int)s[(lane + tid + i) & 63];
    } else {
      acc += (int)g[(threadIdx.y + (lane & 28) + i * 33) & 16383];
      acc += (int)g[((lane & 21) ^ lane * 16 ^ lane * 16) & 16383];
    }
    acc += (int)s[(blockIdx.x + lane + 34) & 63];
    s[((tid ^ (tid >> 1)) ^ (tid ^ (tid >> 1)) ^ lane * 32 + i * 2) & 63] = (short)(acc + lane);
  }
  __syncthreads();
  atomicExch(&global_counts[((lane & 7) ^ lane) & 4095], tid);
  if ((lane & 1) != 0) {
    acc += (int)g[((31 - lane)) & 16383];
  }
  acc += (int)s[(lane * 8 + 31) & 63];
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
  atomicExch(&counts[(warp) & 255], tid);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (g[(threadIdx.x + i * 2) & 16383].x ^ g[(threadIdx.x + i * 2) & 16383].y ^ g[(threadIdx.x + i * 2) & 16383].z ^ g[(threadIdx.x + i * 2) & 16383].w);
    if ((lane & 5) != 0) {
      atomicAdd(&counts[(tid * 7 ^ threadIdx.x + 33 + i * 2) & 255], acc);
      acc += atomicAdd(&global_counts[((31 - lane) + lane * 6 + 40 + i) & 4095], tid);
    } else {
      g[(index[tid & 1023] + i * 2) & 16383] = make_int4(acc, acc, tid, 7);
    }
  }
  acc += (s[(tid * 8) & 1023].x ^ s[(tid * 8) & 1023].y ^ s[(tid * 8) & 1023].z ^ s[(tid * 8) & 1023].w);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(int2* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    acc += (g[(threadIdx.y + lane * 8 + i) & 16383].x ^ g[(threadIdx.y + lane * 8 + i) & 16383].y);
  }
  if ((lane & 1) != 0) {
    if (lane == 8) {
      acc += (s[((lane & 21) ^ (lane & 7) + 34) & 2047].x ^ s[((lane & 21) ^ (lane & 7) + 34) & 2047].y);
    } else {
      acc += (s[(tid * 8) & 2047].x ^ s[(tid * 8) & 2047].y);
      acc += atomicAdd(&global_counts[(lane * 8) & 4095], 1);
      acc += (s[(warp * 8 ^ tid % 5 + 16) & 2047].x ^ s[(warp * 8 ^ tid % 5 + 16) & 2047].y);
    }
    if (warp == 2) {
      g[((lane & 3) + index[tid & 1023] + 14) & 16383] = make_int2(tid, acc);
      acc += (s[((31 - lane) ^ (31 - lane) ^ tid % 3) & 2047].x ^ s[((31 - lane) ^ (31 - lane) ^ tid % 3) & 2047].y);
    }
  }
  if ((lane & 5) != 0) {
    if (index[tid & 1023] > 500) {
      acc += (s[((lane ^ 3)) & 2047].x ^ s[((lane ^ 3)) & 2047].y);
      acc += atomicAdd(&counts[((lane & 15) + (31 - lane) + blockIdx.x) & 255], tid);
    }
    for (int i = 0; i < n; ++i) {
      g[((tid >> 3) + 33) & 16383] = make_int2(tid, acc);
      g[((tid ^ (tid >> 1)) + i * 2) & 16383] = make_int2(acc, acc);
      acc += (g[(threadIdx.y + i) & 16383].x ^ g[(threadIdx.y + i) & 16383].y);
    }
  }
  __syncthreads();
  if (lane == 4) {
    for (int i = 0; i < n; ++i) {
      acc += atomicXor(&counts[(lane + 40 + i) & 255], acc);
      atomicAdd(&global_counts[(warp * 8 + i) & 4095], acc);
      s[((tid ^ (tid >> 2)) + warp + i) & 2047] = make_int2(acc, acc);
    }
    atomicExch(&counts[(threadIdx.x + warp * 40 + 23) & 255], tid);
  }
  atomicMax(&counts[((tid ^ (tid >> 2)) + (31 - lane) + (tid >> 3) + 6) & 255], acc);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k07(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  atomicXor(&counts[(threadIdx.x + threadIdx.y + (lane & 1)) & 255], acc);
  acc += (int)g[((tid >> 4) + 3) & 16383];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[512];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 512; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  if (warp == 1) {
    if (warp == 0) {
      acc += g[(lane * 3 + (31 - lane)) & 16383];
    } else {
      acc += atomicExch(&counts[(tid * 33 + 23) & 255], tid);
      s[(threadIdx.x ^ (lane ^ 5)) & 511] = (acc + lane);
      acc += atomicXor(&counts[(tid + (lane ^ 4)) & 255], acc);
    }
    s[(warp + (tid ^ (tid >> 2))) & 511] = (acc + lane);
    if (index[tid & 1023] > 500) {
      acc += s[((lane & 28) + lane * 12 + blockIdx.x) & 511];
      atomicAdd(&counts[(index[tid & 1023] + 24) & 255], acc);
    } else {
      s[(threadIdx.y + blockIdx.x + 21) & 511] = (acc + lane);
      atomicExch(&counts[(threadIdx.x) & 255], tid);
      acc += g[((lane & 3) + 12) & 16383];
    }
  }
  s[(warp * 32 ^ tid % 24 + 29) & 511] = (acc);
  __syncthreads();
  if (lane == 10) {
    for (int i = 0; i < n; ++i) {
      s[(warp + 6 + i) & 511] = (acc + lane);
    }
    for (int i = 0; i < n; ++i) {
      atomicMax(&counts[(warp) & 255], tid);
    }
  } else {
    acc += g[(lane * 32 + 19) & 16383];
    for (int i = 0; i < n; ++i) {
      acc += g[((31 - lane) ^ index[tid & 1023] ^ (lane ^ 8) + 9 + i) & 16383];
      acc += s[((lane ^ 11) ^ lane * 2 ^ tid + i * 2) & 511];
      s[((31 - lane) ^ tid + 21) & 511] = (tid);
    }
    acc += atomicMax(&counts[(threadIdx.y + 20) & 255], tid);
  }
  g[(warp * 33 ^ lane * 16 + 11) & 16383] = (acc + lane);
  s[(tid * 16 + threadIdx.x + 35) & 511] = (acc + lane);
  __syncthreads();
  if (lane == 31) {
    for (int i = 0; i < n; ++i) {
      acc += s[((lane ^ 9) + threadIdx.x + (lane ^ 27) + i * 33) & 511];
    }
    for (int i = 0; i < n; ++i) {
      g[(tid + lane + i) & 16383] = (acc + lane);
      acc += g[((tid ^ (tid >> 2)) + i) & 16383];
      acc += g[(tid * 32 + blockIdx.x + i * 32) & 16383];
    }
    s[(tid * 64 + tid + 9) & 511] = (tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(double* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) double s[256];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 256; j += threads) s[j] = __longlong_as_double(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(s[((lane & 1) ^ tid % 5 + 2 + i) & 255]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(double* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(s[(blockIdx.x ^ lane ^ (lane ^ 14) + 30 + i * 33) & 1023]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) unsigned char s[1024];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 1024; j += threads) s[j] = (unsigned char)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (index[tid & 1023] > 500) {
      acc += atomicAdd(&counts[(tid ^ warp * 33 ^ tid * 31) & 255], acc);
      acc += (int)s[(lane * 12 + (31 - lane) + warp * 32) & 1023];
    }
    acc += (int)s[((tid ^ (tid >> 3)) ^ warp * 33 + 31 + i) & 1023];
    acc += (int)s[(tid + 38 + i * 33) & 1023];
  }
  for (int i = 0; i < n; ++i) {
    acc += atomicXor(&counts[(warp * 8 + 19) & 255], acc);
    if (lane < 12) {
      acc += (int)s[(warp) & 1023];
      acc += (int)g[(blockIdx.x) & 16383];
      acc += (int)s[(index[tid & 1023] ^ tid + i) & 1023];
    }
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)g[((lane & 15) + i * 32) & 16383];
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)s[((tid ^ (tid >> 4)) + 36 + i * 33) & 1023];
    acc += (int)g[(warp * 32 + warp + 5) & 16383];
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
  k00<<<2, dim3(32, 8, 1)>>>((float*)memory, counts, index, out, 4);
  k01<<<1, dim3(64, 1, 1)>>>((int4*)memory, counts, index, out, 2);
  k02<<<3, dim3(128, 1, 1)>>>((double*)memory, counts, index, out, 1);
  k03<<<1, dim3(200, 1, 1)>>>((unsigned char*)memory, counts, index, out, 5);
  k04<<<1, dim3(12, 5, 2)>>>((short*)memory, counts, index, out, 2);
  k05<<<1, dim3(12, 5, 2)>>>((int4*)memory, counts, index, out, 4);
  k06<<<2, dim3(128, 1, 1)>>>((int2*)memory, counts, index, out, 2);
  k07<<<8, dim3(64, 1, 1)>>>((unsigned char*)memory, counts, index, out, 3);
  k08<<<2, dim3(64, 1, 1)>>>((int*)memory, counts, index, out, 2);
  k09<<<1, dim3(256, 1, 1)>>>((double*)memory, counts, index, out, 5);
  k10<<<1, dim3(40, 1, 1)>>>((double*)memory, counts, index, out, 2);
  k11<<<3, dim3(200, 1, 1)>>>((unsigned char*)memory, counts, index, out, 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_007: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
