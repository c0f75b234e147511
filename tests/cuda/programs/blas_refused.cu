// Matrices that run past their memory, lie in the host's, or were freed: nothing is computed, and the program goes on.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

int main() {
  const int n = 16;
  const float one = 1, none = 0;
  float *a = nullptr, *b = nullptr, *c = nullptr;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  cudaMemset(b, 0, n * n * sizeof(float));
  cudaMemset(c, 0, n * n * sizeof(float));
  float* const host = static_cast<float*>(calloc(n * n, sizeof(float)));
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  const auto gemm = [&](const float* A, const float* B, float* C, int k) {
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, k, &one, A, n, B, n, &none, C, n);
  };
  std::printf("good: %d\n", gemm(a, b, c, n));
  std::printf("too wide: %d\n", gemm(a, b, c, n + 1));
  std::printf("the result too far: %d\n", gemm(a, b, c + 1, n));
  std::printf("the host's: %d\n", gemm(host, b, c, n));
  std::printf("null: %d\n", gemm(a, nullptr, c, n));
  cudaFree(b);
  std::printf("freed: %d\n", gemm(a, b, c, n));
  std::printf("a vector too long: %d\n", cublasSscal(handle, n * n, &one, a, 2));
  cublasDestroy(handle);
  cudaFree(a);
  cudaFree(c);
  free(host);
}
