// architecture: sm_80
// prints: 7 8
// A kernel that waits for what it has launched, as device code could up to CUDA 11.
#include <cstdio>

__global__ void child(int* x) { *x = 7; }

__global__ void parent(int* x) {
  child<<<1, 1>>>(x);
  x[1] = cudaDeviceSynchronize() == cudaSuccess ? *x + 1 : -1;
}

int main() {
  int* x = nullptr;
  cudaMallocManaged(&x, 2 * sizeof(int));
  parent<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", x[0], x[1]);
}
