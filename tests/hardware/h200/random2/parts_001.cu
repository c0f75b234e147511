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
  {
    acc += (int)stored((float*)bytes + ((table[tid & 1023]) & 255), (float)acc);
  }
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    char2 v1;
    v1.x = acc;
    v1.y = acc;
    ((char2*)bytes)[(((lane & 7)) & 127)] = v1;
  }
  __syncthreads();
  {
    ((unsigned char*)bytes)[((tid * 2) & 127)] = (unsigned char)acc;
  }
  for (int i = 0; i < n; ++i) {
    acc += (int)__ballot_sync(0xffffffffu, (acc & 1) != 0);
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
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 33 ^ warp * 8 + 16) & 255)];
  }
  {
    atomicAdd((float*)memory + ((warp * 8 + 37) & 1023), 1.0f);
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    acc += (int)((unsigned char*)bytes)[((tid + i * 32) & 127)];
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
    unsigned long long v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b64 %0, 0; @p ld.global.b64 %0, [%1]; }" : "=l"(v1) : "l"((const char*)memory + ((lane * 4) & 1023) * 8), "r"((int)(tid < n * 8)));
    acc += (int)(v1);
  }
  if (warp % 1 == 0) {
    const uchar4 v2 = ((uchar4*)memory)[((table[tid & 1023] + 6) & 511)];
    acc += (int)v2.x + (int)v2.y + (int)v2.z;
  }
  {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> a3;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> b4;
    wmma::fragment<wmma::accumulator, 32, 8, 16, half> c5;
    wmma::fill_fragment(c5, (half)1);
    wmma::load_matrix_sync(a3, (const half*)memory, 40);
    wmma::load_matrix_sync(b4, (const half*)memory + 4096, 40);
    wmma::mma_sync(c5, a3, b4, c5);
    __syncwarp();
    wmma::store_matrix_sync((half*)bytes, c5, 32, wmma::mem_row_major);
    __syncwarp();
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
    acc += (int)atomicAdd(&floats[((tid + 2) & 63)], 2.5f);
  }
  __syncthreads();
  {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + (lane * 80 & 4080)));
    acc += (int)(m1 + m2);
  }
  {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 128 + (lane % 8) * 16 + warp * 512 + 0), "r"(((lane & 1) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 2048), "r"(((lane & 1) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[(((tid >> 2) + lane * 33 + 25) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid) & 255)];
  }
  {
    unsigned v3, v4, v5, v6;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.L1::evict_last.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v3), "=r"(v4), "=r"(v5), "=r"(v6) : "l"((const char*)memory + (((lane ^ 5) ^ (31 - lane)) & 1023) * 16), "r"((int)(n > 100)));
    acc += (int)(v3 + v4 + v5 + v6);
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
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 8, 32, 16, half> c3;
    wmma::fill_fragment(c3, (half)1);
    wmma::load_matrix_sync(a1, (const half*)memory, 64);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 64);
    wmma::mma_sync(c3, a1, b2, c3);
    acc += (int)(float)c3.x[1];
  }
  if (warp % 2 == 0) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 0), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 2048), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 4096), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 33) & 255)];
  }
  {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 0), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid * 2 + 12) & 255)];
  }
  {
    const float2 v4 = ((float2*)bytes)[((tid) & 127)];
    acc += (int)v4.x;
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
    const char2 v1 = ((char2*)memory)[(((tid >> 2) + 30) & 511)];
    acc += (int)v1.x;
  }
  __syncthreads();
  {
    unsigned m2;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m2) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m2);
  }
  {
    acc += (int)atomicAdd(&floats[((tid + 38) & 63)], 2.5f);
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
  for (int i = 0; i < 3; ++i) {
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" :: "r"(place(bytes) + (lane * 80 & 4080)), "r"(acc) : "memory");
  }
  {
    acc += (int)((double*)bytes)[((table[tid & 1023] + table[tid & 1023]) & 127)];
  }
  for (int i = 0; i < 3; ++i) {
    unsigned m2;
    asm("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(m2) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m2);
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
  for (int i = 0; i < 12; ++i) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.b16 [%1], %2; }" :: "r"((int)(n > 100)), "l"((char*)memory + (((lane & 7) + 27 + i * 64) & 1023) * 2), "h"((short)acc) : "memory");
  }
  {
    if (tid < n * 8) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 256 + (lane % 4) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (tid < n * 8) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 128 + (lane % 4) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((tid + 27) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 33 + 6) & 255)];
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
  {
    acc += (int)lookup((const float*)memory, (((tid >> 2) + tid * 2 + 14) & 1023), n);
  }
  __syncthreads();
  {
    ((float*)bytes)[((table[tid & 1023] + 6) & 127)] = (float)acc;
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
    unsigned m1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))));
    acc += (int)(m1);
  }
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.b16 [%1], %2; }" :: "r"((int)(tid < n * 8)), "l"((char*)memory + ((warp * 8) & 1023) * 2), "h"((short)acc) : "memory");
  }
  __syncthreads();
  {
    const longlong2 v2 = ((longlong2*)memory)[(((lane ^ 5)) & 511)];
    acc += (int)v2.x + (int)v2.y;
  }
  for (int i = 0; i < 3; ++i) {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 4 + warp * 128 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 4 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 4 + warp * 128 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 4 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 4 + warp * 128 + 1024) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 4 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((tid + i * 32) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((lane ^ 5) + i) & 255)];
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
  for (int i = 0; i < 12; ++i) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))), "r"(acc), "r"(acc) : "memory");
  }
  {
    const ushort4 v3 = ((ushort4*)bytes)[((warp * 32 + lane + 19) & 127)];
    acc += (int)v3.y + (int)v3.z + (int)v3.w;
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    unsigned m4;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m4) : "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))));
    acc += (int)(m4);
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
  {
    unsigned m1, m2, m3, m4;
    asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m1), "=r"(m2), "=r"(m3), "=r"(m4) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m1 + m2 + m3 + m4);
  }
  {
    acc += (int)stored((float*)memory + ((lane * 4) & 1023), (float)acc);
  }
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
  k00<<<3, 32>>>(memory, table, out, 4);
  k01<<<3, 128>>>(memory, table, out, 3);
  k02<<<3, 128>>>(memory, table, out, 4);
  k03<<<3, 64>>>(memory, table, out, 2);
  k04<<<3, 128>>>(memory, table, out, 5);
  k05<<<2, 32>>>(memory, table, out, 3);
  k06<<<3, 64>>>(memory, table, out, 5);
  k07<<<1, 256>>>(memory, table, out, 4);
  k08<<<2, 64>>>(memory, table, out, 2);
  k09<<<2, 64>>>(memory, table, out, 2);
  k10<<<3, 128>>>(memory, table, out, 1);
  k11<<<1, 32>>>(memory, table, out, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_001: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
