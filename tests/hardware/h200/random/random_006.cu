// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(int4* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int4 s[256];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 256; j += threads) s[j] = make_int4(j, acc, tid, 7);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  s[(threadIdx.x + (tid ^ (tid >> 2)) + threadIdx.y) & 255] = make_int4(tid, acc, tid, 7);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(short* g, int* global_counts, const int* index, int* out, int n) {
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
  atomicExch(&global_counts[(warp * 33) & 4095], acc);
  s[(index[tid & 1023] ^ (tid >> 4)) & 2047] = (short)(tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(int* g, int* global_counts, const int* index, int* out, int n) {
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
  atomicXor(&global_counts[(warp * 8 ^ index[tid & 1023] + 13) & 4095], acc);
  for (int i = 0; i < n; ++i) {
    acc += atomicAdd(&global_counts[(threadIdx.x + i) & 4095], tid);
    atomicXor(&counts[(blockIdx.x + (tid >> 4) + lane * 8 + i) & 255], tid);
    s[((lane ^ 12) + 8 + i * 2) & 63] = (acc + lane);
  }
  acc += s[(tid * 2 ^ (lane & 7) ^ tid * 5) & 63];
  __syncthreads();
  g[(tid) & 16383] = (acc + lane);
  acc += s[(index[tid & 1023] ^ tid ^ blockIdx.x) & 63];
  for (int i = 0; i < n; ++i) {
    acc += s[((tid ^ (tid >> 5)) + tid + 1 + i) & 63];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  s[(lane * 16 + 3) & 127] = make_int4(acc, acc, tid, 7);
  for (int i = 0; i < n; ++i) {
    g[((31 - lane) + i * 2) & 16383] = make_int4(acc, acc, tid, 7);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (s[(tid * 31 ^ (31 - lane) + i * 32) & 127].x ^ s[(tid * 31 ^ (31 - lane) + i * 32) & 127].y ^ s[(tid * 31 ^ (31 - lane) + i * 32) & 127].z ^ s[(tid * 31 ^ (31 - lane) + i * 32) & 127].w);
  }
  for (int i = 0; i < n; ++i) {
    acc += (g[((31 - lane) + 6 + i) & 16383].x ^ g[((31 - lane) + 6 + i) & 16383].y ^ g[((31 - lane) + 6 + i) & 16383].z ^ g[((31 - lane) + 6 + i) & 16383].w);
    acc += (g[(threadIdx.x + i) & 16383].x ^ g[(threadIdx.x + i) & 16383].y ^ g[(threadIdx.x + i) & 16383].z ^ g[(threadIdx.x + i) & 16383].w);
    g[(tid + threadIdx.x + 31 + i) & 16383] = make_int4(acc, acc, tid, 7);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(short* g, int* global_counts, const int* index, int* out, int n) {
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
  atomicXor(&counts[((lane ^ 13) ^ tid) & 255], acc);
  acc += atomicAdd(&global_counts[((tid >> 3) ^ (tid ^ (tid >> 2)) + 12) & 4095], 1);
  __syncthreads();
  acc += (int)s[(lane * 3 + (tid ^ (tid >> 5))) & 1023];
  if (lane == 3) {
    for (int i = 0; i < n; ++i) {
      s[(lane * 3 + (tid >> 3) + i) & 1023] = (short)(acc);
      s[(warp + threadIdx.x + 2 + i * 33) & 1023] = (short)(tid);
      acc += (int)s[(threadIdx.x ^ tid * 9 + 16 + i) & 1023];
    }
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(tid + warp + i * 33) & 1023];
    }
  }
  acc += (int)s[((31 - lane) ^ (lane & 15)) & 1023];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(int4* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int4 s[512];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 512; j += threads) s[j] = make_int4(j, acc, tid, 7);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (tid % 4 == 1) {
      acc += (g[(tid % 11 + 31 + i) & 16383].x ^ g[(tid % 11 + 31 + i) & 16383].y ^ g[(tid % 11 + 31 + i) & 16383].z ^ g[(tid % 11 + 31 + i) & 16383].w);
      acc += (s[(blockIdx.x ^ tid % 11) & 511].x ^ s[(blockIdx.x ^ tid % 11) & 511].y ^ s[(blockIdx.x ^ tid % 11) & 511].z ^ s[(blockIdx.x ^ tid % 11) & 511].w);
    }
  }
  if (warp == 1) {
    g[(tid + 33) & 16383] = make_int4(acc, acc, tid, 7);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(int* g, int* global_counts, const int* index, int* out, int n) {
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
  if (warp == 0) {
    s[(tid % 7 + (31 - lane)) & 511] = (acc);
    if (lane == 11) {
      acc += s[(warp + threadIdx.x + tid + 14) & 511];
    } else {
      acc += s[(threadIdx.y ^ threadIdx.y + 19) & 511];
      acc += s[((tid ^ (tid >> 1)) ^ (lane ^ 9) ^ tid + 28) & 511];
    }
    if (warp == 0) {
      acc += s[(tid) & 511];
    }
  }
  for (int i = 0; i < n; ++i) {
    acc += s[(tid * 32 ^ (tid >> 1) + i) & 511];
    if ((lane & 4) != 0) {
      acc += s[(lane + i * 2) & 511];
      acc += s[((lane ^ 8) + i * 2) & 511];
      acc += g[(index[tid & 1023] + warp + i * 33) & 16383];
    } else {
      acc += s[(warp + tid) & 511];
      acc += g[((lane ^ 24)) & 16383];
      g[((lane ^ 17) + i) & 16383] = (acc);
    }
    acc += atomicExch(&counts[(blockIdx.x + warp * 8 + i) & 255], acc);
  }
  __syncthreads();
  atomicExch(&global_counts[(tid) & 4095], tid);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += s[((lane ^ 4) + i) & 511];
  }
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
  if (tid < 245) {
    acc += (s[(threadIdx.x) & 63].x ^ s[(threadIdx.x) & 63].y);
    if (index[tid & 1023] > 500) {
      g[((tid ^ (tid >> 5)) + (tid >> 3)) & 16383] = make_int2(tid, acc);
      acc += (s[(blockIdx.x ^ tid % 11 + 24) & 63].x ^ s[(blockIdx.x ^ tid % 11 + 24) & 63].y);
    } else {
      acc += (g[(tid * 32 + (lane & 3)) & 16383].x ^ g[(tid * 32 + (lane & 3)) & 16383].y);
      acc += (g[(tid * 64 ^ lane * 33) & 16383].x ^ g[(tid * 64 ^ lane * 33) & 16383].y);
      s[(tid % 24 + (tid >> 3) + tid) & 63] = make_int2(tid, acc);
    }
  }
  for (int i = 0; i < n; ++i) {
    atomicAdd(&counts[(tid + 1) & 255], 1);
  }
  for (int i = 0; i < n; ++i) {
    acc += atomicMax(&global_counts[(lane * 8) & 4095], acc);
  }
  __syncthreads();
  acc += (s[(warp + threadIdx.y + (31 - lane) + 17) & 63].x ^ s[(warp + threadIdx.y + (31 - lane) + 17) & 63].y);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (index[tid & 1023] > 500) {
      s[(tid % 11 + 4 + i * 2) & 63] = make_int2(acc + lane, acc);
    }
    acc += (g[((31 - lane) + i) & 16383].x ^ g[((31 - lane) + i) & 16383].y);
    acc += (g[(threadIdx.x + threadIdx.x + 23) & 16383].x ^ g[(threadIdx.x + threadIdx.x + 23) & 16383].y);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) unsigned char s[64];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 64; j += threads) s[j] = (unsigned char)(j);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  acc += atomicAdd(&counts[(warp * 8 + 30) & 255], acc);
  acc += (int)s[((31 - lane) ^ (tid >> 2) ^ warp + 7) & 63];
  for (int i = 0; i < n; ++i) {
    acc += atomicAdd(&counts[((31 - lane) + 22) & 255], tid);
    acc += (int)g[((lane & 15) ^ blockIdx.x ^ lane + 3 + i) & 16383];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(float* g, int* global_counts, const int* index, int* out, int n) {
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
  s[((lane ^ 22)) & 127] = __int_as_float(acc + lane);
  acc += __float_as_int(s[(warp) & 127]);
  s[(tid % 5 + tid * 16 + 32) & 127] = __int_as_float(acc);
  __syncthreads();
  if (lane == 10) {
    acc += __float_as_int(s[((31 - lane)) & 127]);
    for (int i = 0; i < n; ++i) {
      g[(threadIdx.x + (tid ^ (tid >> 5)) + 14 + i * 33) & 16383] = __int_as_float(acc);
      s[(tid * 9 + 25 + i * 33) & 127] = __int_as_float(acc);
      acc += __float_as_int(s[(blockIdx.x ^ tid ^ (tid >> 3) + i) & 127]);
    }
    acc += __float_as_int(s[(index[tid & 1023] + warp) & 127]);
  } else {
    acc += __float_as_int(g[((tid >> 1) ^ (lane ^ 15) + 11) & 16383]);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(short* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (int)g[(blockIdx.x ^ tid) & 16383];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += (int)s[(tid * 5 + i * 33) & 1023];
    g[((lane ^ 29) + (31 - lane) + i * 2) & 16383] = (short)(acc);
    acc += (int)s[(warp + threadIdx.y + i * 2) & 1023];
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(int* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += atomicMax(&counts[(tid * 9) & 255], acc);
  if (warp == 2) {
    acc += atomicMax(&counts[(tid + warp + 32) & 255], tid);
    if (warp == 0) {
      acc += g[(lane * 12) & 16383];
    }
  }
  for (int i = 0; i < n; ++i) {
    g[(tid % 24) & 16383] = (tid);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += s[(tid + i) & 1023];
    acc += g[(tid + i * 33) & 16383];
    acc += atomicXor(&counts[(tid * 8 ^ threadIdx.x ^ (tid >> 3) + i) & 255], acc);
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
  k00<<<8, dim3(96, 1, 1)>>>((int4*)memory, counts, index, out, 2);
  k01<<<1, dim3(64, 1, 1)>>>((short*)memory, counts, index, out, 1);
  k02<<<3, dim3(7, 7, 7)>>>((int*)memory, counts, index, out, 2);
  k03<<<8, dim3(1024, 1, 1)>>>((int4*)memory, counts, index, out, 1);
  k04<<<1, dim3(12, 5, 2)>>>((short*)memory, counts, index, out, 3);
  k05<<<1, dim3(1024, 1, 1)>>>((int4*)memory, counts, index, out, 4);
  k06<<<1, dim3(32, 8, 1)>>>((int*)memory, counts, index, out, 3);
  k07<<<8, dim3(1024, 1, 1)>>>((int2*)memory, counts, index, out, 3);
  k08<<<3, dim3(200, 1, 1)>>>((unsigned char*)memory, counts, index, out, 1);
  k09<<<3, dim3(200, 1, 1)>>>((float*)memory, counts, index, out, 5);
  k10<<<3, dim3(32, 1, 1)>>>((short*)memory, counts, index, out, 1);
  k11<<<3, dim3(12, 5, 2)>>>((int*)memory, counts, index, out, 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_006: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
