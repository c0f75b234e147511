// What the host does with memory that it has freed, and what it frees that is not to be freed.
#include <cuda_runtime.h>

#include <cstdlib>

int variable[16];

int main() {
  int *x = nullptr, *y = nullptr, *managed = nullptr, *pinned = nullptr;
  int local[16] = {};

  cudaMalloc(&x, 64);
  cudaMemcpy(x, local, 64, cudaMemcpyHostToDevice);
  cudaFree(x);
  cudaMemcpy(x, local, 64, cudaMemcpyHostToDevice);      // finds: use-after-free
  cudaMemcpy(local, x, 64, cudaMemcpyDeviceToHost);      // finds: use-after-free
  cudaMemcpy(local, x + 4, 16, cudaMemcpyDefault);       // finds: use-after-free
  cudaMemset(x, 0, 64);                                  // finds: use-after-free
  cudaMemcpyAsync(local, x, 64, cudaMemcpyDeviceToHost);  // finds: use-after-free
  cudaMalloc(&y, 64);
  cudaMemset(x, 0, 64);  // finds: use-after-free
  cudaMemset(y, 0, 64);
  cudaFree(x);  // finds: double-free
  cudaFree(y);

  cudaMallocManaged(&managed, 64);
  cudaFree(managed);
  cudaFree(managed);  // finds: double-free
  cudaMallocHost(&pinned, 64);
  cudaFreeHost(pinned);
  cudaFreeHost(pinned);  // finds: double-free
  cudaMallocAsync(&x, 64, nullptr);
  cudaFreeAsync(x, nullptr);
  cudaFreeAsync(x, nullptr);  // finds: double-free

  cudaMalloc(&x, 64);
  cudaFree(x + 4);  // finds: invalid-free
  cudaFreeHost(x);  // finds: invalid-free
  cudaFree(x);
  cudaFree(x + 4);  // finds: invalid-free
  cudaMallocHost(&pinned, 64);
  cudaFree(pinned);  // finds: invalid-free
  cudaFreeHost(pinned);
  cudaFree(local);     // finds: invalid-free
  cudaFree(variable);  // finds: invalid-free
  void* heap = std::malloc(64);
  cudaFree(heap);      // finds: invalid-free
  cudaFreeHost(heap);  // finds: invalid-free
  std::free(heap);
}
