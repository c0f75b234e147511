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
  for (int i = 0; i < 8; ++i) {
    const char2 v1 = ((char2*)memory)[((table[tid & 1023] + 15 + i * 32) & 511)];
    acc += (int)v1.y;
  }
  {
    acc += (int)__ballot_sync(0xffffffffu, (acc & 1) != 0);
  }
  for (int i = 0; i < 3; ++i) {
    const int4 v2 = ((int4*)bytes)[(((tid >> 2) + i) & 127)];
    acc += (int)v2.x + (int)v2.z + (int)v2.w;
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
  {
    unsigned m1;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + (lane * 16)));
    acc += (int)(m1);
  }
  __syncthreads();
  {
    if (lane < 16) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (lane < 16) asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2))) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((table[tid & 1023]) & 255)];
  }
  if (warp % 1 == 0) {
    acc += __shfl_xor_sync(0xffffffffu, acc, 1);
  }
  __syncthreads();
  {
    unsigned m2;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m2) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m2);
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
    acc += __shfl_xor_sync(0xffffffffu, acc, 8);
  }
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((warp * 8) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid + tid + 13) & 255)];
  }
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
    acc += __shfl_xor_sync(0xffffffffu, acc, 2);
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    unsigned m1;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m1);
  }
  {
    unsigned long long v2 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.b64 %0, [%1]; }" : "+l"(v2) : "l"((const char*)memory + (((lane & 7)) & 1023) * 8), "r"((int)(tid < n * 20)));
    acc += (int)(v2);
  }
  for (int i = 0; i < 12; ++i) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)), "r"(acc), "r"(acc) : "memory");
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
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 0), "r"((tid < n * 32) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 2048), "r"((tid < n * 32) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 33) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 32 + lane + lane + 7) & 255)];
  }
  {
    acc += __shfl_sync(0xffffffffu, acc, ((lane * 4 + 37) & 31));
  }
  __syncthreads();
  {
    acc += __shfl_xor_sync(0xffffffffu, acc, 1);
  }
  for (int i = 0; i < 8; ++i) {
    unsigned m1, m2, m3, m4;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m1), "=r"(m2), "=r"(m3), "=r"(m4) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m1 + m3 + m4);
  }
  __syncthreads();
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
  if (warp % 2 == 0) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a1;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c3;
    wmma::fill_fragment(c3, (half)1);
    wmma::load_matrix_sync(a1, (const half*)bytes, 32);
    wmma::load_matrix_sync(b2, (const half*)bytes, 32);
    wmma::mma_sync(c3, a1, b2, c3);
    wmma::store_matrix_sync((half*)memory + 8192 + warp * 1024, c3, 64, wmma::mem_col_major);
  }
  __syncthreads();
  {
    unsigned v4, v5;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0; @p ld.global.nc.v2.b32 {%0, %1}, [%2]; }" : "=r"(v4), "=r"(v5) : "l"((const char*)memory + ((tid + warp * 32 + lane + 33) & 1023) * 8), "r"((int)(tid < n * 8)));
    acc += (int)(v4 + v5);
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
    atomicAdd(&floats[(((tid >> 2) + 14) & 63)], 2.5f);
  }
  __syncthreads();
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b64 [%1], %2; }" :: "r"((int)((lane & 4) == 0)), "r"(place(bytes) + ((lane) & 255) * 8), "l"((unsigned long long)acc) : "memory");
  }
  for (int i = 0; i < n; ++i) {
    unsigned m1, m2;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + (lane * 80 & 4080)));
    acc += (int)(m2);
  }
  for (int i = 0; i < 3; ++i) {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> a3;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> b4;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> c5;
    wmma::fill_fragment(c5, (float)1);
    wmma::load_matrix_sync(a3, (const half*)bytes, 40);
    wmma::load_matrix_sync(b4, (const half*)bytes, 40);
    wmma::mma_sync(c5, a3, b4, c5);
    __syncwarp();
    wmma::store_matrix_sync((float*)bytes, c5, 32, wmma::mem_row_major);
    __syncwarp();
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
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 128 + (lane % 4) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid + 29) & 255)];
  }
  if (warp % 1 == 0) {
    atomicAdd(&floats[((table[tid & 1023] + (tid >> 2)) & 63)], (float)tid + 1);
  }
  __syncthreads();
  {
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)), "r"(acc) : "memory");
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
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v2.b64 [%1], {%2, %3}; }" :: "r"((int)((lane & 4) == 0)), "r"(place(bytes) + ((lane * 33) & 255) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
  }
  for (int i = 0; i < 3; ++i) {
    const longlong2 v1 = ((longlong2*)bytes)[((tid * 2 + i * 64) & 127)];
    acc += (int)v1.x + (int)v1.y;
  }
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 8 + warp * 512 + 0), "r"((tid < 91) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 8 + warp * 512 + 2048), "r"((tid < 91) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((lane ^ 5) + 39) & 255)];
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
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 0), "r"(((lane & 2) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 4 + warp * 32 + lane + 36) & 255)];
  }
  {
    const char2 v1 = ((char2*)bytes)[((tid * 2 + 34) & 127)];
    acc += (int)v1.y;
  }
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
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  {
    unsigned m1;
    asm("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m1);
  }
  for (int i = 0; i < n; ++i) {
    unsigned v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.b32 %0, [%1]; }" : "=r"(v2) : "l"((const char*)memory + ((tid * 2 + 13 + i * 64) & 1023) * 4), "r"((int)(n > 100)));
    acc += (int)(v2);
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
    unsigned long long v1, v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b64 %0, 0; mov.b64 %1, 0; @p ld.global.nc.v2.b64 {%0, %1}, [%2]; }" : "=l"(v1), "=l"(v2) : "l"((const char*)memory + ((lane * 4 ^ (lane ^ 5)) & 1023) * 16), "r"((int)(lane < 18)));
    acc += (int)(v1 + v2);
  }
  __syncthreads();
  {
    acc += __shfl_sync(0xffffffffu, acc, ((tid) & 31));
  }
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  __syncthreads();
  {
    acc += (int)stored((float*)memory + ((tid + tid) & 1023), (float)acc);
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
  k00<<<3, 256>>>(memory, table, out, 5);
  k01<<<3, 128>>>(memory, table, out, 1);
  k02<<<1, 32>>>(memory, table, out, 2);
  k03<<<2, 32>>>(memory, table, out, 5);
  k04<<<2, 128>>>(memory, table, out, 2);
  k05<<<1, 128>>>(memory, table, out, 5);
  k06<<<1, 64>>>(memory, table, out, 3);
  k07<<<3, 128>>>(memory, table, out, 5);
  k08<<<1, 256>>>(memory, table, out, 1);
  k09<<<1, 64>>>(memory, table, out, 5);
  k10<<<2, 128>>>(memory, table, out, 1);
  k11<<<1, 64>>>(memory, table, out, 3);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_005: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
