// Lanes of a warp, which run on their own from compute capability 7.0 on: what __syncwarp() orders.
#include <cuda_runtime.h>

__global__ void exchange_wrong(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  out[t] = s[31 - t];  // finds: shared-race
}

__global__ void exchange_right(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[31 - t];
}

__global__ void sum_wrong(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
#pragma unroll 1
  for (int step = 32; step > 0; step /= 2) {
    const int other = t < step ? s[t + step] : 0;  // finds: shared-race
    if (t < step) s[t] += other;
  }
  if (t == 0) out[0] = s[0];
}

__global__ void sum_right(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
#pragma unroll 1
  for (int step = 32; step > 0; step /= 2) {
    const int other = t < step ? s[t + step] : 0;
    __syncwarp();
    if (t < step) s[t] += other;
    __syncwarp();
  }
  if (t == 0) out[0] = s[0];
}

// Half-warps that synchronise by themselves.
__global__ void halves_right(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  const unsigned mask = t < 16 ? 0x0000ffffu : 0xffff0000u;
  s[t] = t;
  __syncwarp(mask);
  out[t] = s[t / 16 * 16 + 15 - t % 16];
}

__global__ void halves_wrong(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  const unsigned mask = t < 16 ? 0x0000ffffu : 0xffff0000u;
  s[t] = t;
  __syncwarp(mask);
  out[t] = s[31 - t];  // finds: shared-race
}

// A shuffle moves registers; it orders no memory.
__global__ void shuffle_wrong(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  const int other = __shfl_xor_sync(0xffffffffu, t, 1);
  out[t] = s[31 - t] + other;  // finds: shared-race
}

// Strong accesses do not race; but they order nothing.
__global__ void volatile_wrong(int* out) {
  __shared__ volatile int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  out[t] = s[31 - t];  // finds: volatile-order
}

__global__ void volatile_right(int* out) {
  __shared__ volatile int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[31 - t];
}

// One lane sets flags, the others wait for them.
__global__ void volatile_flags_right(int* out) {
  __shared__ volatile int there[32];
  const int t = threadIdx.x;
  there[t] = 0;
  __syncwarp();
  if (t == 0) {
#pragma unroll 1
    for (int i = 0; i < 32; ++i) there[i] = i + 1;
  }
  int value = 0;
  while (value == 0) value = there[t];
  out[t] = value;
}

__global__ void one_instruction(int* out) {
  __shared__ int s;
  s = threadIdx.x;  // finds: shared-race
  __syncwarp();
  out[threadIdx.x] = s;
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  exchange_wrong<<<1, 32>>>(out);
  exchange_right<<<1, 32>>>(out);
  sum_wrong<<<1, 32>>>(out);
  sum_right<<<1, 32>>>(out);
  halves_right<<<1, 32>>>(out);
  halves_wrong<<<1, 32>>>(out);
  shuffle_wrong<<<1, 32>>>(out);
  volatile_wrong<<<1, 32>>>(out);
  volatile_right<<<1, 32>>>(out);
  volatile_flags_right<<<1, 32>>>(out);
  one_instruction<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
