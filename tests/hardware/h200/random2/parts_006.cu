// Random parts: predicates, vectors, matrices, asynchronous copies, calls; written by random_programs.py. Launches: 12.
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__device__ __forceinline__ unsigned place(const void* s) { return (unsigned)__cvta_generic_to_shared(s); }
__device__ __noinline__ float lookup(const float* table, int at, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += table[(at + i * 32) & 4095];
  return sum;
}
__device__ __noinline__ float stored(float* at, float value) {
  const float before = *at;
  *at = value;
  return before + 1;
}
__device__ __noinline__ int mixed(int x, int y) { return (x * 77 + y) ^ (x >> 3); }

__global__ void k00(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  __syncthreads();
  {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 8 + warp * 512 + 0), "r"((tid < 7) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 8 + warp * 512 + 2048), "r"((tid < 7) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((lane & 7)) & 255)];
  }
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid + (31 - lane) + 35) & 255)];
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k01(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    acc += (int)stored((float*)bytes + (((31 - lane) + i) & 255), (float)acc);
  }
  __syncthreads();
  {
    ((float*)memory)[((lane + 17) & 511)] = (float)acc;
  }
  {
    acc += (int)atomicAdd((float*)memory + ((table[tid & 1023]) & 1023), 1.0f);
  }
  {
    const float2 v1 = ((float2*)bytes)[((table[tid & 1023] + lane * 4 + 5) & 127)];
    acc += (int)v1.x;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k02(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m1 + m2);
  }
  __syncthreads();
  {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 0), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 2048), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 33 + 16) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 33 + lane + 37) & 255)];
  }
  {
    const double2 v3 = ((double2*)memory)[(((31 - lane)) & 511)];
    acc += (int)v3.x + (int)v3.y;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k03(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    float4 v1;
    v1.x = acc;
    v1.y = acc;
    v1.z = acc;
    v1.w = acc;
    ((float4*)bytes)[((lane * 33) & 127)] = v1;
  }
  {
    unsigned long long v2, v3;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b64 %0, 0; mov.b64 %1, 0; @p ld.global.v2.b64 {%0, %1}, [%2]; }" : "=l"(v2), "=l"(v3) : "l"((const char*)memory + (((lane & 7)) & 1023) * 16), "r"((int)(lane < 21)));
    acc += (int)(v2 + v3);
  }
  {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 8 + warp * 512 + 0), "r"((tid < n * 20) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 128 + (lane % 8) * 8 + warp * 512 + 2048), "r"((tid < n * 20) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((tid + table[tid & 1023]) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 33 ^ warp * 8 + 31) & 255)];
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k04(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m1 + m2);
  }
  for (int i = 0; i < n; ++i) {
    acc += (int)((double*)memory)[((tid ^ tid + i) & 511)];
  }
  __syncthreads();
  for (int i = 0; i < 12; ++i) {
    atomicAdd(&floats[((lane * 4 + lane + 36) & 63)], (float)tid + 1);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k05(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    const float4 v1 = ((float4*)bytes)[((tid + 4) & 127)];
    acc += (int)v1.x + (int)v1.y + (int)v1.z + (int)v1.w;
  }
  __syncthreads();
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 4) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane + warp * 8) & 255)];
  }
  {
    if (tid < 155) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (tid < 155) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (tid < 155) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid) & 255)];
  }
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k06(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    unsigned v1, v2, v3, v4;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v1), "=r"(v2), "=r"(v3), "=r"(v4) : "l"((const char*)memory + ((lane * 33 ^ (lane ^ 5) + 3) & 1023) * 16), "r"((int)(tid < n * 20)));
    acc += (int)(v1 + v2 + v3);
  }
  {
    acc += (int)lookup((const float*)memory, ((warp * 8) & 1023), 3);
  }
  {
    ((float*)memory)[((tid) & 511)] = (float)acc;
  }
  for (int i = 0; i < 8; ++i) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(place(bytes) + ((lane & 15) * 32)), "r"(acc), "r"(acc) : "memory");
  }
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k07(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  for (int i = 0; i < 12; ++i) {
    atomicAdd(&counts[((warp * 8 + 28) & 63)], 1);
  }
  for (int i = 0; i < 12; ++i) {
    acc += __shfl_sync(0xffffffffu, acc, ((warp * 32 + lane ^ tid * 2 + 17 + i * 64) & 31));
  }
  __syncthreads();
  {
    unsigned v1, v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0; @p ld.global.cg.v2.b32 {%0, %1}, [%2]; }" : "=r"(v1), "=r"(v2) : "l"((const char*)memory + ((lane * 33 + 15) & 1023) * 8), "r"((int)(((lane + lane * 4) & 1023) < 597)));
    acc += (int)(v1 + v2);
  }
  for (int i = 0; i < 12; ++i) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(place(bytes) + (lane * 80 & 4080)), "r"(acc), "r"(acc) : "memory");
  }
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k08(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.v2.b64 [%1], {%2, %3}; }" :: "r"((int)(n > 100)), "l"((char*)memory + (((tid >> 2) + (lane & 7) + 5 + i) & 1023) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
  }
  for (int i = 0; i < n; ++i) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v2.b64 [%1], {%2, %3}; }" :: "r"((int)(lane < 31)), "r"(place(bytes) + ((lane * 33 + i) & 255) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k09(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m1);
  }
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4))) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 32 + lane) & 255)];
  }
  if (warp % 2 == 0) {
    unsigned m3, m4, m5, m6;
    asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m3), "=r"(m4), "=r"(m5), "=r"(m6) : "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)));
    acc += (int)(m3 + m4 + m5 + m6);
  }
  {
    acc = mixed(acc, ((tid ^ (tid >> 2)) & 255));
  }
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k10(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    unsigned v1, v2, v3, v4;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.L1::evict_last.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v1), "=r"(v2), "=r"(v3), "=r"(v4) : "l"((const char*)memory + ((tid) & 1023) * 16), "r"((int)(n > 0)));
    acc += (int)(v1 + v2 + v4);
  }
  if (warp % 2 == 0) {
    acc += (int)((unsigned char*)memory)[((table[tid & 1023] ^ (lane & 7) + 5) & 511)];
  }
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

