// Kernels that print as much as their buffer holds, and more.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void number(int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) printf("%d\n", i);
}

__global__ void text() { printf("%d %s %f\n", threadIdx.x, "and more", 1.0); }

int main(int argc, char** argv) {
  const int fits = argc > 1 ? atoi(argv[1]) : 2048;
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1);  // 524,288 bytes are the least
  number<<<1, 64>>>(fits);
  number<<<1, 64>>>(fits);
  number<<<1, 64>>>(fits + 1);  // notes: output-lost
  text<<<3, 1024>>>();          // notes: output-lost
  cudaDeviceSynchronize();
  if (cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20) != cudaErrorInvalidValue) return 2;  // finds: api-error
  cudaDeviceReset();
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 3072 * 256);
  text<<<3, 1024>>>();
  cudaDeviceReset();
  text<<<8, 1024>>>();
  cudaDeviceSynchronize();
}
