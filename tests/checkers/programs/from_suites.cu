// What public programs do, and was told wrongly once.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__device__ unsigned tickets;

// The last block sets its counter back by a plain store: it has read what the others' atomics left there.
__global__ void ticket_right(int* out) {
  __shared__ bool am_last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    __threadfence();
    am_last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (am_last && threadIdx.x == 0) tickets = 0;
}

// Any block sets it back, whatever it has read, or nothing.
__global__ void ticket_wrong(int* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    atomicInc(&tickets, gridDim.x);
  }
  __syncthreads();
  if (threadIdx.x == 1) tickets = 0;  // finds: global-race
}

// Bins that depend on the data: the second block leaves the course of the first in the middle.
__global__ void bins_right(const unsigned* in, int* out) {
  __shared__ int bins[2][256];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int bin = lane; bin < 256; bin += 32) bins[warp][bin] = 0;
  __syncwarp();
#pragma unroll
  for (int u = 0; u < 2; ++u) atomicAdd(&bins[warp][in[(blockIdx.x * 2 + u) * kBlock + threadIdx.x]], 1);
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = bins[warp][lane];
}

// A structure by value, whose address the callee takes.
struct Row {
  float value[10];
  int scale;
};
__device__ __noinline__ float pick(Row row, int i) { return row.value[i & 7] * row.scale; }
__global__ void by_value_right(float* out, int i) {
  Row row;
  for (int j = 0; j < 10; ++j) row.value[j] = j + i;
  row.scale = 10;
  out[threadIdx.x] = pick(row, i + threadIdx.x);
}

// A value that is loaded ahead, and taken only where it was written.
__global__ void chosen_right(const int* flags, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (flags[t] != 0) s[t] = t;
  __syncthreads();
  out[t] = flags[t] != 0 ? s[t] : -1;
}

// A plain store beside volatile loads of other lanes.
__global__ void volatile_wrong(int* out) {
  __shared__ int s[kBlock];
  volatile int* const v = s;
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  const int sum = v[t] + v[t ^ 16];
  s[t] = sum;  // finds: shared-race
  __syncthreads();
  out[t] = s[t];
}

int main() {
  unsigned values[16 * 2 * kBlock];
  for (int i = 0; i < 16 * 2 * kBlock; ++i) values[i] = i % 16;
  int flags[kBlock];
  for (int i = 0; i < kBlock; ++i) flags[i] = i % 2;
  unsigned* in;
  int *out, *set;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, 4096);
  cudaMalloc(&set, sizeof flags);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(set, flags, sizeof flags, cudaMemcpyHostToDevice);
  ticket_right<<<16, kBlock>>>(out);
  ticket_wrong<<<16, kBlock>>>(out);
  bins_right<<<16, kBlock>>>(in, out);
  by_value_right<<<1, 32>>>(reinterpret_cast<float*>(out), 6);
  chosen_right<<<1, kBlock>>>(set, out);
  volatile_wrong<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
