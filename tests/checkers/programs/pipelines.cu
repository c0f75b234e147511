// Buffers that are filled while others are used: how many barriers two, three and more of them need.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kSteps = 6;

// One buffer needs two barriers a round.
__global__ void single_no_barrier_after_fill(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[t] = in[i * kBlock + t];    // finds: shared-race
    sum += s[(t + 32) % kBlock];  // finds: shared-race
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void single_no_barrier_after_use(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[t] = in[i * kBlock + t];  // finds: shared-race
    __syncthreads();
    sum += s[(t + 32) % kBlock];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void single_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[(t + 32) % kBlock];
    __syncthreads();
  }
  out[t] = sum;
}

// Two need one, between filling and using, ...
__global__ void double_buffer_wrong(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  s[0][t] = in[t];  // finds: shared-race
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    if (i + 1 < kSteps) s[(i + 1) % 2][t] = in[(i + 1) * kBlock + t];  // finds: shared-race
    sum += s[i % 2][(t + 32) % kBlock];                                // finds: shared-race
  }
  out[t] = sum;
}

__global__ void double_buffer_right(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  s[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    if (i + 1 < kSteps) s[(i + 1) % 2][t] = in[(i + 1) * kBlock + t];
    sum += s[i % 2][(t + 32) % kBlock];
    __syncthreads();
  }
  out[t] = sum;
}

// ... and it has to be in every round.
__global__ void every_other_round_wrong(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[i % 2][t] = in[i * kBlock + t];  // finds: shared-race
    if (i % 2 == 0) __syncthreads();
    sum += s[i % 2][(t + 32) % kBlock];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void every_other_round_right(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[i % 2][t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[i % 2][(t + 32) % kBlock];
  }
  out[t] = sum;
}

// The buffers change places by pointers, once a round too few.
__global__ void swapped_pointers_wrong(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int* fill = s[0];
  int* use = s[1];
  int sum = 0;
  use[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int i = 1; i < kSteps; ++i) {
    fill[t] = in[i * kBlock + t];   // finds: shared-race
    sum += use[(t + 32) % kBlock];  // finds: shared-race
    __syncthreads();
    use = fill;
  }
  out[t] = sum + use[(t + 32) % kBlock];
}

__global__ void swapped_pointers_right(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int* fill = s[0];
  int* use = s[1];
  int sum = 0;
  use[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int i = 1; i < kSteps; ++i) {
    fill[t] = in[i * kBlock + t];
    sum += use[(t + 32) % kBlock];
    __syncthreads();
    int* const other = fill;
    fill = use;
    use = other;
  }
  out[t] = sum + use[(t + 32) % kBlock];
}

int main() {
  int values[kSteps * kBlock];
  for (int i = 0; i < kSteps * kBlock; ++i) values[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, kBlock * sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  single_no_barrier_after_fill<<<1, kBlock>>>(in, out);
  single_no_barrier_after_use<<<1, kBlock>>>(in, out);
  single_right<<<1, kBlock>>>(in, out);
  double_buffer_wrong<<<1, kBlock>>>(in, out);
  double_buffer_right<<<1, kBlock>>>(in, out);
  every_other_round_wrong<<<1, kBlock>>>(in, out);
  every_other_round_right<<<1, kBlock>>>(in, out);
  swapped_pointers_wrong<<<1, kBlock>>>(in, out);
  swapped_pointers_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
