// A reset frees all; what is used then was freed by it.
#include <cuda_runtime.h>

int main() {
  int* x = nullptr;
  cudaStream_t stream;
  cudaMalloc(&x, 64);
  cudaStreamCreate(&stream);
  cudaDeviceReset();
  cudaMemset(x, 0, 64);           // finds: use-after-free
  cudaStreamSynchronize(stream);  // finds: use-after-destroy
  cudaDeviceReset();
}
