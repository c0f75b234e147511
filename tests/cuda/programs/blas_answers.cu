// What cuBLAS answers to wrong arguments, and what it keeps. One line for each. A null pointer for alpha ends a program
// with NVIDIA's library.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace {

void answer(const char* what, cublasStatus_t status) { std::printf("%s: %s\n", what, cublasGetStatusName(status)); }

}  // namespace

int main() {
  const float one = 1;
  float *a = nullptr, number = 0;
  int place = 0;
  cudaMalloc(&a, 1024 * sizeof(float));
  cudaMemset(a, 0, 1024 * sizeof(float));
  answer("create of nothing", cublasCreate(nullptr));
  answer("gemm without a handle",
         cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, a, 2, &one, a, 2));
  answer("destroy of nothing", cublasDestroy(nullptr));
  cublasHandle_t handle = nullptr;
  answer("create", cublasCreate(&handle));
  const auto gemm = [&](cublasOperation_t ta, int m, int n, int k, const float* alpha, int lda, int ldb, int ldc) {
    return cublasSgemm(handle, ta, CUBLAS_OP_N, m, n, k, alpha, a, lda, a + 256, ldb, &one, a + 512, ldc);
  };
  answer("gemm", gemm(CUBLAS_OP_N, 8, 8, 8, &one, 8, 8, 8));
  answer("gemm of no operation", gemm(static_cast<cublasOperation_t>(9), 8, 8, 8, &one, 8, 8, 8));
  answer("gemm m of -1", gemm(CUBLAS_OP_N, -1, 8, 8, &one, 8, 8, 8));
  answer("gemm k of -1", gemm(CUBLAS_OP_N, 8, 8, -1, &one, 8, 8, 8));
  answer("gemm m of 0", gemm(CUBLAS_OP_N, 0, 8, 8, &one, 8, 8, 8));
  answer("gemm k of 0", gemm(CUBLAS_OP_N, 8, 8, 0, &one, 8, 8, 8));
  answer("gemm lda too small", gemm(CUBLAS_OP_N, 8, 8, 8, &one, 7, 8, 8));
  answer("gemm lda too small, transposed", gemm(CUBLAS_OP_T, 8, 8, 4, &one, 3, 8, 8));
  answer("gemm lda small, transposed", gemm(CUBLAS_OP_T, 8, 8, 4, &one, 4, 8, 8));
  answer("gemm ldb too small", gemm(CUBLAS_OP_N, 8, 8, 8, &one, 8, 7, 8));
  answer("gemm ldc too small", gemm(CUBLAS_OP_N, 8, 8, 8, &one, 8, 8, 7));
  answer("gemv incx of 0", cublasSgemv(handle, CUBLAS_OP_N, 8, 8, &one, a, 8, a + 256, 0, &one, a + 512, 1));
  answer("gemv incy of 0", cublasSgemv(handle, CUBLAS_OP_N, 8, 8, &one, a, 8, a + 256, 1, &one, a + 512, 0));
  answer("trsv of no triangle", cublasStrsv(handle, CUBLAS_FILL_MODE_FULL, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 8, a, 8, a + 256, 1));
  answer("syrk lda too small", cublasSsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 8, 8, &one, a, 7, &one, a + 256, 8));
  answer("axpy n of -1", cublasSaxpy(handle, -1, &one, a, 1, a + 256, 1));
  answer("axpy n of 0", cublasSaxpy(handle, 0, &one, a, 1, a + 256, 1));
  number = 7;
  answer("nrm2 n of 0", cublasSnrm2(handle, 0, a, 1, &number));
  std::printf("nrm2 n of 0 is %g\n", number);
  place = 7;
  answer("amax n of 0", cublasIsamax(handle, 0, a, 1, &place));
  std::printf("amax n of 0 is %d\n", place);
  place = 7;
  answer("amax inc of 0", cublasIsamax(handle, 8, a, 0, &place));
  std::printf("amax inc of 0 is %d\n", place);
  answer("gemmEx of types that do not go together",
         cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, CUDA_R_32F, 4, a, CUDA_R_16F, 4, &one, a,
                      CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  answer("gemmEx of sums of double precision",
         cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, CUDA_R_32F, 4, a, CUDA_R_32F, 4, &one, a,
                      CUDA_R_32F, 4, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
  answer("batches of -1", cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, 4, a, 2, 4,
                                                   &one, a, 2, 4, -1));
  answer("setMatrix lda too small", cublasSetMatrix(8, 8, 4, &one, 4, a, 8));
  answer("setVector size of 0", cublasSetVector(1, 0, &one, 1, a, 1));
  answer("pointer mode of 5", cublasSetPointerMode(handle, static_cast<cublasPointerMode_t>(5)));
  cublasMath_t math = CUBLAS_PEDANTIC_MATH;
  answer("math mode", cublasGetMathMode(handle, &math));
  std::printf("math mode is %d\n", math);
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_ALLOWED;
  cublasGetAtomicsMode(handle, &atomics);
  std::printf("atomics mode is %d\n", atomics);
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_DEVICE;
  cublasGetPointerMode(handle, &pointers);
  std::printf("pointer mode is %d\n", pointers);
  answer("destroy", cublasDestroy(handle));
}
