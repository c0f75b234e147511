// Sums and maxima of a block, in the ways in which they are commonly written.
#include <cuda_runtime.h>

constexpr int kBlock = 128;

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

// The last warp without a barrier, its accesses volatile: strong, and so no race, but in no order either.
__global__ void volatile_last_warp_wrong(const int* in, int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
#pragma unroll 1
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) s[t] = s[t] + s[t + step];  // finds: volatile-order
  }
  if (t == 0) out[0] = s[0];
}

__global__ void volatile_last_warp_right(const int* in, int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
#pragma unroll 1
  for (int step = 32; step > 0; step /= 2) {
    const int other = t < step ? s[t + step] : 0;
    __syncwarp();
    if (t < step) s[t] = s[t] + other;
    __syncwarp();
  }
  if (t == 0) out[0] = s[0];
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
  volatile_last_warp_wrong<<<1, 32>>>(in, out);
  volatile_last_warp_right<<<1, 32>>>(in, out);
  dot_wrong<<<1, kBlock>>>(values, values, reinterpret_cast<float*>(out));
  dot_right<<<1, kBlock>>>(values, values, reinterpret_cast<float*>(out));
  arg_max_wrong<<<1, kBlock>>>(values, out);
  arg_max_right<<<1, kBlock>>>(values, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
