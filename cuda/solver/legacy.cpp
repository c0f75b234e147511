// Calls that cuSOLVER had until CUDA 12, for executables of then: those that name their types, with one workspace.
#include "cuda/solver/define.hpp"
#include "cuda/solver/typed.hpp"

// clang-format off
#define WARPGLASS_SOLVER_LEGACY_CALLS(CALL) \
  CALL(cusolverDnPotrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t, int64_t, cudaDataType, const void*, int64_t, cudaDataType, size_t* size), \
       (call, size)) \
  CALL(cusolverDnPotrf, x_potrf, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void* A, int64_t lda, cudaDataType compute, void*, size_t, int* info), \
       (call, uplo, n, typeA, A, lda, compute, info)) \
  CALL(cusolverDnPotrs, x_potrs, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType typeA, const void* A, int64_t lda, cudaDataType typeB, void* B, int64_t ldb, int* info), \
       (call, uplo, n, nrhs, typeA, A, lda, typeB, B, ldb, info)) \
  CALL(cusolverDnGeqrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, int64_t, int64_t, cudaDataType, const void*, int64_t, cudaDataType, const void*, cudaDataType, size_t* size), \
       (call, size)) \
  CALL(cusolverDnGeqrf, x_geqrf, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType typeA, void* A, int64_t lda, cudaDataType typeTau, void* tau, cudaDataType compute, void*, size_t, int* info), \
       (call, m, n, typeA, A, lda, typeTau, tau, compute, info)) \
  CALL(cusolverDnGetrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, int64_t, int64_t, cudaDataType, const void*, int64_t, cudaDataType, size_t* size), \
       (call, size)) \
  CALL(cusolverDnGetrf, x_getrf, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType typeA, void* A, int64_t lda, int64_t* ipiv, cudaDataType compute, void*, size_t, int* info), \
       (call, m, n, typeA, A, lda, ipiv, compute, info)) \
  CALL(cusolverDnGetrs, x_getrs, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType typeA, const void* A, int64_t lda, const int64_t* ipiv, cudaDataType typeB, void* B, int64_t ldb, int* info), \
       (call, trans, n, nrhs, typeA, A, lda, ipiv, typeB, B, ldb, info)) \
  CALL(cusolverDnSyevd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t, cublasFillMode_t, int64_t, cudaDataType, const void*, int64_t, cudaDataType, const void*, cudaDataType, size_t* size), \
       (call, size)) \
  CALL(cusolverDnSyevd, x_syevd, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void* A, int64_t lda, cudaDataType typeW, void* W, cudaDataType compute, void*, size_t, int* info), \
       (call, jobz, uplo, n, typeA, A, lda, typeW, W, compute, info)) \
  CALL(cusolverDnSyevdx_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t, cusolverEigRange_t, cublasFillMode_t, int64_t, cudaDataType, const void*, int64_t, void*, void*, int64_t, int64_t, int64_t*, cudaDataType, const void*, cudaDataType, size_t* size), \
       (call, size)) \
  CALL(cusolverDnSyevdx, x_syevdx, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void* A, int64_t lda, void* vl, void* vu, int64_t il, int64_t iu, int64_t* count, cudaDataType typeW, void* W, cudaDataType compute, void*, size_t, int* info), \
       (call, jobz, range, uplo, n, typeA, A, lda, vl, vu, il, iu, count, typeW, W, compute, info)) \
  CALL(cusolverDnGesvd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, signed char, signed char, int64_t, int64_t, cudaDataType, const void*, int64_t, cudaDataType, const void*, cudaDataType, const void*, int64_t, cudaDataType, const void*, int64_t, cudaDataType, size_t* size), \
       (call, size)) \
  CALL(cusolverDnGesvd, x_gesvd, \
       (cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType typeA, void* A, int64_t lda, cudaDataType typeS, void* S, cudaDataType typeU, void* U, int64_t ldu, cudaDataType typeVT, void* VT, int64_t ldvt, cudaDataType compute, void*, size_t, int* info), \
       (call, jobu, jobvt, m, n, SvdTypes{typeA, typeS, typeU, typeVT, compute}, A, lda, S, U, ldu, VT, ldvt, info))
// clang-format on

namespace warpglass::solver {

extern "C" {
WARPGLASS_SOLVER_LEGACY_CALLS(WARPGLASS_SOLVER_DEFINE)
}

}  // namespace warpglass::solver
