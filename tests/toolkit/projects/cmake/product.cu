// A product by cuBLAS. Ends with 0 where it is right.
#include <cublasLt.h>
#include <cublas_v2.h>

int main() {
  const float a[4] = {1, 2, 3, 4}, one = 1, none = 0;
  float c[4] = {}, *memory = nullptr;
  cublasHandle_t handle = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cublasLtGetVersion() == 0) return 1;
  cudaMalloc(&memory, 2 * sizeof a);
  cudaMemcpy(memory, a, sizeof a, cudaMemcpyHostToDevice);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, memory, 2, memory, 2, &none, memory + 4, 2);
  cudaMemcpy(c, memory + 4, sizeof c, cudaMemcpyDeviceToHost);
  cublasDestroy(handle);
  cudaFree(memory);
  return c[0] == 7 && c[1] == 10 && c[2] == 15 && c[3] == 22 ? 0 : 1;
}
