// After a memory fault a check goes on: one run shows them all.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__global__ void several(int* a, int n) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  a[t + n] = t;              // finds: out-of-bounds
  s[t] = a[t + 2 * n] + 1;   // finds: out-of-bounds
  __syncthreads();
  a[t] = s[t + kBlock - 1];  // finds: out-of-bounds
  auto* const odd = reinterpret_cast<int*>(reinterpret_cast<char*>(a) + 2);
  odd[t / 2] = t;            // finds: misaligned
  atomicAdd(a + n + t, 1);   // finds: out-of-bounds
}

__global__ void later(const int* nothing, int* a) {
  a[threadIdx.x] = nothing[threadIdx.x];  // finds: out-of-bounds
}

__global__ void right(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
  int* a = nullptr;
  cudaMalloc(&a, kBlock * sizeof(int));
  cudaMemset(a, 0, kBlock * sizeof(int));
  several<<<1, kBlock>>>(a, kBlock);
  later<<<1, kBlock>>>(nullptr, a);
  right<<<1, kBlock>>>(a);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
