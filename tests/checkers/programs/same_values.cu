// Threads that write the same value, and lanes of one store that do not.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

// The same value by several warps; by several lanes of one it is one store.
__global__ void same_value_of_warps(int* out) {
  __shared__ bool found;
  found = true;  // notes: shared-race
  __syncthreads();
  out[threadIdx.x] = found;
}

__global__ void same_value_of_lanes_right(int* out) {
  __shared__ bool found;
  if (threadIdx.x < 32) found = true;
  __syncthreads();
  out[threadIdx.x] = found;
}

__global__ void same_value_of_one_right(int* out) {
  __shared__ bool found;
  if (threadIdx.x == 0) found = true;
  __syncthreads();
  out[threadIdx.x] = found;
}

// Zeros that are written twice where two threads' parts overlap.
__global__ void clear_wrong(int* out) {
  __shared__ int s[2 * kBlock];
  const int t = threadIdx.x;
  for (int i = 0; i < 3 && t + i * 32 < 2 * kBlock; ++i) s[t + i * 32] = 0;  // notes: shared-race
  __syncthreads();
  out[t] = s[t];
}

__global__ void clear_right(int* out) {
  __shared__ int s[2 * kBlock];
  const int t = threadIdx.x;
  for (int i = t; i < 2 * kBlock; i += kBlock) s[i] = 0;
  __syncthreads();
  out[t] = s[t];
}

// Different values of the lanes of one store: a warning.
__global__ void lanes_of_one_store_wrong(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t / 2] = t;  // finds: shared-race
  __syncthreads();
  out[t] = s[t / 2];
}

__global__ void lanes_of_one_store_right(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t % 2 == 0) s[t / 2] = t;
  __syncthreads();
  out[t] = s[t / 2];
}

int main() {
  int* out;
  cudaMalloc(&out, kBlock * sizeof(int));
  same_value_of_warps<<<1, kBlock>>>(out);
  same_value_of_lanes_right<<<1, kBlock>>>(out);
  same_value_of_one_right<<<1, kBlock>>>(out);
  clear_wrong<<<1, kBlock>>>(out);
  clear_right<<<1, kBlock>>>(out);
  lanes_of_one_store_wrong<<<1, kBlock>>>(out);
  lanes_of_one_store_right<<<1, kBlock>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
