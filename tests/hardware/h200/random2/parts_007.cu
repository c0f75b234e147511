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
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 128 + (lane % 4) * 16 + warp * 512 + 0), "r"((n > 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 16 + warp * 512 + 2048), "r"((n > 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 256 + (lane % 4) * 16 + warp * 512 + 4096), "r"((n > 0) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid + 13) & 255)];
  }
  {
    atomicAdd(&doubles[(((lane & 7)) & 31)], (double)(float)tid + 1);
  }
  __syncthreads();
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
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
  for (int i = 0; i < 12; ++i) {
    unsigned v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.b32 %0, [%1]; }" : "=r"(v1) : "l"((const char*)memory + ((tid * 2 + i) & 1023) * 4), "r"((int)((lane & 4) == 0)));
    acc += (int)(v1);
  }
  __syncthreads();
  {
    for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b32 [%1], %2; }" :: "r"((int)((lane & 4) == 0)), "r"(place(bytes) + ((lane * 4 + tid) & 255) * 4), "r"((unsigned)acc) : "memory");
  }
  {
    double2 v1;
    v1.x = acc;
    v1.y = acc;
    ((double2*)bytes)[(((lane ^ 5) + 14) & 127)] = v1;
  }
  {
    for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
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
  for (int i = 0; i < 3; ++i) {
    atomicAdd(&doubles[(((lane & 7) ^ (lane & 7) + i * 64) & 31)], (double)(float)tid + 1);
  }
  {
    unsigned long long v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b64 %0, 0; @p ld.global.L1::evict_last.b64 %0, [%1]; }" : "=l"(v1) : "l"((const char*)memory + ((lane) & 1023) * 8), "r"((int)(lane < 2)));
    acc += (int)(v1);
  }
  {
    char2 v2;
    v2.x = acc;
    v2.y = acc;
    ((char2*)memory)[(((lane ^ 5) + tid + 2) & 511)] = v2;
  }
  for (int i = 0; i < 8; ++i) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.b32 [%1], %2; }" :: "r"((int)(n > 100)), "l"((char*)memory + (((tid >> 2) + i * 32) & 1023) * 4), "r"((unsigned)acc) : "memory");
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
    acc += (int)stored((float*)bytes + ((table[tid & 1023] + (31 - lane)) & 255), (float)acc);
  }
  {
    unsigned v1 = 7, v2 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p ld.global.cg.v2.b32 {%0, %1}, [%2]; }" : "+r"(v1), "+r"(v2) : "l"((const char*)memory + ((lane * 33 + 26) & 1023) * 8), "r"((int)(n > 0)));
    acc += (int)(v1);
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4))) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4))) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4))) * 8 + warp * 256 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 64 + (lane % 4) * 8 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[((lane) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 8 + 19 + i * 64) & 255)];
  }
  __syncthreads();
  {
    unsigned m3, m4;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m3), "=r"(m4) : "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))));
    acc += (int)(m3 + m4);
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
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> b2;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> c3;
    wmma::fill_fragment(c3, (float)1);
    wmma::load_matrix_sync(a1, (const half*)bytes, 40);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 40);
    wmma::mma_sync(c3, a1, b2, c3);
    acc += (int)(float)c3.x[0];
  }
  for (int i = 0; i < 12; ++i) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 0), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 2048), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 1024) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 4096), "r"((n > 100) ? 16 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((tid + warp * 8 + i * 32) & 255)];
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.global.v2.b64 [%1], {%2, %3}; }" :: "r"((int)((((lane & 7)) & 1023) < 462)), "l"((char*)memory + (((31 - lane)) & 1023) * 16), "l"((unsigned long long)acc), "l"((unsigned long long)acc) : "memory");
  }
  {
    unsigned long long v1 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.b64 %0, [%1]; }" : "+l"(v1) : "l"((const char*)memory + (((31 - lane) + 13) & 1023) * 8), "r"((int)(lane < 27)));
    acc += (int)(v1);
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
    acc += __reduce_add_sync(0xffffffffu, acc);
  }
  __syncthreads();
  {
    acc += __reduce_add_sync(0xffffffffu, acc);
  }
  {
    unsigned v1 = 7, v2 = 7, v3 = 7, v4 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; @p ld.global.L1::evict_last.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4) : "l"((const char*)memory + ((table[tid & 1023] + table[tid & 1023]) & 1023) * 16), "r"((int)(n > 100)));
    acc += (int)(v1 + v2 + v3 + v4);
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
    acc += (int)lookup((const float*)memory, ((lane * 33 + 23) & 1023), n);
  }
  {
    const longlong2 v1 = ((longlong2*)memory)[((lane * 33 + (tid >> 2) + 31) & 511)];
    acc += (int)v1.x;
  }
  for (int i = 0; i < 8; ++i) {
    const char2 v2 = ((char2*)memory)[((warp * 8) & 511)];
    acc += (int)v2.x;
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
    acc += (int)stored((float*)bytes + (((tid >> 2) ^ tid) & 255), (float)acc);
  }
  for (int i = 0; i < 12; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 8) * 8 + ((lane % 8) ^ (lane / 8) % 8)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 8) * 64 + (lane % 8) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((lane & 7)) & 255)];
  }
  for (int i = 0; i < 8; ++i) {
    unsigned v1, v2, v3, v4;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.L1::evict_last.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v1), "=r"(v2), "=r"(v3), "=r"(v4) : "l"((const char*)memory + ((warp * 8 + 38 + i * 32) & 1023) * 16), "r"((int)(n > 0)));
    acc += (int)(v1 + v2 + v3 + v4);
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
    atomicAdd(&floats[((table[tid & 1023]) & 63)], 2.5f);
  }
  __syncthreads();
  {
    acc += (int)atomicAdd(&doubles[((lane * 33 ^ lane * 33 + 11) & 31)], (double)(float)tid + 1);
  }
  __syncthreads();
  {
    const ushort4 v1 = ((ushort4*)bytes)[(((tid >> 2) ^ table[tid & 1023]) & 127)];
    acc += (int)v1.x + (int)v1.y + (int)v1.z + (int)v1.w;
  }
  {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)), "r"(acc), "r"(acc) : "memory");
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
  if (warp % 1 == 0) {
    acc = mixed(acc, ((tid + warp * 8 + 20) & 255));
  }
  for (int i = 0; i < 12; ++i) {
    atomicAdd(&counts[((tid + i) & 63)], acc);
  }
  __syncthreads();
  {
    acc += (int)((float*)bytes)[((table[tid & 1023]) & 127)];
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
  k00<<<2, 128>>>(memory, table, out, 2);
  k01<<<2, 32>>>(memory, table, out, 2);
  k02<<<2, 64>>>(memory, table, out, 5);
  k03<<<2, 256>>>(memory, table, out, 3);
  k04<<<2, 64>>>(memory, table, out, 1);
  k05<<<3, 256>>>(memory, table, out, 5);
  k06<<<2, 128>>>(memory, table, out, 3);
  k07<<<1, 128>>>(memory, table, out, 3);
  k08<<<1, 256>>>(memory, table, out, 1);
  k09<<<3, 128>>>(memory, table, out, 4);
  k10<<<3, 128>>>(memory, table, out, 3);
  k11<<<3, 64>>>(memory, table, out, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_007: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
