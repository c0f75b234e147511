// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(int* g, int* global_counts, const int* index, int* out, int n) {
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
  g[((31 - lane) + (tid ^ (tid >> 4))) & 16383] = (acc + lane);
  acc += g[(threadIdx.y ^ (lane & 21) + 37) & 16383];
  acc += atomicExch(&counts[((31 - lane) ^ warp * 33 ^ lane) & 255], tid);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += atomicAdd(&global_counts[(lane * 3 + i * 33) & 4095], tid);
    if ((lane & 4) != 0) {
      acc += g[(threadIdx.y + i) & 16383];
    }
    if (warp == 2) {
      acc += g[(lane * 3 + 3 + i * 2) & 16383];
      atomicExch(&counts[((tid >> 4) + threadIdx.y) & 255], tid);
    } else {
      acc += s[(lane ^ (31 - lane) ^ threadIdx.x + i * 2) & 63];
    }
  }
  __syncthreads();
  atomicAdd(&counts[(lane * 16) & 255], tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(float* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += __float_as_int(s[(tid % 5 + (lane & 3) + warp) & 2047]);
  acc += __float_as_int(g[((lane ^ 13) + (tid ^ (tid >> 2)) + 14) & 16383]);
  __syncthreads();
  acc += __float_as_int(g[((lane & 28) + 12) & 16383]);
  atomicAdd(&global_counts[(lane * 3) & 4095], tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  s[(threadIdx.x + blockIdx.x) & 511] = (unsigned char)(acc + lane);
  acc += (int)g[(tid * 33 + warp * 40 + tid) & 16383];
  if (lane == 25) {
    acc += (int)s[(tid % 11 ^ threadIdx.y ^ warp * 32 + 8) & 511];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(float* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += __float_as_int(s[((31 - lane) + lane + threadIdx.y) & 1023]);
  if (warp == 0) {
    acc += __float_as_int(s[(threadIdx.y + 13) & 1023]);
    s[(blockIdx.x + threadIdx.x) & 1023] = __int_as_float(acc + lane);
  }
  g[((lane ^ 23) ^ lane * 32) & 16383] = __int_as_float(acc + lane);
  __syncthreads();
  acc += atomicXor(&global_counts[((lane & 3) ^ tid * 31) & 4095], acc);
  if (index[tid & 1023] > 500) {
    acc += atomicXor(&global_counts[((31 - lane)) & 4095], acc);
    acc += __float_as_int(s[((31 - lane) + 22) & 1023]);
    acc += __float_as_int(g[((tid >> 4) ^ (lane & 28) ^ tid * 4 + 40) & 16383]);
  }
  for (int i = 0; i < n; ++i) {
    acc += __float_as_int(g[(threadIdx.x + i * 32) & 16383]);
  }
  __syncthreads();
  acc += __float_as_int(g[(tid + 14) & 16383]);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[2048];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  g[(tid * 16 ^ (tid >> 4) ^ index[tid & 1023] + 14) & 16383] = (acc);
  __syncthreads();
  acc += s[(tid ^ warp * 8) & 2047];
  __syncthreads();
  acc += g[(lane * 3) & 16383];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(int* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += s[(tid % 5 ^ tid % 11 + 18) & 63];
  if (index[tid & 1023] > 500) {
    for (int i = 0; i < n; ++i) {
      atomicXor(&global_counts[(warp * 40 + i * 32) & 4095], acc);
    }
    acc += atomicMax(&counts[((31 - lane) + 22) & 255], acc);
  }
  if (tid % 5 == 0) {
    acc += s[((lane ^ 27) + threadIdx.x + warp * 40) & 63];
    for (int i = 0; i < n; ++i) {
      acc += atomicAdd(&counts[((tid ^ (tid >> 5)) + tid + 15 + i) & 255], acc);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(int2* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    if (index[tid & 1023] > 500) {
      acc += (g[(tid * 31 + i * 2) & 16383].x ^ g[(tid * 31 + i * 2) & 16383].y);
    }
    atomicExch(&global_counts[(tid + i * 2) & 4095], tid);
    acc += atomicXor(&global_counts[(threadIdx.x + tid + (lane & 1) + i * 32) & 4095], acc);
  }
  __syncthreads();
  acc += (s[(tid % 5 + (lane ^ 24) + 32) & 1023].x ^ s[(tid % 5 + (lane ^ 24) + 32) & 1023].y);
  for (int i = 0; i < n; ++i) {
    if (tid < 47) {
      acc += (g[(tid % 3 ^ lane * 2 + 31) & 16383].x ^ g[(tid % 3 ^ lane * 2 + 31) & 16383].y);
    }
    acc += (g[(index[tid & 1023] ^ tid % 24) & 16383].x ^ g[(index[tid & 1023] ^ tid % 24) & 16383].y);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[(warp * 8 + threadIdx.x + (31 - lane) + i * 32) & 1023] = make_int2(tid, acc);
    acc += (s[(tid + 9 + i * 2) & 1023].x ^ s[(tid + 9 + i * 2) & 1023].y);
    if (tid < 246) {
      s[(tid * 5 + i * 33) & 1023] = make_int2(tid, acc);
      s[((tid ^ (tid >> 2)) + (tid ^ (tid >> 3)) + 26 + i) & 1023] = make_int2(acc, acc);
      acc += (s[(tid % 3 ^ tid + i * 2) & 1023].x ^ s[(tid % 3 ^ tid + i * 2) & 1023].y);
    } else {
      acc += (s[((31 - lane) + blockIdx.x) & 1023].x ^ s[((31 - lane) + blockIdx.x) & 1023].y);
    }
  }
  acc += atomicAdd(&counts[(tid ^ tid % 11) & 255], tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k07(int2* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (s[(lane * 2) & 127].x ^ s[(lane * 2) & 127].y);
  if (tid < 243) {
    for (int i = 0; i < n; ++i) {
      s[(tid * 31 + i) & 127] = make_int2(acc + lane, acc);
      s[(tid * 64 + (tid ^ (tid >> 2)) + i * 2) & 127] = make_int2(tid, acc);
    }
  } else {
    if (tid < 137) {
      atomicExch(&global_counts[(tid * 4) & 4095], acc);
    }
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if ((lane & 16) != 0) {
      acc += (s[((lane & 15) + i) & 127].x ^ s[((lane & 15) + i) & 127].y);
      acc += (s[(warp * 33 + index[tid & 1023] + 10 + i) & 127].x ^ s[(warp * 33 + index[tid & 1023] + 10 + i) & 127].y);
      g[(tid ^ tid % 24 + i * 33) & 16383] = make_int2(tid, acc);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(double* g, int* global_counts, const int* index, int* out, int n) {
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
    acc += (int)__double_as_longlong(g[((lane & 21) ^ (tid >> 2) + 32 + i * 2) & 16383]);
  }
  acc += (int)__double_as_longlong(s[(tid ^ tid % 3 ^ (lane & 15)) & 127]);
  s[(lane * 3) & 127] = __longlong_as_double(acc + lane);
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
  atomicExch(&global_counts[(index[tid & 1023] + tid % 3 + 12) & 4095], acc);
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(s[(threadIdx.x + lane + index[tid & 1023] + i) & 127]);
    if ((lane & 16) != 0) {
      s[((tid ^ (tid >> 3)) ^ (31 - lane) ^ threadIdx.x + 7 + i * 33) & 127] = __longlong_as_double(tid);
      acc += atomicAdd(&global_counts[(lane + 18 + i * 2) & 4095], acc);
      acc += (int)__double_as_longlong(g[((lane ^ 26) + i * 32) & 16383]);
    }
  }
  acc += atomicAdd(&global_counts[((31 - lane)) & 4095], acc);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(g[(tid + (tid >> 2) + i) & 16383]);
    acc += (int)__double_as_longlong(g[(tid % 3 + (31 - lane) + i * 32) & 16383]);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(g[(warp * 8 + threadIdx.x + i * 2) & 16383]);
    acc += atomicXor(&global_counts[(lane + tid * 8 + i * 2) & 4095], tid);
    acc += (int)__double_as_longlong(s[(tid * 64 ^ tid + i) & 127]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(int2* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (s[(tid + tid % 24 + threadIdx.x) & 127].x ^ s[(tid + tid % 24 + threadIdx.x) & 127].y);
  __syncthreads();
  s[(tid + 13) & 127] = make_int2(tid, acc);
  __syncthreads();
  if (lane < 9) {
    if (lane < 11) {
      s[(warp * 8 + 19) & 127] = make_int2(tid, acc);
      acc += (s[(tid * 32) & 127].x ^ s[(tid * 32) & 127].y);
      acc += atomicMax(&counts[(tid % 11 + lane) & 255], tid);
    }
    for (int i = 0; i < n; ++i) {
      acc += (s[(threadIdx.x + tid * 4 + i * 32) & 127].x ^ s[(threadIdx.x + tid * 4 + i * 32) & 127].y);
      acc += (s[(tid ^ (lane ^ 24) + 25 + i) & 127].x ^ s[(tid ^ (lane ^ 24) + 25 + i) & 127].y);
    }
    atomicMax(&global_counts[(blockIdx.x) & 4095], acc);
  } else {
    acc += (s[(threadIdx.y + threadIdx.x + (tid ^ (tid >> 4))) & 127].x ^ s[(threadIdx.y + threadIdx.x + (tid ^ (tid >> 4))) & 127].y);
    if (lane == 21) {
      g[((tid ^ (tid >> 1))) & 16383] = make_int2(acc + lane, acc);
      s[(lane + lane * 12) & 127] = make_int2(tid, acc);
      acc += (g[(index[tid & 1023] + 17) & 16383].x ^ g[(index[tid & 1023] + 17) & 16383].y);
    }
  }
  acc += (s[(tid * 33 ^ (lane ^ 17) ^ threadIdx.y) & 127].x ^ s[(tid * 33 ^ (lane ^ 17) ^ threadIdx.y) & 127].y);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (int)s[(warp * 32 + tid + warp * 40 + 9) & 511];
  for (int i = 0; i < n; ++i) {
    acc += atomicAdd(&global_counts[(blockIdx.x ^ (31 - lane) + 29 + i * 33) & 4095], acc);
    acc += (int)g[((31 - lane) + 13) & 16383];
  }
  if (index[tid & 1023] > 500) {
    if (warp == 1) {
      s[((31 - lane) + blockIdx.x) & 511] = (unsigned char)(acc);
    } else {
      acc += (int)g[((tid >> 4) + threadIdx.y + (lane ^ 4)) & 16383];
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
  k00<<<1, dim3(256, 1, 1)>>>((int*)memory, counts, index, out, 3);
  k01<<<8, dim3(7, 7, 7)>>>((float*)memory, counts, index, out, 5);
  k02<<<2, dim3(33, 3, 1)>>>((unsigned char*)memory, counts, index, out, 3);
  k03<<<8, dim3(32, 1, 1)>>>((float*)memory, counts, index, out, 5);
  k04<<<8, dim3(32, 1, 1)>>>((int*)memory, counts, index, out, 5);
  k05<<<1, dim3(333, 1, 1)>>>((int*)memory, counts, index, out, 4);
  k06<<<1, dim3(32, 1, 1)>>>((int2*)memory, counts, index, out, 3);
  k07<<<8, dim3(32, 1, 1)>>>((int2*)memory, counts, index, out, 4);
  k08<<<1, dim3(12, 5, 2)>>>((double*)memory, counts, index, out, 4);
  k09<<<8, dim3(4, 8, 16)>>>((double*)memory, counts, index, out, 5);
  k10<<<2, dim3(8, 8, 1)>>>((int2*)memory, counts, index, out, 2);
  k11<<<3, dim3(4, 8, 16)>>>((unsigned char*)memory, counts, index, out, 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_001: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
