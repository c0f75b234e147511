// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (s[((lane ^ 3) + (tid ^ (tid >> 2)) + 27) & 1023].x ^ s[((lane ^ 3) + (tid ^ (tid >> 2)) + 27) & 1023].y ^ s[((lane ^ 3) + (tid ^ (tid >> 2)) + 27) & 1023].z ^ s[((lane ^ 3) + (tid ^ (tid >> 2)) + 27) & 1023].w);
  s[((31 - lane)) & 1023] = make_int4(acc, acc, tid, 7);
  __syncthreads();
  if (tid % 4 == 0) {
    if (lane < 11) {
      s[((tid ^ (tid >> 5)) + (lane ^ 5) + 37) & 1023] = make_int4(acc, acc, tid, 7);
    }
    for (int i = 0; i < n; ++i) {
      acc += (s[(index[tid & 1023] + warp + i * 2) & 1023].x ^ s[(index[tid & 1023] + warp + i * 2) & 1023].y ^ s[(index[tid & 1023] + warp + i * 2) & 1023].z ^ s[(index[tid & 1023] + warp + i * 2) & 1023].w);
    }
    for (int i = 0; i < n; ++i) {
      acc += (g[((tid ^ (tid >> 5)) + index[tid & 1023] + (tid ^ (tid >> 3)) + i * 32) & 16383].x ^ g[((tid ^ (tid >> 5)) + index[tid & 1023] + (tid ^ (tid >> 3)) + i * 32) & 16383].y ^ g[((tid ^ (tid >> 5)) + index[tid & 1023] + (tid ^ (tid >> 3)) + i * 32) & 16383].z ^ g[((tid ^ (tid >> 5)) + index[tid & 1023] + (tid ^ (tid >> 3)) + i * 32) & 16383].w);
    }
  }
  atomicMax(&global_counts[(tid % 7 + blockIdx.x + tid * 4 + 9) & 4095], acc);
  acc += (s[(tid * 9) & 1023].x ^ s[(tid * 9) & 1023].y ^ s[(tid * 9) & 1023].z ^ s[(tid * 9) & 1023].w);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (s[(warp) & 127].x ^ s[(warp) & 127].y ^ s[(warp) & 127].z ^ s[(warp) & 127].w);
  g[(index[tid & 1023]) & 16383] = make_int4(acc + lane, acc, tid, 7);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    acc += (int)s[(tid * 17 + (tid >> 4) + threadIdx.x + 40) & 255];
    acc += (int)s[(lane * 32 + tid + 35 + i * 33) & 255];
    if (tid < 14) {
      s[((lane & 21) ^ tid ^ index[tid & 1023] + i) & 255] = (unsigned char)(tid);
      atomicAdd(&counts[(tid + i) & 255], tid);
    }
  }
  if (lane == 10) {
    acc += (int)s[(tid % 5 + 39) & 255];
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
  acc += __float_as_int(g[(lane * 33) & 16383]);
  s[((lane ^ 15)) & 1023] = __int_as_float(acc);
  acc += __float_as_int(s[((lane & 1)) & 1023]);
  __syncthreads();
  if (warp == 0) {
    acc += atomicMax(&global_counts[((31 - lane) + threadIdx.y + 32) & 4095], acc);
    if ((lane & 4) != 0) {
      acc += __float_as_int(s[((tid >> 2) ^ tid + 30) & 1023]);
      acc += atomicMax(&counts[(lane + (tid >> 3)) & 255], acc);
    } else {
      acc += __float_as_int(s[(tid + index[tid & 1023] + (lane & 28) + 27) & 1023]);
    }
    g[(warp) & 16383] = __int_as_float(acc);
  }
  for (int i = 0; i < n; ++i) {
    if (warp == 2) {
      acc += atomicExch(&global_counts[(threadIdx.x + tid * 4 + (tid ^ (tid >> 2)) + 21 + i) & 4095], tid);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (int)g[((lane ^ 9) + 9) & 16383];
  s[(tid % 5) & 2047] = (unsigned char)(acc + lane);
  s[(lane * 12) & 2047] = (unsigned char)(acc + lane);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[128];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 128; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  atomicAdd(&global_counts[(threadIdx.y + tid) & 4095], tid);
  __syncthreads();
  s[(tid * 5 + (tid ^ (tid >> 1)) + 16) & 127] = (tid);
  acc += s[(blockIdx.x + (lane & 21) + 2) & 127];
  if (lane < 13) {
    g[((tid >> 3) + blockIdx.x + (lane & 3)) & 16383] = (tid);
    g[(warp + lane + tid % 24) & 16383] = (acc + lane);
  }
  __syncthreads();
  acc += g[(tid % 24 + index[tid & 1023]) & 16383];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (s[(lane + 40) & 63].x ^ s[(lane + 40) & 63].y ^ s[(lane + 40) & 63].z ^ s[(lane + 40) & 63].w);
  for (int i = 0; i < n; ++i) {
    g[((lane ^ 12) + 6 + i * 33) & 16383] = make_int4(tid, acc, tid, 7);
    acc += atomicAdd(&global_counts[(warp + i * 2) & 4095], acc);
    atomicXor(&counts[(tid * 9 ^ threadIdx.y) & 255], tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k07(short* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += atomicAdd(&counts[(blockIdx.x) & 255], tid);
  g[(tid + threadIdx.y + blockIdx.x) & 16383] = (short)(tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(short* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (int)g[(blockIdx.x + 32) & 16383];
  for (int i = 0; i < n; ++i) {
    acc += (int)s[((tid ^ (tid >> 4)) + (tid >> 2) + 26 + i * 32) & 127];
    acc += (int)g[(tid * 4 + (tid >> 1) + warp * 33 + 8) & 16383];
    g[(tid + tid % 24 + warp * 32 + 6 + i * 2) & 16383] = (short)(tid);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(int* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int s[256];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 256; j += threads) s[j] = (j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += s[(threadIdx.y + warp * 8) & 255];
  if (lane == 28) {
    g[(lane * 2 ^ (lane ^ 9) ^ (lane ^ 13) + 6) & 16383] = (acc);
  } else {
    if (lane < 20) {
      atomicAdd(&global_counts[(lane * 32 ^ index[tid & 1023]) & 4095], 1);
      acc += g[(threadIdx.y + lane) & 16383];
      acc += atomicAdd(&counts[(tid % 3 + 2) & 255], tid);
    }
  }
  __syncthreads();
  acc += atomicExch(&counts[(tid % 3 + 36) & 255], acc);
  for (int i = 0; i < n; ++i) {
    acc += atomicExch(&counts[(warp * 33 + i * 33) & 255], tid);
    s[(tid * 64 ^ warp * 33 + 31 + i * 33) & 255] = (acc + lane);
  }
  acc += g[((lane ^ 19)) & 16383];
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
  acc += (int)g[((tid >> 1)) & 16383];
  if (tid < 237) {
    for (int i = 0; i < n; ++i) {
      acc += (int)s[((lane & 3) + (31 - lane) + i) & 2047];
      g[(warp * 8 + index[tid & 1023] + i * 33) & 16383] = (short)(acc + lane);
    }
    if (tid < 105) {
      acc += (int)s[(threadIdx.y) & 2047];
      acc += (int)s[(lane + blockIdx.x) & 2047];
      atomicAdd(&counts[(tid + 28) & 255], acc);
    }
    if (tid < 239) {
      acc += (int)g[(tid % 5 + index[tid & 1023] + 39) & 16383];
    } else {
      acc += (int)s[(blockIdx.x + 28) & 2047];
    }
  } else {
    if ((lane & 16) != 0) {
      acc += (int)g[(index[tid & 1023] + (tid >> 4)) & 16383];
      s[(warp + 21) & 2047] = (short)(acc);
    } else {
      acc += atomicAdd(&counts[(lane + (tid >> 3)) & 255], 1);
      g[(lane * 32) & 16383] = (short)(tid);
    }
    for (int i = 0; i < n; ++i) {
      atomicAdd(&global_counts[((lane ^ 6) ^ (tid >> 2) ^ index[tid & 1023] + i * 2) & 4095], 1);
    }
  }
  s[(tid) & 2047] = (short)(tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(int* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += g[((lane ^ 8)) & 16383];
  __syncthreads();
  acc += s[((lane & 1) + warp * 8 + 6) & 63];
  for (int i = 0; i < n; ++i) {
    atomicAdd(&global_counts[(warp * 33 + i) & 4095], acc);
    if (index[tid & 1023] > 500) {
      s[(lane + index[tid & 1023] + (tid >> 3) + 31) & 63] = (acc + lane);
      acc += s[(tid + (tid >> 2) + warp * 40 + 26 + i * 2) & 63];
      s[((31 - lane) ^ tid * 32 ^ (31 - lane) + 30 + i * 32) & 63] = (acc + lane);
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
  k00<<<3, dim3(1024, 1, 1)>>>((int4*)memory, counts, index, out, 2);
  k01<<<8, dim3(32, 1, 1)>>>((int4*)memory, counts, index, out, 3);
  k02<<<2, dim3(64, 1, 1)>>>((unsigned char*)memory, counts, index, out, 2);
  k03<<<2, dim3(7, 7, 7)>>>((float*)memory, counts, index, out, 2);
  k04<<<2, dim3(128, 1, 1)>>>((unsigned char*)memory, counts, index, out, 1);
  k05<<<8, dim3(200, 1, 1)>>>((int*)memory, counts, index, out, 1);
  k06<<<2, dim3(33, 3, 1)>>>((int4*)memory, counts, index, out, 4);
  k07<<<8, dim3(256, 1, 1)>>>((short*)memory, counts, index, out, 4);
  k08<<<1, dim3(32, 1, 1)>>>((short*)memory, counts, index, out, 5);
  k09<<<2, dim3(40, 1, 1)>>>((int*)memory, counts, index, out, 1);
  k10<<<2, dim3(200, 1, 1)>>>((short*)memory, counts, index, out, 2);
  k11<<<8, dim3(200, 1, 1)>>>((int*)memory, counts, index, out, 1);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_005: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
