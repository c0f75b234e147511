#include <cuda.h>
#include <stdio.h>
#include "scale.h"

__global__ void apply(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = scale(data[i]);
  if (i >= n && calls < 0) data[0] = 0;
}

int main() {
  const int n = 100;
  float host[n], *device;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc((void**)&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  apply<<<(n + 63) / 64, 64>>>(device, n);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  bool passed = host_sum(host, n) == 3 * 4950 && calls_made() == n;
  printf("%s\n", passed ? "PASS" : "FAIL");
  return !passed;
}
