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
    acc = mixed(acc, ((tid + tid * 2) & 255));
  }
  {
    acc = mixed(acc, ((warp * 32 + lane + 36) & 255));
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
  for (int i = 0; i < 3; ++i) {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 8 + warp * 256 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 8 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    acc += bytes[(((tid >> 2) + 34) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 32 + lane + 35 + i * 32) & 255)];
  }
  if (warp % 2 == 0) {
    acc += (int)atomicAdd(&doubles[((lane * 33) & 31)], (double)(float)tid + 1);
  }
  __syncthreads();
  {
    unsigned m1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))));
    acc += (int)(m1);
  }
  __syncthreads();
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
    unsigned v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.b32 %0, [%1]; }" : "=r"(v1) : "l"((const char*)memory + (((lane & 7) + 19) & 1023) * 4), "r"((int)(((lane * 4 ^ warp * 8 + 13) & 1023) < 783)));
    acc += (int)(v1);
  }
  for (int i = 0; i < 8; ++i) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a2;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b3;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c4;
    wmma::fill_fragment(c4, (half)1);
    wmma::load_matrix_sync(a2, (const half*)bytes, 40);
    wmma::load_matrix_sync(b3, (const half*)memory + 4096, 40);
    wmma::mma_sync(c4, a2, b3, c4);
    wmma::store_matrix_sync((half*)memory + 8192 + warp * 1024, c4, 32, wmma::mem_col_major);
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
  if (warp % 2 == 0) {
    unsigned m1, m2, m3, m4;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m1), "=r"(m2), "=r"(m3), "=r"(m4) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m1 + m2 + m4);
  }
  for (int i = 0; i < 8; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 8) * 1024 + (lane % 8) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid) & 255)];
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
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  {
    longlong2 v1;
    v1.x = acc;
    v1.y = acc;
    ((longlong2*)memory)[((lane * 33) & 511)] = v1;
  }
  __syncthreads();
  {
    unsigned m2, m3, m4, m5;
    asm("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m2), "=r"(m3), "=r"(m4), "=r"(m5) : "r"(place(bytes) + (lane * 16)));
    acc += (int)(m2 + m3 + m5);
  }
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v2.b16 [%1], {%2, %3}; }" :: "r"((int)(lane < 27)), "r"(place(bytes) + ((lane * 33 + 35) & 255) * 4), "h"((short)acc), "h"((short)acc) : "memory");
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
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) / 2 % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 256 + (lane % 8) * 16 + warp * 512 + 0), "r"(((lane & 1) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) / 2 % 8)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 8) * 128 + (lane % 8) * 16 + warp * 512 + 2048), "r"(((lane & 1) == 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((warp * 32 + lane ^ (lane & 7) + 21) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 32 + lane) & 255)];
  }
  for (int i = 0; i < n; ++i) {
    uchar4 v1;
    v1.x = acc;
    v1.y = acc;
    v1.z = acc;
    v1.w = acc;
    ((uchar4*)bytes)[(((tid >> 2) + 22) & 127)] = v1;
  }
  if (warp % 1 == 0) {
    acc += (int)stored((float*)memory + (((lane ^ 5) + 16) & 1023), (float)acc);
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
    unsigned m1, m2;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)));
    acc += (int)(m1 + m2);
  }
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.b16 [%1], %2; }" :: "r"((int)(tid < 124)), "l"((char*)memory + ((warp * 8) & 1023) * 2), "h"((short)acc) : "memory");
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
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 256 + (lane % 4) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 128 + (lane % 4) * 16 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 33 + tid * 2) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 8) & 255)];
  }
  __syncthreads();
  if (warp % 2 == 0) {
    acc = mixed(acc, ((tid * 2) & 255));
  }
  {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.v2.b64 [%1], {%2, %3}; }" :: "r"((int)(n > 100)), "r"(place(bytes) + (((tid >> 2) + tid * 2 + 10) & 255) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
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
    ((float*)bytes)[(((31 - lane)) & 127)] = (float)acc;
  }
  __syncthreads();
  {
    if (n > 100) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (n > 100) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 256 + (lane % 4) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid * 2 + (lane ^ 5)) & 255)];
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
  {
    acc += __shfl_xor_sync(0xffffffffu, acc, 2);
  }
  for (int i = 0; i < 12; ++i) {
    unsigned m1, m2, m3, m4;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m1), "=r"(m2), "=r"(m3), "=r"(m4) : "r"(place(bytes) + ((lane & 7) * 64 + (lane >> 3) * 16)));
    acc += (int)(m1 + m3 + m4);
  }
  {
    short2 v5;
    v5.x = acc;
    v5.y = acc;
    ((short2*)bytes)[(((lane ^ 5)) & 127)] = v5;
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
    acc += (int)atomicAdd(&doubles[((lane * 33 + (lane ^ 5)) & 31)], (double)1.0f);
  }
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 0), "r"((tid < 84) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 128 + (lane % 4) * 16 + warp * 512 + 2048), "r"((tid < 84) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) % 4)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 16 + warp * 512 + 4096), "r"((tid < 84) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane * 33 ^ (lane ^ 5)) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 4) & 255)];
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
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> c3;
    wmma::fill_fragment(c3, (float)1);
    wmma::load_matrix_sync(a1, (const half*)memory, 32);
    wmma::load_matrix_sync(b2, (const half*)bytes, 32);
    wmma::mma_sync(c3, a1, b2, c3);
    wmma::store_matrix_sync((float*)memory + 8192 + warp * 1024, c3, 32, wmma::mem_col_major);
  }
  {
    acc += (int)lookup((const float*)memory, (((lane & 7) ^ lane * 4) & 1023), 3);
  }
  __syncthreads();
  {
    atomicAdd(&doubles[((lane * 33 + (lane & 7)) & 31)], (double)1.0f);
  }
  __syncthreads();
  {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> a4;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> b5;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> c6;
    wmma::fill_fragment(c6, (float)1);
    wmma::load_matrix_sync(a4, (const half*)memory, 32);
    wmma::load_matrix_sync(b5, (const half*)memory + 4096, 32);
    wmma::mma_sync(c6, a4, b5, c6);
    acc += (int)(float)c6.x[2];
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
  k01<<<1, 256>>>(memory, table, out, 1);
  k02<<<2, 128>>>(memory, table, out, 4);
  k03<<<1, 128>>>(memory, table, out, 5);
  k04<<<2, 64>>>(memory, table, out, 5);
  k05<<<2, 32>>>(memory, table, out, 1);
  k06<<<3, 32>>>(memory, table, out, 5);
  k07<<<3, 128>>>(memory, table, out, 4);
  k08<<<2, 64>>>(memory, table, out, 3);
  k09<<<2, 256>>>(memory, table, out, 2);
  k10<<<1, 64>>>(memory, table, out, 3);
  k11<<<2, 256>>>(memory, table, out, 5);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_003: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
