// Random accesses to shared and global memory; written by random_kernels.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k00(unsigned char* g, int* global_counts, const int* index, int* out, int n) {
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
  if (lane == 31) {
    if (warp == 1) {
      atomicXor(&counts[(lane + tid) & 255], acc);
    }
    acc += (int)g[(lane) & 16383];
  } else {
    for (int i = 0; i < n; ++i) {
      acc += atomicAdd(&counts[((tid >> 2) + i) & 255], acc);
      atomicExch(&counts[(index[tid & 1023] + 22 + i * 33) & 255], tid);
    }
    if (lane < 22) {
      acc += (int)g[((tid ^ (tid >> 3))) & 16383];
    } else {
      acc += (int)s[(warp ^ blockIdx.x ^ tid % 24) & 255];
    }
    for (int i = 0; i < n; ++i) {
      acc += (int)s[(warp + 2) & 255];
      s[(tid * 31 ^ threadIdx.x ^ lane + i) & 255] = (unsigned char)(acc);
      acc += (int)s[(tid % 11 ^ tid % 24) & 255];
    }
  }
  if (tid < 295) {
    for (int i = 0; i < n; ++i) {
      s[(threadIdx.x + threadIdx.y + i * 32) & 255] = (unsigned char)(acc + lane);
      acc += (int)g[(lane * 4 + blockIdx.x + warp + i * 33) & 16383];
      acc += atomicExch(&counts[(index[tid & 1023] ^ index[tid & 1023] + i * 33) & 255], tid);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k01(int* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += g[((lane & 1)) & 16383];
  acc += s[(threadIdx.x) & 1023];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    acc += s[((31 - lane) + (31 - lane) + 8 + i * 32) & 1023];
  }
  acc += s[(blockIdx.x + threadIdx.y + 9) & 1023];
  atomicExch(&global_counts[((tid ^ (tid >> 4)) + lane + 25) & 4095], acc);
  __syncthreads();
  acc += s[(index[tid & 1023] + blockIdx.x + 27) & 1023];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k02(double* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += (int)__double_as_longlong(g[(lane ^ (lane ^ 5) ^ lane) & 16383]);
  if ((lane & 5) != 0) {
    for (int i = 0; i < n; ++i) {
      acc += (int)__double_as_longlong(g[(warp ^ (lane ^ 6) ^ threadIdx.x + 33 + i) & 16383]);
      acc += (int)__double_as_longlong(g[(warp ^ (lane ^ 7) + i) & 16383]);
    }
  }
  __syncthreads();
  if (lane < 6) {
    acc += (int)__double_as_longlong(s[(tid * 17) & 2047]);
    if (tid < 54) {
      acc += (int)__double_as_longlong(s[(blockIdx.x + blockIdx.x) & 2047]);
      acc += (int)__double_as_longlong(g[(lane * 16 ^ tid % 11 ^ index[tid & 1023] + 13) & 16383]);
      acc += (int)__double_as_longlong(g[(threadIdx.x + blockIdx.x + lane) & 16383]);
    }
  } else {
    acc += (int)__double_as_longlong(g[(index[tid & 1023] ^ (lane & 3)) & 16383]);
    if (tid < 288) {
      acc += (int)__double_as_longlong(s[(tid) & 2047]);
      s[(lane * 33 ^ (lane ^ 2) ^ lane) & 2047] = __longlong_as_double(tid);
    }
    s[((tid ^ (tid >> 1))) & 2047] = __longlong_as_double(acc + lane);
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k03(int2* g, int* global_counts, const int* index, int* out, int n) {
  __shared__ __align__(16) int2 s[512];
  __shared__ int counts[256];
  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 512; j += threads) s[j] = make_int2(j, acc);
  for (int j = tid; j < 256; j += threads) counts[j] = j;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (warp == 1) {
      atomicXor(&counts[(threadIdx.y + lane + 39) & 255], acc);
      acc += (s[(tid % 24 ^ threadIdx.y) & 511].x ^ s[(tid % 24 ^ threadIdx.y) & 511].y);
      acc += atomicAdd(&global_counts[(tid % 5 + lane * 8 + tid % 24 + i * 33) & 4095], tid);
    }
    s[((31 - lane) + lane + threadIdx.x + i * 32) & 511] = make_int2(tid, acc);
    if (warp == 1) {
      acc += atomicAdd(&global_counts[((lane ^ 4) + (lane & 1) + tid + i) & 4095], tid);
      g[((tid >> 2) + i * 32) & 16383] = make_int2(acc, acc);
      s[(tid * 64 ^ (tid ^ (tid >> 2)) + 13 + i) & 511] = make_int2(tid, acc);
    }
  }
  for (int i = 0; i < n; ++i) {
    atomicAdd(&counts[((tid ^ (tid >> 4)) + 37 + i) & 255], acc);
  }
  __syncthreads();
  atomicAdd(&global_counts[(tid) & 4095], tid);
  atomicXor(&counts[((tid >> 3) + lane * 3 + 5) & 255], acc);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k04(double* g, int* global_counts, const int* index, int* out, int n) {
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
    if (tid < 159) {
      acc += (int)__double_as_longlong(g[(warp + lane + i * 2) & 16383]);
      acc += atomicAdd(&global_counts[(tid + i) & 4095], tid);
      s[(threadIdx.x + warp + lane * 6 + i) & 255] = __longlong_as_double(acc);
    } else {
      atomicExch(&counts[(warp + 1 + i * 32) & 255], tid);
    }
    acc += atomicXor(&global_counts[(threadIdx.y ^ (lane ^ 26) ^ (31 - lane) + i) & 4095], tid);
    g[(warp * 33 + tid) & 16383] = __longlong_as_double(acc + lane);
  }
  __syncthreads();
  acc += (int)__double_as_longlong(s[(tid) & 255]);
  acc += atomicAdd(&counts[(warp * 32 + 17) & 255], tid);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k05(int* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += g[(lane) & 16383];
  for (int i = 0; i < n; ++i) {
    acc += atomicAdd(&counts[(warp + tid + 2 + i * 2) & 255], 1);
  }
  g[(lane * 2 + 16) & 16383] = (acc);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (lane < 20) {
      acc += g[(blockIdx.x + 6 + i * 33) & 16383];
      acc += g[((tid >> 3) + threadIdx.x + i) & 16383];
    } else {
      s[(index[tid & 1023] + i) & 511] = (acc);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k06(float* g, int* global_counts, const int* index, int* out, int n) {
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
  acc += __float_as_int(s[(tid % 11) & 1023]);
  s[(warp) & 1023] = __int_as_float(tid);
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
  if (tid < 91) {
    for (int i = 0; i < n; ++i) {
      atomicAdd(&global_counts[(index[tid & 1023] + blockIdx.x + i * 33) & 4095], 1);
    }
    acc += (int)g[(lane * 33) & 16383];
    atomicAdd(&global_counts[((lane & 7)) & 4095], acc);
  }
  s[(threadIdx.y) & 127] = (short)(acc);
  acc += (int)s[((31 - lane)) & 127];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k08(int* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    g[(tid ^ lane ^ blockIdx.x + 24 + i * 33) & 16383] = (tid);
  }
  __syncthreads();
  acc += g[(lane * 4) & 16383];
  g[(lane * 3) & 16383] = (acc);
  acc += s[(tid ^ (31 - lane)) & 127];
  __syncthreads();
  s[((31 - lane) ^ tid % 24 ^ (tid ^ (tid >> 4))) & 127] = (acc + lane);
  acc += atomicAdd(&counts[((lane & 28) + (lane & 7) + 12) & 255], acc);
  acc += s[(tid + lane * 6) & 127];
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k09(double* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    acc += (int)__double_as_longlong(g[(warp * 40 + (31 - lane) + lane) & 16383]);
    acc += (int)__double_as_longlong(s[((31 - lane) + i * 32) & 2047]);
  }
  for (int i = 0; i < n; ++i) {
    if ((lane & 5) != 0) {
      atomicXor(&counts[(threadIdx.y ^ lane * 12 ^ tid + i) & 255], acc);
      acc += (int)__double_as_longlong(g[((31 - lane)) & 16383]);
      acc += (int)__double_as_longlong(g[(tid + 7) & 16383]);
    } else {
      acc += (int)__double_as_longlong(g[(blockIdx.x + lane + i) & 16383]);
      acc += (int)__double_as_longlong(g[(threadIdx.x ^ tid + i) & 16383]);
      acc += (int)__double_as_longlong(g[(warp * 33 + i) & 16383]);
    }
    s[(warp * 40 + 9 + i * 2) & 2047] = __longlong_as_double(tid);
  }
  if (lane < 25) {
    if (warp == 2) {
      acc += (int)__double_as_longlong(s[((31 - lane) + lane + 39) & 2047]);
      acc += (int)__double_as_longlong(s[(threadIdx.x + warp * 40 + 40) & 2047]);
      acc += atomicMax(&global_counts[(threadIdx.x) & 4095], tid);
    }
  }
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k10(int4* g, int* global_counts, const int* index, int* out, int n) {
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
  if (tid < 33) {
    acc += (s[(threadIdx.y + lane) & 511].x ^ s[(threadIdx.y + lane) & 511].y ^ s[(threadIdx.y + lane) & 511].z ^ s[(threadIdx.y + lane) & 511].w);
    g[(lane * 32 ^ (lane & 15) + 33) & 16383] = make_int4(acc + lane, acc, tid, 7);
  }
  acc += atomicMax(&global_counts[(threadIdx.y + 27) & 4095], acc);
  __syncthreads();
  out[blockIdx.x * threads + tid] = acc + counts[tid & 255];
}

__global__ void k11(int* g, int* global_counts, const int* index, int* out, int n) {
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
  for (int i = 0; i < n; ++i) {
    g[((31 - lane) + i) & 16383] = (acc);
    acc += atomicMax(&counts[(tid + 17 + i) & 255], acc);
    if (tid < 178) {
      acc += s[((lane ^ 11) ^ (tid >> 4) + 9 + i * 32) & 511];
      acc += g[(warp ^ tid % 3 + 13) & 16383];
      acc += g[(index[tid & 1023] + warp + i * 33) & 16383];
    } else {
      acc += atomicExch(&counts[(tid + tid * 33 + i * 33) & 255], acc);
      s[(tid % 11 ^ warp + i * 33) & 511] = (acc);
      acc += g[(lane * 12 + i * 2) & 16383];
    }
  }
  for (int i = 0; i < n; ++i) {
    s[(tid % 11 + (31 - lane)) & 511] = (acc + lane);
    s[(tid + i) & 511] = (acc);
    atomicAdd(&counts[(tid % 7 + threadIdx.y + i * 32) & 255], acc);
  }
  __syncthreads();
  s[(lane + 12) & 511] = (acc + lane);
  for (int i = 0; i < n; ++i) {
    if (lane == 17) {
      s[((lane & 15) + warp + 16 + i) & 511] = (acc);
      s[(index[tid & 1023]) & 511] = (tid);
    }
    if (tid % 2 == 0) {
      acc += atomicExch(&global_counts[(threadIdx.x + 38 + i) & 4095], acc);
    }
  }
  if (lane == 24) {
    acc += g[(lane * 2 ^ lane) & 16383];
    acc += s[(tid % 24 + 10) & 511];
    acc += s[(threadIdx.y ^ tid * 9 ^ (lane ^ 27)) & 511];
  }
  __syncthreads();
  acc += s[(warp * 32 + (tid ^ (tid >> 5)) + (tid >> 3)) & 511];
  atomicXor(&global_counts[((tid >> 4) + tid + tid) & 4095], tid);
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
  k00<<<1, dim3(64, 1, 1)>>>((unsigned char*)memory, counts, index, out, 3);
  k01<<<3, dim3(40, 1, 1)>>>((int*)memory, counts, index, out, 4);
  k02<<<1, dim3(200, 1, 1)>>>((double*)memory, counts, index, out, 4);
  k03<<<8, dim3(40, 1, 1)>>>((int2*)memory, counts, index, out, 5);
  k04<<<8, dim3(8, 8, 1)>>>((double*)memory, counts, index, out, 4);
  k05<<<1, dim3(64, 1, 1)>>>((int*)memory, counts, index, out, 5);
  k06<<<8, dim3(32, 8, 1)>>>((float*)memory, counts, index, out, 1);
  k07<<<2, dim3(40, 1, 1)>>>((short*)memory, counts, index, out, 2);
  k08<<<2, dim3(32, 1, 1)>>>((int*)memory, counts, index, out, 2);
  k09<<<3, dim3(256, 1, 1)>>>((double*)memory, counts, index, out, 3);
  k10<<<8, dim3(40, 1, 1)>>>((int4*)memory, counts, index, out, 1);
  k11<<<3, dim3(8, 8, 1)>>>((int*)memory, counts, index, out, 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s random_002: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
