// Kernels that use memory which was freed. Each fault spoils the device, so that a reset comes between.
#include <cuda_runtime.h>

__global__ void reads(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];  // finds: use-after-free
}
__global__ void writes(int* to) {
  to[threadIdx.x + 8] = 1;  // finds: use-after-free
}
__global__ void adds(int* to) {
  atomicAdd(to, 1);  // finds: use-after-free
}
__global__ void runs_past(int* to) {
  to[threadIdx.x + 4] = 1;  // finds: out-of-bounds
}

int main() {
  int *x = nullptr, *y = nullptr;
  cudaMalloc(&x, 64);
  cudaMalloc(&y, 64);
  reads<<<1, 16>>>(x, y);
  cudaFree(x);
  reads<<<1, 16>>>(x, y);
  cudaDeviceSynchronize();
  cudaDeviceReset();

  // Whoever comes next does not get the memory yet.
  cudaMalloc(&x, 64);
  cudaFree(x);
  cudaMalloc(&y, 64);
  writes<<<1, 8>>>(y);
  writes<<<1, 8>>>(x);
  cudaDeviceSynchronize();
  cudaDeviceReset();

  cudaMallocManaged(&x, 64);
  adds<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  adds<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaDeviceReset();

  cudaMalloc(&x, 64);  // notes: leak
  runs_past<<<1, 8>>>(x);
  runs_past<<<1, 16>>>(x);
  cudaDeviceSynchronize();
}
