// Flags that several write: a store by somebody else ends what was released before it, an atomic update carries it on.
#include <cuda_runtime.h>

__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

// The reader sees the store of block 1, which never saw what block 0 had released.
__global__ void overwritten_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else if (blockIdx.x == 1) {
    while (*static_cast<volatile int*>(flag) != 1) {
    }
    *static_cast<volatile int*>(flag) = 2;
  } else {
    while (load_acquire(flag) != 2) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void overwritten_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else if (blockIdx.x == 1) {
    while (*static_cast<volatile int*>(flag) != 1) {
    }
    atomicAdd(flag, 1);
  } else {
    while (load_acquire(flag) != 2) {
    }
    *out = *payload;
  }
}

int main() {
  int *a, *flag;
  cudaMalloc(&a, 256);
  cudaMalloc(&flag, 256);
  cudaMemset(flag, 0, 256);
  overwritten_wrong<<<3, 32>>>(a, flag, a + 1);
  cudaMemset(flag, 0, 256);
  overwritten_right<<<3, 32>>>(a, flag, a + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
