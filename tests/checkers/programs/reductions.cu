// Sums and maxima of a block, in the ways in which they are commonly written.
#include <cuda_runtime.h>

constexpr int kBlock = 128;
constexpr unsigned kAll = 0xffffffffu;

// Neighbours first.
__global__ void interleaved_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int i = 2 * step * t;
    if (i < kBlock) s[i] += s[i + step];  // finds: shared-race
  }
  if (t == 0) out[0] = s[0];
}

__global__ void interleaved_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int i = 2 * step * t;
    if (i < kBlock) s[i] += s[i + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

// The barrier after the load is missing.
__global__ void sequential_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];  // finds: shared-race
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

__global__ void sequential_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

// The last warp goes on without barriers, as if its lanes still ran in lockstep.
__global__ void unrolled_last_warp_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 16; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t < 32) {
    int sum = s[t];
#pragma unroll 1
    for (int step = 16; step > 0; step /= 2) {
      sum += s[(t + step) % 32];  // finds: shared-race
      s[t] = sum;                 // finds: shared-race
    }
    if (t == 0) out[0] = sum;
  }
}

__global__ void unrolled_last_warp_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 16; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t < 32) {
    int sum = s[t];
#pragma unroll 1
    for (int step = 16; step > 0; step /= 2) {
      sum += s[(t + step) % 32];
      __syncwarp();
      s[t] = sum;
      __syncwarp();
    }
    if (t == 0) out[0] = sum;
  }
}

// The last warp without a barrier, its accesses volatile: strong, and so no race by itself.
__global__ void volatile_last_warp_right(const int* in, int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
#pragma unroll 1
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) s[t] = s[t] + s[t + step];
  }
  if (t == 0) out[0] = s[0];
}

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

__global__ void dot_wrong(const float* a, const float* b, float* out) {
  __shared__ float products[kBlock];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 4 * kBlock; i += kBlock) sum += a[i] * b[i];
  products[t] = sum;
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) {
      products[t] += products[t + step];  // finds: shared-race
    } else {
      break;
    }
  }
  if (t == 0) out[0] = products[0];
}

__global__ void dot_right(const float* a, const float* b, float* out) {
  __shared__ float products[kBlock];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 4 * kBlock; i += kBlock) sum += a[i] * b[i];
  products[t] = sum;
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) {
      products[t] += products[t + step];
    }
    __syncthreads();
  }
  if (t == 0) out[0] = products[0];
}

// Value and place of the largest: two arrays that move together.
__global__ void arg_max_wrong(const float* in, int* out) {
  __shared__ float values[kBlock];
  __shared__ int places[kBlock];
  const int t = threadIdx.x;
  values[t] = in[t];
  places[t] = t;
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    const bool better = t < step && values[t + step] > values[t];  // finds: shared-race
    if (better) {
      values[t] = values[t + step];  // finds: shared-race
      places[t] = places[t + step];  // finds: shared-race
    }
  }
  if (t == 0) out[0] = places[0];
}

__global__ void arg_max_right(const float* in, int* out) {
  __shared__ float values[kBlock];
  __shared__ int places[kBlock];
  const int t = threadIdx.x;
  values[t] = in[t];
  places[t] = t;
  __syncthreads();
#pragma unroll 1
  for (int step = kBlock / 2; step > 0; step /= 2) {
    const bool better = t < step && values[t + step] > values[t];
    if (better) {
      values[t] = values[t + step];
      places[t] = places[t + step];
    }
    __syncthreads();
  }
  if (t == 0) out[0] = places[0];
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
  float* values;
  cudaMalloc(&in, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMalloc(&values, kBytes);
  cudaMemset(in, 1, kBytes);
  int ramp[4 * kBlock];
  for (int i = 0; i < 4 * kBlock; ++i) ramp[i] = i << 20;
  cudaMemcpy(values, ramp, kBytes, cudaMemcpyHostToDevice);
  interleaved_wrong<<<1, kBlock>>>(in, out);
  interleaved_right<<<1, kBlock>>>(in, out);
  sequential_wrong<<<1, kBlock>>>(in, out);
  sequential_right<<<1, kBlock>>>(in, out);
  unrolled_last_warp_wrong<<<1, kBlock>>>(in, out);
  unrolled_last_warp_right<<<1, kBlock>>>(in, out);
  volatile_last_warp_right<<<1, 32>>>(in, out);
  warp_sums_wrong<<<1, kBlock>>>(in, out);
  warp_sums_right<<<1, kBlock>>>(in, out);
  sum_twice_wrong<<<1, kBlock>>>(in, out);
  sum_twice_right<<<1, kBlock>>>(in, out);
  broadcast_wrong<<<1, kBlock>>>(in, out);
  broadcast_right<<<1, kBlock>>>(in, out);
  dot_wrong<<<1, kBlock>>>(values, values, reinterpret_cast<float*>(out));
  dot_right<<<1, kBlock>>>(values, values, reinterpret_cast<float*>(out));
  arg_max_wrong<<<1, kBlock>>>(values, out);
  arg_max_right<<<1, kBlock>>>(values, out);
  sum_of_blocks_wrong<<<4, kBlock>>>(in, out);
  sum_of_blocks_right<<<4, kBlock>>>(in, out);
  barrier_count_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
