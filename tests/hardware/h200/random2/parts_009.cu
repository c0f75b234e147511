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
    acc += (int)lookup((const float*)memory, ((warp * 8 + 26) & 1023), 3);
  }
  {
    const double2 v1 = ((double2*)memory)[(((lane & 7)) & 511)];
    acc += (int)v1.x + (int)v1.y;
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    unsigned v2 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.cg.b32 %0, [%1]; }" : "+r"(v2) : "l"((const char*)memory + ((lane + (lane & 7)) & 1023) * 4), "r"((int)(tid < n * 32)));
    acc += (int)(v2);
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
    unsigned v1;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.b32 %0, [%1]; }" : "=r"(v1) : "l"((const char*)memory + (((31 - lane)) & 1023) * 4), "r"((int)((lane & 4) == 0)));
    acc += (int)(v1);
  }
  {
    unsigned v2, v3, v4, v5;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0; @p ld.global.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "=r"(v2), "=r"(v3), "=r"(v4), "=r"(v5) : "l"((const char*)memory + ((lane * 33 ^ warp * 32 + lane) & 1023) * 16), "r"((int)(tid < 201)));
    acc += (int)(v2 + v3 + v4 + v5);
  }
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    const ushort4 v6 = ((ushort4*)bytes)[(((31 - lane) + 38 + i * 64) & 127)];
    acc += (int)v6.x + (int)v6.y + (int)v6.z + (int)v6.w;
  }
  {
    acc += (int)((short*)bytes)[((lane) & 127)];
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
    atomicAdd(&floats[((tid) & 63)], (float)tid + 1);
  }
  {
    unsigned long long v1 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.nc.b64 %0, [%1]; }" : "+l"(v1) : "l"((const char*)memory + ((table[tid & 1023]) & 1023) * 8), "r"((int)(n > 100)));
    acc += (int)(v1);
  }
  {
    acc += (int)atomicAdd(&floats[(((tid >> 2) ^ warp * 8) & 63)], 2.5f);
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
  #pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    unsigned m1, m2;
    asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane & 15) * 32)));
    acc += (int)(m2);
  }
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 1024 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) / 2 % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 256 + (lane % 2) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    acc += bytes[(((lane ^ 5) + tid) & 511)];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[((lane ^ lane * 33 + 27) & 255)];
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
    ((short*)bytes)[(((lane ^ 5) + (lane & 7)) & 127)] = (short)acc;
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
    ((double*)memory)[(((31 - lane) + 22) & 511)] = (double)acc;
  }
  for (int i = 0; i < n; ++i) {
    const uchar4 v1 = ((uchar4*)bytes)[(((tid >> 2) + i * 64) & 127)];
    acc += (int)v1.x + (int)v1.y + (int)v1.z + (int)v1.w;
  }
  __syncthreads();
  {
    atomicAdd((float*)memory + ((lane) & 1023), (float)tid + 1);
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
  for (int i = 0; i < n; ++i) {
    unsigned v1, v2;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0; @p ld.global.nc.v2.b32 {%0, %1}, [%2]; }" : "=r"(v1), "=r"(v2) : "l"((const char*)memory + ((tid + i * 32) & 1023) * 8), "r"((int)(tid < n * 32)));
    acc += (int)(v1 + v2);
  }
  __syncthreads();
  {
    acc += (int)((double*)memory)[((tid + lane + 3) & 511)];
  }
  {
    ((short*)memory)[((warp * 8) & 511)] = (short)acc;
  }
  {
    unsigned long long v3;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b64 %0, 0; @p ld.global.nc.b64 %0, [%1]; }" : "=l"(v3) : "l"((const char*)memory + ((warp * 8 + 14) & 1023) * 8), "r"((int)(tid < 223)));
    acc += (int)(v3);
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
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 0) & 4095)), "l"((const char*)memory + (lane / 2) * 128 + (lane % 2) * 16 + warp * 512 + 0) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" :: "r"(place(bytes) + ((((lane / 2) * 2 + ((lane % 2) ^ (lane / 2) % 2)) * 16 + warp * 512 + 512) & 4095)), "l"((const char*)memory + (lane / 2) * 64 + (lane % 2) * 16 + warp * 512 + 2048) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    acc += ((int*)bytes)[(((tid >> 2) ^ (lane ^ 5)) & 255)];
  }
  __syncthreads();
  {
    unsigned m1, m2;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(m1), "=r"(m2) : "r"(place(bytes) + ((lane * 16) ^ (lane & 3) * 16)));
    acc += (int)(m1 + m2);
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
    acc += (int)((unsigned char*)memory)[(((lane ^ 5) + tid) & 511)];
  }
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
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
  ((int*)bytes)[tid] = acc;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) { if (tid < step) ((int*)bytes)[tid] += ((int*)bytes)[tid + step]; __syncthreads(); }
  acc += ((int*)bytes)[0];
  __syncthreads();
  __syncthreads();
  {
    double2 v1;
    v1.x = acc;
    v1.y = acc;
    ((double2*)memory)[(((31 - lane) ^ tid + 32) & 511)] = v1;
  }
  {
    unsigned long long v2, v3;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b64 %0, 0; mov.b64 %1, 0; @p ld.global.v2.b64 {%0, %1}, [%2]; }" : "=l"(v2), "=l"(v3) : "l"((const char*)memory + (((lane & 7) + table[tid & 1023] + 33) & 1023) * 16), "r"((int)((((tid >> 2) ^ tid * 2 + 3) & 1023) < 446)));
    acc += (int)(v2 + v3);
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
    unsigned v1 = 7, v2 = 7, v3 = 7, v4 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; @p ld.global.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "+r"(v1), "+r"(v2), "+r"(v3), "+r"(v4) : "l"((const char*)memory + ((table[tid & 1023]) & 1023) * 16), "r"((int)(lane < 27)));
    acc += (int)(v4);
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
  for (int i = 0; i < 3; ++i) {
    ((short*)bytes)[((warp * 32 + lane + (tid >> 2) + i) & 127)] = (short)acc;
  }
  if (warp % 1 == 0) {
    acc += (int)lookup((const float*)memory, ((warp * 8 + 36) & 1023), 2);
  }
  {
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(place(bytes) + (lane * 80 & 4080)), "r"(acc) : "memory");
  }
  {
    unsigned v2 = 7, v3 = 7, v4 = 7, v5 = 7;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; @p ld.global.v4.b32 {%0, %1, %2, %3}, [%4]; }" : "+r"(v2), "+r"(v3), "+r"(v4), "+r"(v5) : "l"((const char*)memory + (((lane & 7) + (lane & 7)) & 1023) * 16), "r"((int)((lane & 4) == 0)));
    acc += (int)(v2 + v3 + v4 + v5);
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
  k01<<<3, 256>>>(memory, table, out, 5);
  k02<<<1, 128>>>(memory, table, out, 4);
  k03<<<3, 256>>>(memory, table, out, 3);
  k04<<<3, 256>>>(memory, table, out, 3);
  k05<<<1, 128>>>(memory, table, out, 2);
  k06<<<1, 64>>>(memory, table, out, 3);
  k07<<<2, 128>>>(memory, table, out, 1);
  k08<<<2, 64>>>(memory, table, out, 5);
  k09<<<3, 128>>>(memory, table, out, 1);
  k10<<<3, 128>>>(memory, table, out, 5);
  k11<<<2, 32>>>(memory, table, out, 2);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s parts_009: 12 kernels, %s\n", error == cudaSuccess ? "PASS" : "FAIL", cudaGetErrorName(error));
  return error != cudaSuccess;
}
