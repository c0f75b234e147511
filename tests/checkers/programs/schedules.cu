// Blocks that do not wait for each other, where the order in which they run hides it.
#include <cuda_runtime.h>

// A ring between two blocks that both count: what was written is told, and what was read is.
__global__ void ring_no_room(volatile int* counts, int* slots, int* out) {
  if (threadIdx.x != 0) return;
#pragma unroll 1
  for (int i = 0; i < 8; ++i) {
    if (blockIdx.x == 0) {
      slots[i % 2] = i;  // finds: global-race
      __threadfence();
      counts[0] = i + 1;
    } else {
      while (counts[0] <= i) {
      }
      __threadfence();
      out[i] = slots[i % 2];
    }
  }
}

__global__ void ring_right(volatile int* counts, int* slots, int* out) {
  if (threadIdx.x != 0) return;
#pragma unroll 1
  for (int i = 0; i < 8; ++i) {
    if (blockIdx.x == 0) {
      while (i - counts[1] >= 2) {
      }
      __threadfence();
      slots[i % 2] = i;
      __threadfence();
      counts[0] = i + 1;
    } else {
      while (counts[0] <= i) {
      }
      __threadfence();
      out[i] = slots[i % 2];
      __threadfence();
      counts[1] = i + 1;
    }
  }
}

int main() {
  int *counts, *slots, *out;
  cudaMalloc(&counts, 256);
  cudaMalloc(&slots, 256);
  cudaMalloc(&out, 256);
  cudaMemset(counts, 0, 256);
  ring_no_room<<<2, 32>>>(counts, slots, out);
  cudaMemset(counts, 0, 256);
  ring_right<<<2, 32>>>(counts, slots, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
