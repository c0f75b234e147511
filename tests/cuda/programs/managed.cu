// Memory that host and device share: managed variables and allocations, pinned and registered memory.
#include <cuda_runtime.h>

#include <vector>

#include "expect.hpp"

__managed__ int counter = 7;
__managed__ float table[64];
__device__ int plain = 3;

__global__ void work(int* pinned, int* managed, int* registered) {
  const int i = threadIdx.x;
  if (i == 0) counter += plain;
  table[i] = 0.5f * i;
  pinned[i] += 1;
  managed[i] = i * i;
  registered[i] = -i;
}

int main() {
  EXPECT(counter == 7);  // before any call
  counter = 10;
  int *pinned = nullptr, *managed = nullptr;
  EXPECT_OK(cudaHostAlloc(&pinned, 256, cudaHostAllocMapped));
  EXPECT_OK(cudaMallocManaged(&managed, 256));
  std::vector<int> host(64, 1);
  EXPECT_OK(cudaHostRegister(host.data(), 256, cudaHostRegisterDefault));
  for (int i = 0; i < 64; ++i) pinned[i] = i;
  work<<<1, 64>>>(pinned, managed, host.data());
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(counter == 13);
  EXPECT(table[63] == 31.5f);
  EXPECT(pinned[10] == 11);
  EXPECT(managed[9] == 81);
  EXPECT(host[63] == -63);
  int copy = 0;
  EXPECT_OK(cudaMemcpyFromSymbol(&copy, counter, sizeof copy));
  EXPECT(copy == 13);
  copy = 20;
  EXPECT_OK(cudaMemcpyToSymbol(counter, &copy, sizeof copy));
  EXPECT(counter == 20);
  EXPECT_OK(cudaHostUnregister(host.data()));
  EXPECT_OK(cudaFreeHost(pinned));
  EXPECT_OK(cudaFree(managed));
  return failures;
}
