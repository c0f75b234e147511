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
    acc += __reduce_add_sync(0xffffffffu, acc);
  }
  {
    acc += (int)((short*)bytes)[(((31 - lane) + warp * 8) & 127)];
  }
  __syncthreads();
  {
    acc += (int)((double*)memory)[(((tid >> 2) + 33) & 511)];
  }
  if (warp % 1 == 0) {
    acc += __shfl_xor_sync(0xffffffffu, acc, 4);
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
    unsigned m1;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m1) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m1);
  }
  __syncthreads();
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  {
    acc += (int)((float*)bytes)[((tid * 2 ^ warp * 8) & 127)];
  }
  {
    const short2 v2 = ((short2*)bytes)[((warp * 32 + lane ^ (lane & 7)) & 127)];
    acc += (int)v2.x + (int)v2.y;
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
  if (warp % 2 == 0) {
    acc += (int)((unsigned char*)bytes)[(((lane ^ 5) + (31 - lane) + 23) & 127)];
  }
  {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(place(bytes) + (lane * 80 & 4080)), "r"(acc), "r"(acc) : "memory");
  }
  for (int i = 0; i < 8; ++i) {
    const char2 v3 = ((char2*)memory)[(((31 - lane) + i * 64) & 511)];
    acc += (int)v3.y;
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
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p st.shared.b64 [%1], %2; }" :: "r"((int)(tid < 139)), "r"(place(bytes) + ((warp * 8) & 255) * 8), "l"((unsigned long long)acc) : "memory");
  }
  {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> c3;
    wmma::fill_fragment(c3, (float)1);
    wmma::load_matrix_sync(a1, (const half*)memory + warp * 512, 64);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 64);
    wmma::mma_sync(c3, a1, b2, c3);
    wmma::store_matrix_sync((float*)memory + 8192 + warp * 1024, c3, 64, wmma::mem_row_major);
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
  for (int i = 0; i < 8; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 8 + warp * 512 + 0), "r"((n > 0) ? 8 : 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane * 4 ^ (lane ^ 5) + i) & 255)];
  }
  __syncthreads();
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> a1;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 8, 32, 16, half> c3;
    wmma::load_matrix_sync(c3, (const half*)memory + warp * 1024, 32, wmma::mem_row_major);
    wmma::load_matrix_sync(a1, (const half*)memory + warp * 512, 64);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 64);
    wmma::mma_sync(c3, a1, b2, c3);
    acc += (int)(float)c3.x[1];
  }
  {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> a4;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> b5;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c6;
    for (int e = 0; e < c6.num_elements; ++e) c6.x[e] = ((float*)memory)[e * 32 + lane];
    wmma::load_matrix_sync(a4, (const half*)memory, 64);
    wmma::load_matrix_sync(b5, (const half*)bytes, 64);
    wmma::mma_sync(c6, a4, b5, c6);
    acc += (int)(float)c6.x[0];
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
    acc += __shfl_xor_sync(0xffffffffu, acc, 16);
  }
  {
    ((unsigned char*)memory)[((lane * 4 + 7) & 511)] = (unsigned char)acc;
  }
  __syncthreads();
  for (int i = 0; i < 12; ++i) {
    unsigned v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.nc.b32 %0, [%1]; }" : "=r"(v1) : "l"((const char*)memory + ((table[tid & 1023] + i) & 1023) * 4), "r"((int)(tid < 197)));
    acc += (int)(v1);
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
    short2 v1;
    v1.x = acc;
    v1.y = acc;
    ((short2*)memory)[((lane * 4) & 511)] = v1;
  }
  __syncthreads();
  {
    unsigned v2, v3, v4, v5;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.L1::evict_last.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v2), "=r"(v3), "=r"(v4), "=r"(v5) : "l"((const char*)memory + ((tid + lane * 33) & 1023) * 16), "r"((int)(tid < n * 20)));
    acc += (int)(v2 + v3 + v4 + v5);
  }
  {
    atomicAdd(&floats[((lane * 33 ^ (tid >> 2) + 10) & 63)], 2.5f);
  }
  for (int i = 0; i < 8; ++i) {
    acc += (int)__ballot_sync(0xffffffffu, (acc & 1) != 0);
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
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> a1;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> b2;
    wmma::fragment<wmma::accumulator, 32, 8, 16, half> c3;
    wmma::fill_fragment(c3, (half)1);
    wmma::load_matrix_sync(a1, (const half*)memory + warp * 512, 64);
    wmma::load_matrix_sync(b2, (const half*)memory + 4096, 64);
    wmma::mma_sync(c3, a1, b2, c3);
    __syncwarp();
    wmma::store_matrix_sync((half*)bytes, c3, 32, wmma::mem_row_major);
    __syncwarp();
  }
  {
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)), "r"(acc), "r"(acc), "r"(acc), "r"(acc) : "memory");
  }
  __syncthreads();
  {
    unsigned m8, m9;
    asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m8), "=r"(m9) : "r"(place(bytes) + (lane * 16)));
    acc += (int)(m8 + m9);
  }
  __syncthreads();
  {
    acc += (int)lookup((const float*)memory, (((lane ^ 5) + (lane ^ 5) + 32) & 1023), n);
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
    unsigned long long v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b64 %0, 0; @p ld.global.b64 %0, [%1]; }" : "=l"(v1) : "l"((const char*)memory + ((tid ^ warp * 8) & 1023) * 8), "r"((int)(tid < 249)));
    acc += (int)(v1);
  }
  {
    unsigned v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.nc.b32 %0, [%1]; }" : "=r"(v2) : "l"((const char*)memory + (((tid >> 2) + 5) & 1023) * 4), "r"((int)(tid < n * 20)));
    acc += (int)(v2);
  }
  {
    unsigned m3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(m3) : "r"(place(bytes) + ((lane & 7) * 16)));
    acc += (int)(m3);
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
    acc += (int)((double*)bytes)[((tid) & 127)];
  }
  for (int i = 0; i < 12; ++i) {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m1 + m2);
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
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + (((lane & 7) * 128) + (((lane >> 3) ^ (lane & 7)) * 16))));
    acc += (int)(m1 + m2);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 8 + warp * 256 + 0) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 8 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 8 + warp * 256 + 512) & 4095)), "l"((const char*)memory + (lane / 4) * 256 + (lane % 4) * 8 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(place(bytes) + ((((lane / 4) * 4 + ((lane % 4) ^ (lane / 4) / 2 % 4)) * 8 + warp * 256 + 1024) & 4095)), "l"((const char*)memory + (lane / 4) * 1024 + (lane % 4) * 8 + warp * 512 + 4096) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    acc += bytes[((table[tid & 1023] + 8) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((warp * 8 + (lane ^ 5) + 23 + i) & 255)];
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    acc = mixed(acc, ((lane ^ tid + 22) & 255));
  }
  {
    const float4 v3 = ((float4*)memory)[((tid) & 511)];
    acc += (int)v3.x + (int)v3.y + (int)v3.w;
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
    acc += (int)stored((float*)bytes + ((table[tid & 1023] + 24) & 255), (float)acc);
  }
  {
    unsigned long long v1, v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b64 %0, 0; mov.b64 %1, 0; @p ld.global.cg.v2.b64 {%0, %1}, [%2]; }" : "=l"(v1), "=l"(v2) : "l"((const char*)memory + ((warp * 8) & 1023) * 16), "r"((int)(tid < 213)));
    acc += (int)(v1 + v2);
  }
  for (int i = 0; i < 12; ++i) {
    acc += (int)((double*)bytes)[(((31 - lane) + i) & 127)];
  }
  __syncthreads();
  if (warp % 2 == 0) {
    unsigned m3, m4;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m3), "=r"(m4) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m3 + m4);
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
  k00<<<3, 32>>>(memory, table, out, 3);
  k01<<<2, 128>>>(memory, table, out, 3);
  k02<<<1, 128>>>(memory, table, out, 2);
  k03<<<2, 32>>>(memory, table, out, 3);
  k04<<<3, 32>>>(memory, table, out, 2);
  k05<<<2, 32>>>(memory, table, out, 3);
  k06<<<1, 128>>>(memory, table, out, 1);
  k07<<<2, 32>>>(memory, table, out, 2);
  k08<<<3, 128>>>(memory, table, out, 3);
  k09<<<2, 256>>>(memory, table, out, 3);
  k10<<<1, 256>>>(memory, table, out, 2);
  k11<<<3, 64>>>(memory, table, out, 3);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_010: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
