// Calls that fail, each beside one that does not; and those whose failing is an answer.
#include <cuda_runtime.h>

#include <vector>

__device__ int table[16];
__global__ void touch(int* x) { x[0] = 1; }

int main() {
  int* x = nullptr;
  std::vector<int> host(1024);
  int local[64] = {};
  cudaMalloc(&x, 1024);

  cudaMemcpy(x, nullptr, 64, cudaMemcpyHostToDevice);                     // finds: api-error
  cudaMemcpy(x, host.data(), 4096, cudaMemcpyHostToDevice);               // finds: api-error
  cudaMemcpy(host.data(), x + 128, 1024, cudaMemcpyDeviceToHost);         // finds: api-error
  cudaMemcpy(host.data(), x, 64, cudaMemcpyHostToDevice);                 // finds: api-error
  cudaMemcpy(x, local, 64, cudaMemcpyDeviceToHost);                       // finds: api-error
  cudaMemcpy(x, local, 64, static_cast<cudaMemcpyKind>(77));              // finds: api-error
  cudaMemcpy2D(x, 16, host.data(), 64, 64, 2, cudaMemcpyHostToDevice);    // finds: api-error
  cudaMemcpyToSymbol(table, host.data(), 65);                             // finds: api-error
  cudaMemset(local, 0, 64);                                               // finds: api-error
  cudaMemset(x, 0, 1025);                                                 // finds: api-error
  cudaMemcpy(x, host.data(), 1024, cudaMemcpyHostToDevice);
  cudaMemcpy(host.data(), x + 128, 512, cudaMemcpyDeviceToHost);
  cudaMemcpy(x, local, sizeof local, cudaMemcpyDefault);
  cudaMemcpyToSymbol(table, host.data(), 64);
  cudaMemset(x, 0, 1024);
  cudaMemcpy(x, nullptr, 0, cudaMemcpyHostToDevice);

  void* huge = nullptr;
  cudaMalloc(&huge, std::size_t{1} << 50);  // finds: api-error
  cudaMalloc(nullptr, 16);                  // finds: api-error
  cudaMalloc(&huge, 0);
  cudaFree(huge);
  cudaFree(nullptr);

  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, 99);  // finds: api-error
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t first, second;
  float elapsed = 0;
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  cudaEventRecord(first, stream);
  cudaEventElapsedTime(&elapsed, first, second);  // finds: api-error
  cudaEventRecord(second, stream);
  cudaEventElapsedTime(&elapsed, first, second);
  cudaEventRecord(nullptr, stream);  // finds: api-error
  cudaEventDestroy(first);
  cudaEventDestroy(second);
  cudaStreamDestroy(stream);

  cudaSetDevice(5);                                                                     // finds: api-error
  cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20);  // finds: api-error
  cudaHostUnregister(local);                                                            // finds: api-error
  cudaSetDevice(0);

  // Questions.
  cudaPointerAttributes attributes;
  int can = 0;
  cudaPointerGetAttributes(&attributes, local);
  cudaDeviceCanAccessPeer(&can, 0, 1);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaStreamQuery(nullptr);
  cudaGetLastError();
  cudaPeekAtLastError();

  cudaFree(x);
}
