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
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 8 + warp * 256 + 1024) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 8 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((tid) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((31 - lane) + (tid >> 2)) & 255)];
  }
  {
    acc = mixed(acc, (((lane ^ 5)) & 255));
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
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    double2 v1;
    v1.x = acc;
    v1.y = acc;
    ((double2*)bytes)[((table[tid & 1023] + i) & 127)] = v1;
  }
  {
    unsigned long long v2, v3;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b64 %0, 0; mov.b64 %1, 0; @p ld.global.cg.v2.b64 {%0, %1}, [%2]; }" : "=l"(v2), "=l"(v3) : "l"((const char*)memory + (((31 - lane) + 19) & 1023) * 16), "r"((int)(((tid + (31 - lane) + 12) & 1023) < 207)));
    acc += (int)(v3);
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.v2.b32 [%1], {%2, %3}; }" :: "r"((int)((((lane & 7) ^ warp * 8) & 1023) < 911)), "l"((char*)memory + (((31 - lane) + 28) & 1023) * 8), "r"((unsigned)acc), "r"((unsigned)acc) : "memory");
  }
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b64 [%1], %2; }" :: "r"((int)(tid < n * 32)), "r"(place(bytes) + ((table[tid & 1023]) & 255) * 8), "l"((unsigned long long)acc) : "memory");
  }
  {
    atomicAdd(&floats[((warp * 32 + lane) & 63)], (float)tid + 1);
  }
  __syncthreads();
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8))) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 8) & 255)];
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b64 [%1], %2; }" :: "r"((int)(lane < 24)), "r"(place(bytes) + ((table[tid & 1023]) & 255) * 8), "l"((unsigned long long)acc) : "memory");
  }
  {
    ((float*)bytes)[(((lane & 7) ^ (lane & 7)) & 127)] = (float)acc;
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v4.b32 [%1], {%2, %3, %4, %5}; }" :: "r"((int)((lane & 2) == 0)), "r"(place(bytes) + (((lane & 7)) & 255) * 16), "r"((unsigned)acc), "r"((unsigned)acc), "r"((unsigned)acc), "r"((unsigned)acc) : "memory");
  }
  {
    const double2 v1 = ((double2*)memory)[((lane * 33 ^ (tid >> 2)) & 511)];
    acc += (int)v1.x;
  }
  {
    unsigned long long v2, v3;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b64 %0, 0; mov.b64 %1, 0; @p ld.global.v2.b64 {%0, %1}, [%2]; }" : "=l"(v2), "=l"(v3) : "l"((const char*)memory + (((lane & 7)) & 1023) * 16), "r"((int)(lane < 20)));
    acc += (int)(v2 + v3);
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
  if (warp % 1 == 0) {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 4 + warp * 128 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 128 + (lane % 8) * 4 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 4 + warp * 128 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 4 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane + 1) & 255)];
  }
  {
    const longlong2 v1 = ((longlong2*)bytes)[((warp * 8) & 127)];
    acc += (int)v1.x + (int)v1.y;
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
  for (int i = 0; i < n; ++i) {
    if (tid < n * 8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (tid < n * 8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[(((lane & 7) + table[tid & 1023] + 35 + i * 64) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((31 - lane) ^ lane * 33 + i * 64) & 255)];
  }
  {
    acc += (int)((short*)memory)[(((lane ^ 5) + 2) & 511)];
  }
  {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m1 + m2);
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
  if (warp % 1 == 0) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((tid >> 2)) & 255)];
  }
  __syncthreads();
  {
    longlong2 v1;
    v1.x = acc;
    v1.y = acc;
    ((longlong2*)memory)[((tid * 2 + (lane ^ 5)) & 511)] = v1;
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
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))), "r"(acc) : "memory");
  }
  {
    unsigned m2, m3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m2), "=r"(m3) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m2 + m3);
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
    unsigned v1 = 7, v2 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p ld.global.cg.v2.b32 {%0, %1}, [%2]; }" : "+r"(v1), "+r"(v2) : "l"((const char*)memory + ((warp * 8 ^ tid) & 1023) * 8), "r"((int)(tid < n * 32)));
    acc += (int)(v1 + v2);
  }
  {
    unsigned long long v3 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.nc.b64 %0, [%1]; }" : "+l"(v3) : "l"((const char*)memory + ((lane) & 1023) * 8), "r"((int)(n > 0)));
    acc += (int)(v3);
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
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 33) & 255)];
  }
  {
    acc += __reduce_add_sync(0xffffffffu, acc);
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
  if (warp % 2 == 0) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c3;
    wmma::load_matrix_sync(c3, (const float*)memory + warp * 1024, 64, wmma::mem_row_major);
    wmma::load_matrix_sync(a1, (const half*)memory + warp * 512, 40);
    wmma::load_matrix_sync(b2, (const half*)bytes, 40);
    wmma::mma_sync(c3, a1, b2, c3);
    wmma::store_matrix_sync((float*)memory + 8192 + warp * 1024, c3, 64, wmma::mem_col_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> a4;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> b5;
    wmma::fragment<wmma::accumulator, 32, 8, 16, half> c6;
    wmma::fill_fragment(c6, (half)1);
    wmma::load_matrix_sync(a4, (const half*)memory + warp * 512, 40);
    wmma::load_matrix_sync(b5, (const half*)memory + 4096, 40);
    wmma::mma_sync(c6, a4, b5, c6);
    wmma::store_matrix_sync((half*)memory + 8192 + warp * 1024, c6, 64, wmma::mem_row_major);
  }
  for (int i = 0; i < 12; ++i) {
    unsigned m7;
    asm("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(m7) : "r"(place(bytes) + (lane * 80 & 4080)));
    acc += (int)(m7);
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
  k00<<<3, 64>>>(memory, table, out, 1);
  k01<<<1, 32>>>(memory, table, out, 1);
  k02<<<1, 64>>>(memory, table, out, 1);
  k03<<<1, 128>>>(memory, table, out, 5);
  k04<<<1, 128>>>(memory, table, out, 2);
  k05<<<3, 64>>>(memory, table, out, 2);
  k06<<<2, 256>>>(memory, table, out, 5);
  k07<<<3, 32>>>(memory, table, out, 3);
  k08<<<1, 64>>>(memory, table, out, 2);
  k09<<<2, 128>>>(memory, table, out, 4);
  k10<<<2, 64>>>(memory, table, out, 1);
  k11<<<2, 32>>>(memory, table, out, 3);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_004: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
