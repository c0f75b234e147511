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
    acc += __shfl_sync(0xffffffffu, acc, ((table[tid & 1023]) & 31));
  }
  {
    unsigned m1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + (lane * 80 & 4080)));
    acc += (int)(m1);
  }
  if (warp % 1 == 0) {
    ((unsigned char*)bytes)[(((lane ^ 5) + 18) & 127)] = (unsigned char)acc;
  }
  __syncthreads();
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v2.b64 [%1], {%2, %3}; }" :: "r"((int)(((tid + 23) & 1023) < 865)), "r"(place(bytes) + ((tid) & 255) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
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
  {
    acc += __shfl_up_sync(0xffffffffu, acc, 3);
  }
  {
    unsigned v1, v2, v3, v4;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v1), "=r"(v2), "=r"(v3), "=r"(v4) : "l"((const char*)memory + ((warp * 8 + 21) & 1023) * 16), "r"((int)(tid < 217)));
    acc += (int)(v1 + v2 + v4);
  }
  {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 256 + (lane % 4) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[(((31 - lane)) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid ^ warp * 32 + lane) & 255)];
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
    ((unsigned char*)memory)[((table[tid & 1023] + (lane & 7) + 34) & 511)] = (unsigned char)acc;
  }
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b16 [%1], %2; }" :: "r"((int)(tid < n * 20)), "r"(place(bytes) + (((tid >> 2)) & 255) * 2), "h"((short)acc) : "memory");
  }
  if (warp % 2 == 0) {
    unsigned v1, v2, v3, v4;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.L1::evict_last.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v1), "=r"(v2), "=r"(v3), "=r"(v4) : "l"((const char*)memory + ((table[tid & 1023]) & 1023) * 16), "r"((int)(n > 0)));
    acc += (int)(v1 + v2 + v3 + v4);
  }
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
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
    acc = mixed(acc, ((lane) & 255));
  }
  {
    short2 v1;
    v1.x = acc;
    v1.y = acc;
    ((short2*)memory)[((lane) & 511)] = v1;
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
  {
    acc += (int)((unsigned char*)memory)[((tid) & 511)];
  }
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  {
    acc += (int)((unsigned char*)memory)[((tid * 2) & 511)];
  }
  {
    unsigned v1, v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0; @p ld.global.nc.v2.b32 {%0, %1}, [%2]; }" : "=r"(v1), "=r"(v2) : "l"((const char*)memory + ((lane) & 1023) * 8), "r"((int)(n > 100)));
    acc += (int)(v1);
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
  for (int i = 0; i < 3; ++i) {
    atomicAdd(&counts[((lane * 33 + 37) & 63)], acc);
  }
  {
    acc += (int)atomicAdd((float*)memory + ((lane * 4 ^ (lane & 7) + 2) & 1023), 1.0f);
  }
  {
    acc += (int)__ballot_sync(0xffffffffu, (acc & 1) != 0);
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
    int4 v1;
    v1.x = acc;
    v1.y = acc;
    v1.z = acc;
    v1.w = acc;
    ((int4*)memory)[((lane * 4 ^ (31 - lane)) & 511)] = v1;
  }
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  __syncthreads();
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a2;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b3;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c4;
    wmma::fill_fragment(c4, (float)1);
    wmma::load_matrix_sync(a2, (const half*)bytes, 32);
    wmma::load_matrix_sync(b3, (const half*)bytes, 32);
    wmma::mma_sync(c4, a2, b3, c4);
    wmma::store_matrix_sync((float*)memory + 8192 + warp * 1024, c4, 32, wmma::mem_col_major);
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
  for (int i = 0; i < 8; ++i) {
    if (lane < 10) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (lane < 10) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 128 + (lane % 8) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (lane < 10) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    acc += bytes[((tid * 2 + i * 64) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 4 ^ tid) & 255)];
  }
  for (int i = 0; i < 3; ++i) {
    ((float*)bytes)[((tid) & 127)] = (float)acc;
  }
  {
    acc += (int)((float*)bytes)[((warp * 8 + lane * 33) & 127)];
  }
  __syncthreads();
  {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> b2;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c3;
    for (int e = 0; e < c3.num_elements; ++e) c3.x[e] = ((float*)memory)[e * 32 + lane];
    wmma::load_matrix_sync(a1, (const half*)bytes, 32);
    wmma::load_matrix_sync(b2, (const half*)bytes, 32);
    wmma::mma_sync(c3, a1, b2, c3);
    acc += (int)(float)c3.x[0];
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
    acc += (int)((float*)bytes)[((lane * 4) & 127)];
  }
  __syncthreads();
  {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> b2;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c3;
    wmma::fill_fragment(c3, (float)1);
    wmma::load_matrix_sync(a1, (const half*)bytes, 40);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 40);
    wmma::mma_sync(c3, a1, b2, c3);
    acc += (int)(float)c3.x[1];
  }
  {
    unsigned m4, m5, m6, m7;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m4), "=r"(m5), "=r"(m6), "=r"(m7) : "r"(place(bytes) + (lane * 16)));
    acc += (int)(m4 + m5 + m6);
  }
  for (int i = 0; i < 8; ++i) {
    const ushort4 v8 = ((ushort4*)bytes)[((warp * 32 + lane + 9 + i) & 127)];
    acc += (int)v8.y + (int)v8.z + (int)v8.w;
  }
  __syncthreads();
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
  if (warp % 1 == 0) {
    unsigned v1 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.b32 %0, [%1]; }" : "+r"(v1) : "l"((const char*)memory + (((31 - lane)) & 1023) * 4), "r"((int)(tid < 104)));
    acc += (int)(v1);
  }
  {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 8 ^ tid) & 255)];
  }
  if (warp % 1 == 0) {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> a2;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::col_major> b3;
    wmma::fragment<wmma::accumulator, 8, 32, 16, half> c4;
    wmma::fill_fragment(c4, (half)1);
    wmma::load_matrix_sync(a2, (const half*)memory, 32);
    wmma::load_matrix_sync(b3, (const half*)memory + 4096, 32);
    wmma::mma_sync(c4, a2, b3, c4);
    wmma::store_matrix_sync((half*)memory + 8192 + warp * 1024, c4, 32, wmma::mem_row_major);
  }
  __syncthreads();
  {
    unsigned m5;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m5) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m5);
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
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)), "r"(acc) : "memory");
  }
  __syncthreads();
  if (warp % 1 == 0) {
    int4 v2;
    v2.x = acc;
    v2.y = acc;
    v2.z = acc;
    v2.w = acc;
    ((int4*)memory)[((tid) & 511)] = v2;
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.v2.b64 [%1], {%2, %3}; }" :: "r"((int)(n > 100)), "l"((char*)memory + ((tid + table[tid & 1023] + 12) & 1023) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
  }
  __syncthreads();
  {
    atomicAdd(&counts[(((lane ^ 5) ^ table[tid & 1023] + 16) & 63)], 1);
  }
  __syncthreads();
  {
    int4 v1;
    v1.x = acc;
    v1.y = acc;
    v1.z = acc;
    v1.w = acc;
    ((int4*)bytes)[((lane) & 127)] = v1;
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
  k00<<<1, 32>>>(memory, table, out, 2);
  k01<<<2, 128>>>(memory, table, out, 4);
  k02<<<1, 32>>>(memory, table, out, 3);
  k03<<<1, 128>>>(memory, table, out, 1);
  k04<<<3, 128>>>(memory, table, out, 3);
  k05<<<2, 128>>>(memory, table, out, 1);
  k06<<<2, 128>>>(memory, table, out, 2);
  k07<<<2, 128>>>(memory, table, out, 5);
  k08<<<1, 256>>>(memory, table, out, 4);
  k09<<<3, 32>>>(memory, table, out, 3);
  k10<<<2, 128>>>(memory, table, out, 3);
  k11<<<3, 64>>>(memory, table, out, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_002: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
