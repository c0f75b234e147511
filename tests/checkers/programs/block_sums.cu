// Sums of a block or a grid that go from warp to warp and to everybody.
#include <cuda_runtime.h>

constexpr int kBlock = 128;
constexpr unsigned kAll = 0xffffffffu;

// Shuffles within warps, and shared memory between them.
__global__ void warp_sums_wrong(const int* in, int* out) {
  __shared__ int sums[kBlock / 32];
  const int t = threadIdx.x;
  int sum = in[t];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(kAll, sum, step);
  if (t % 32 == 0) sums[t / 32] = sum;  // finds: shared-race
  if (t < 32) {
    sum = t < kBlock / 32 ? sums[t] : 0;
    for (int step = 2; step > 0; step /= 2) sum += __shfl_down_sync(kAll, sum, step);
    if (t == 0) out[0] = sum;
  }
}

__global__ void warp_sums_right(const int* in, int* out) {
  __shared__ int sums[kBlock / 32];
  const int t = threadIdx.x;
  int sum = in[t];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(kAll, sum, step);
  if (t % 32 == 0) sums[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < kBlock / 32 ? sums[t] : 0;
    for (int step = 2; step > 0; step /= 2) sum += __shfl_down_sync(kAll, sum, step);
    if (t == 0) out[0] = sum;
  }
}

// A block-wide sum that everybody gets, called twice: the second call may overwrite what the first one's slow warps
// still read.
__device__ int everybodys_sum_wrong(int value) {
  __shared__ int sums[kBlock / 32];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;  // finds: shared-race
  __syncthreads();
  return sums[0] + sums[1] + sums[2] + sums[3];  // finds: shared-race
}
__global__ void sum_twice_wrong(const int* in, int* out) {
  const int mean = everybodys_sum_wrong(in[threadIdx.x]) / kBlock;
  out[threadIdx.x] = everybodys_sum_wrong(in[threadIdx.x] - mean);
}

__device__ int everybodys_sum_right(int value) {
  __shared__ int sums[kBlock / 32];
  __syncthreads();
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  return sums[0] + sums[1] + sums[2] + sums[3];
}
__global__ void sum_twice_right(const int* in, int* out) {
  const int mean = everybodys_sum_right(in[threadIdx.x]) / kBlock;
  out[threadIdx.x] = everybodys_sum_right(in[threadIdx.x] - mean);
}

// One thread's result for all.
__global__ void broadcast_wrong(const int* in, int* out) {
  __shared__ int largest;
  const int t = threadIdx.x;
  if (t == 0) {
    int value = in[0];
#pragma unroll 1
    for (int i = 1; i < kBlock; ++i) value = max(value, in[i]);
    largest = value;  // finds: shared-race
  }
  out[t] = in[t] - largest;  // finds: shared-race
}

__global__ void broadcast_right(const int* in, int* out) {
  __shared__ int largest;
  const int t = threadIdx.x;
  if (t == 0) {
    int value = in[0];
#pragma unroll 1
    for (int i = 1; i < kBlock; ++i) value = max(value, in[i]);
    largest = value;
  }
  __syncthreads();
  out[t] = in[t] - largest;
}

// Each block adds its sum to the result.
__global__ void sum_of_blocks_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) *out += s[0];  // finds: global-race
}

__global__ void sum_of_blocks_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, s[0]);
}

// The count of a vote, from the barrier itself.
__global__ void barrier_count_right(const int* in, int* out) {
  const int t = threadIdx.x;
  const int count = __syncthreads_count(in[t] > 0);
  if (t == 0) out[0] = count;
}

int main() {
  constexpr int kBytes = 4 * kBlock * sizeof(int);
  int *in, *out;
  cudaMalloc(&in, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMemset(in, 1, kBytes);
  warp_sums_wrong<<<1, kBlock>>>(in, out);
  warp_sums_right<<<1, kBlock>>>(in, out);
  sum_twice_wrong<<<1, kBlock>>>(in, out);
  sum_twice_right<<<1, kBlock>>>(in, out);
  broadcast_wrong<<<1, kBlock>>>(in, out);
  broadcast_right<<<1, kBlock>>>(in, out);
  sum_of_blocks_wrong<<<4, kBlock>>>(in, out);
  sum_of_blocks_right<<<4, kBlock>>>(in, out);
  barrier_count_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
