// Launches from device code, whose places a report names: see session_test.
#include <cuda_runtime.h>

__global__ void child(int* memory, int depth) {
  if (depth == 0) return;
  if (depth > 1) child<<<1, 1>>>(memory, depth - 2); memory[depth] = depth;
}

__global__ void parent(int* memory) {
  if (blockIdx.x == 1 && threadIdx.x == 2) { memory[0]++; child<<<1, 1, 0, cudaStreamFireAndForget>>>(memory, 2); }
  if (blockIdx.x != 1 || threadIdx.x != 2) return;
  child<<<1, 1>>>(memory, 3);
  child<<<1, 1, 0, cudaStreamTailLaunch>>>(memory, 1);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64);
  parent<<<2, 4>>>(memory);
  return cudaDeviceSynchronize();
}
