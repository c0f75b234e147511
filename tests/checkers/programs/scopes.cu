// Scopes: what is strong or ordered within a block only, between blocks. (PTX ISA, Morally Strong Operations: the scope
// of each includes the other's thread)
#include <cuda_runtime.h>

constexpr int kBlocks = 4;

__global__ void fence_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *payload;  // finds: scope-race
  }
}

__global__ void fence_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *payload;
  }
}

__global__ void count_wrong(int* count) {
  if (threadIdx.x == 0) atomicAdd_block(count, 1);  // finds: scope-race
}

__global__ void count_right(int* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
}

int main() {
  int *a, *flag;
  cudaMalloc(&a, 256);
  cudaMalloc(&flag, 256);
  cudaMemset(flag, 0, 256);
  fence_wrong<<<2, 32>>>(a, flag, a + 1);
  cudaMemset(flag, 0, 256);
  fence_right<<<2, 32>>>(a, flag, a + 1);
  count_wrong<<<kBlocks, 32>>>(a);
  count_right<<<kBlocks, 32>>>(a);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
