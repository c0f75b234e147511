// Single values that all blocks of a launch update or read.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 4;
constexpr int kSize = kBlock * kBlocks;

__global__ void count_wrong(const int* in, int* count) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int found = __syncthreads_count(in[i] % 2);
  if (threadIdx.x == 0) *count += found;  // finds: global-race
}

__global__ void count_right(const int* in, int* count) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int found = __syncthreads_count(in[i] % 2);
  if (threadIdx.x == 0) atomicAdd(count, found);
}

// An atomic here does not make the plain write there one.
__global__ void mixed_wrong(const int* in, int* largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i == kSize - 1) *largest = in[i];  // finds: global-race
  atomicMax(largest, in[i]);             // finds: global-race
}

__global__ void mixed_right(const int* in, int* largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i == kSize - 1) atomicExch(largest, in[i]);
  atomicMax(largest, in[i]);
}

// A look at the maximum so far, before the atomic: a plain read of what others update.
__global__ void early_out_wrong(const int* in, int* largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (in[i] > *largest) atomicMax(largest, in[i]);  // finds: global-race
}

__global__ void early_out_right(const int* in, int* largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (in[i] > *static_cast<volatile int*>(largest)) atomicMax(largest, in[i]);
}

// A flag that all set to the same value.
__global__ void any_positive(const int* in, int* flag) {
  if (in[blockIdx.x * kBlock + threadIdx.x] >= 0) *flag = 1;  // notes: global-race
}
__global__ void any_positive_right(const int* in, int* flag) {
  if (in[blockIdx.x * kBlock + threadIdx.x] >= 0) atomicOr(flag, 1);
}

// Whoever is last decides.
__global__ void last_index_wrong(const int* in, int* index) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (in[i] % 50 == 0) *index = i;  // finds: global-race
}

__global__ void last_index_right(const int* in, int* index) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (in[i] % 50 == 0) atomicMax(index, i);
}

// A value of the whole grid that a block writes and others read.
__global__ void total_wrong(float* total, float* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i == 0) *total = 1.0f / kSize;  // finds: global-race
  out[i] *= *total;                   // finds: global-race
}

__global__ void total_right(const float* total, float* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[i] *= *total;
}

int main() {
  int values[kSize];
  for (int i = 0; i < kSize; ++i) values[i] = i * 37 % 101;
  int *in, *out;
  float *total, *scaled;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&scaled, kSize * sizeof(float));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof values);
  cudaMemset(total, 1, sizeof(float));
  cudaMemset(scaled, 1, kSize * sizeof(float));
  count_wrong<<<kBlocks, kBlock>>>(in, out);
  count_right<<<kBlocks, kBlock>>>(in, out);
  mixed_wrong<<<kBlocks, kBlock>>>(in, out);
  mixed_right<<<kBlocks, kBlock>>>(in, out);
  cudaMemset(out, 0, sizeof values);
  early_out_wrong<<<kBlocks, kBlock>>>(in, out);
  early_out_right<<<kBlocks, kBlock>>>(in, out);
  any_positive<<<kBlocks, kBlock>>>(in, out);
  any_positive_right<<<kBlocks, kBlock>>>(in, out);
  last_index_wrong<<<kBlocks, kBlock>>>(in, out);
  last_index_right<<<kBlocks, kBlock>>>(in, out);
  total_wrong<<<kBlocks, kBlock>>>(total, scaled);
  total_right<<<kBlocks, kBlock>>>(total, scaled);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
