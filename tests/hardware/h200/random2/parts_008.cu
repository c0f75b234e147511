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
  for (int i = 0; i < n; ++i) {
    if ((lane & 4) == 0) asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) / 2 % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 32 + lane + i) & 255)];
  }
  for (int i = 0; i < n; ++i) {
    acc += (int)lookup((const float*)memory, ((tid * 2 + warp * 32 + lane + 4 + i) & 1023), 2);
  }
  if (warp % 1 == 0) {
    acc += (int)((double*)memory)[(((lane ^ 5) + 21) & 511)];
  }
  __syncthreads();
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
  if (warp % 1 == 0) {
    acc += (int)((unsigned char*)bytes)[((lane) & 127)];
  }
  {
    acc += __shfl_sync(0xffffffffu, acc, (((31 - lane) + 38) & 31));
  }
  {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4))) * 4 + warp * 128 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 4 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4))) * 4 + warp * 128 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 4 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[(((31 - lane) + (lane & 7)) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((lane & 7)) & 255)];
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
  {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))));
    acc += (int)(m1 + m2);
  }
  __syncthreads();
  {
    unsigned v3;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.nc.b32 %0, [%1]; }" : "=r"(v3) : "l"((const char*)memory + ((tid) & 1023) * 4), "r"((int)((lane & 4) == 0)));
    acc += (int)(v3);
  }
  {
    acc += (int)((double*)memory)[((warp * 32 + lane ^ warp * 8 + 37) & 511)];
  }
  __syncthreads();
  {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 16 + warp * 512 + 0), "r"(((lane & 2) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 2048), "r"(((lane & 2) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 4096), "r"(((lane & 2) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((tid >> 2) + 19) & 255)];
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
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 33 + warp * 8 + 12) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid ^ table[tid & 1023]) & 255)];
  }
  __syncthreads();
  {
    acc = mixed(acc, ((warp * 8 ^ lane) & 255));
  }
  for (int i = 0; i < 12; ++i) {
    acc += (int)atomicAdd((float*)memory + ((warp * 32 + lane + 20 + i * 64) & 1023), 1.0f);
  }
  __syncthreads();
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
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 0), "r"((tid < n * 20) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 2048), "r"((tid < n * 20) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 8) * 128 + (lane % 8) * 16 + warp * 512 + 4096), "r"((tid < n * 20) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 33 + i) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((table[tid & 1023] + i * 64) & 255)];
  }
  {
    for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
  }
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c3;
    wmma::fill_fragment(c3, (float)1);
    wmma::load_matrix_sync(a1, (const half*)memory, 32);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 32);
    wmma::mma_sync(c3, a1, b2, c3);
    acc += (int)(float)c3.x[0];
  }
  {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((lane & 7) + 5) & 255)];
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
    acc = mixed(acc, ((lane + 14) & 255));
  }
  {
    const int4 v1 = ((int4*)memory)[((warp * 32 + lane ^ tid * 2) & 511)];
    acc += (int)v1.w;
  }
  {
    unsigned m2, m3, m4, m5;
    asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m2), "=r"(m3), "=r"(m4), "=r"(m5) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m3 + m4 + m5);
  }
  __syncthreads();
  {
    atomicAdd(&counts[((tid + warp * 8) & 63)], 1);
  }
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
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 4 + warp * 128 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 4 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 4 + warp * 128 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 4 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((warp * 32 + lane ^ (31 - lane) + 27) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane) & 255)];
  }
  __syncthreads();
  if (warp % 2 == 0) {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m1 + m2);
  }
  {
    acc += (int)((short*)bytes)[((lane * 33) & 127)];
  }
  {
    unsigned v3, v4;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0; @p ld.global.L1::evict_last.v2.b32 {%0, %1}, [%2]; }" : "=r"(v3), "=r"(v4) : "l"((const char*)memory + (((31 - lane)) & 1023) * 8), "r"((int)(((table[tid & 1023] + 27) & 1023) < 571)));
    acc += (int)(v3 + v4);
  }
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
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b16 [%1], %2; }" :: "r"((int)(lane < 11)), "r"(place(bytes) + ((lane * 33 + 23) & 255) * 2), "h"((short)acc) : "memory");
  }
  for (int i = 0; i < 8; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 4 + warp * 128 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 4 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 4 + warp * 128 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 4 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid * 2 + 37 + i) & 255)];
  }
  __syncthreads();
  {
    unsigned long long v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b64 %0, 0; @p ld.global.nc.b64 %0, [%1]; }" : "=l"(v1) : "l"((const char*)memory + ((tid + 10) & 1023) * 8), "r"((int)(tid < 88)));
    acc += (int)(v1);
  }
  if (warp % 1 == 0) {
    const uchar4 v2 = ((uchar4*)memory)[((tid) & 511)];
    acc += (int)v2.x + (int)v2.y + (int)v2.z + (int)v2.w;
  }
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
    acc += __shfl_sync(0xffffffffu, acc, (((31 - lane) + i * 64) & 31));
  }
  {
    char2 v1;
    v1.x = acc;
    v1.y = acc;
    ((char2*)bytes)[((warp * 8) & 127)] = v1;
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
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  __syncthreads();
  {
    acc += (int)lookup((const float*)memory, ((warp * 32 + lane) & 1023), 3);
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
    for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
  }
  {
    acc = mixed(acc, (((31 - lane)) & 255));
  }
  __syncthreads();
  {
    atomicAdd(&floats[((warp * 32 + lane) & 63)], 1.0f);
  }
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) / 2 % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 32 + lane + warp * 32 + lane + i * 64) & 255)];
  }
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
  for (int i = 0; i < n; ++i) {
    atomicAdd(&doubles[((table[tid & 1023] + i * 32) & 31)], (double)1.0f);
  }
  __syncthreads();
  {
    ((short*)bytes)[(((tid >> 2) ^ (tid >> 2)) & 127)] = (short)acc;
  }
  if (warp % 2 == 0) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.v4.b32 [%1], {%2, %3, %4, %5}; }" :: "r"((int)(((table[tid & 1023]) & 1023) < 199)), "l"((char*)memory + (((lane & 7) ^ (lane ^ 5) + 29) & 1023) * 16), "r"((unsigned)acc), "r"((unsigned)acc), "r"((unsigned)acc), "r"((unsigned)acc) : "memory");
  }
  __syncthreads();
  if (warp % 1 == 0) {
    atomicAdd(&floats[((tid + 22) & 63)], 1.0f);
  }
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
  k00<<<3, 128>>>(memory, table, out, 1);
  k01<<<3, 128>>>(memory, table, out, 2);
  k02<<<3, 128>>>(memory, table, out, 4);
  k03<<<1, 256>>>(memory, table, out, 2);
  k04<<<1, 64>>>(memory, table, out, 3);
  k05<<<1, 64>>>(memory, table, out, 2);
  k06<<<3, 64>>>(memory, table, out, 2);
  k07<<<1, 32>>>(memory, table, out, 5);
  k08<<<2, 128>>>(memory, table, out, 2);
  k09<<<3, 256>>>(memory, table, out, 3);
  k10<<<3, 128>>>(memory, table, out, 3);
  k11<<<1, 128>>>(memory, table, out, 1);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_008: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