__global__ void k11(char* memory, const int* table, int* out, int n) {
  __shared__ __align__(1024) unsigned char bytes[8192];
  __shared__ float floats[64];
  __shared__ double doubles[32];
  __shared__ int counts[64];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  int acc = lane + warp;
  for (int j = tid; j < 2048; j += blockDim.x) ((int*)bytes)[j] = j;
  if (tid < 64) { floats[tid] = 1; counts[tid] = 0; }
  if (tid < 32) doubles[tid] = 1;
  __syncthreads();
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v2.b16 [%1], {%2, %3}; }" :: "r"((int)(tid < 70)), "r"(place(bytes) + ((lane * 33 + 3) & 255) * 4), "h"((short)acc), "h"((short)acc) : "memory");
  }
  __syncthreads();
  {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> a1;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> b2;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c3;
    wmma::fill_fragment(c3, (float)1);
    wmma::load_matrix_sync(a1, (const half*)bytes, 40);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 40);
    wmma::mma_sync(c3, a1, b2, c3);
    wmma::store_matrix_sync((float*)memory + 8192 + warp * 1024, c3, 64, wmma::mem_row_major);
  }
  __syncthreads();
  {
    acc = mixed(acc, (((lane ^ 5) ^ (lane & 7) + 18) & 255));
  }
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + tid] = acc + (int)floats[tid & 63] + (int)doubles[lane] + counts[tid & 63] + bytes[tid];
}

int main() {
  char* memory;
  int *table, *out;
  cudaMalloc(&memory, 1 << 18);
  cudaMalloc(&table, 1024 * sizeof(int));
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(memory, 0, 1 << 18);
  int host[1024];
  for (int i = 0; i < 1024; ++i) host[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023);
  cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);
  k00<<<1, 128>>>(memory, table, out, 5);
  k01<<<1, 256>>>(memory, table, out, 4);
  k02<<<3, 64>>>(memory, table, out, 1);
  k03<<<1, 256>>>(memory, table, out, 1);
  k04<<<2, 64>>>(memory, table, out, 3);
  k05<<<3, 128>>>(memory, table, out, 2);
  k06<<<2, 256>>>(memory, table, out, 5);
  k07<<<3, 128>>>(memory, table, out, 1);
  k08<<<1, 256>>>(memory, table, out, 5);
  k09<<<3, 64>>>(memory, table, out, 4);
  k10<<<2, 32>>>(memory, table, out, 3);
  k11<<<1, 64>>>(memory, table, out, 5);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_006: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
