// Vectors and matrices copied between the host and the device, by the runtime's copies of rows.
#include "cuda/blas/call.hpp"
#include "cuda/loaded_runtime.hpp"

using warpglass::blas::guarded;
using warpglass::blas::Index;
using warpglass::blas::kDone;
using warpglass::blas::kInvalid;
using warpglass::library::find_in_runtime;

namespace {

/// Rows of `width` bytes, at distances.
struct Rows {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  const void* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t width = 0, count = 0;
};

cublasStatus_t copy(const Rows& rows, cudaMemcpyKind kind, const cudaStream_t* stream) {
  using Copy = cudaError_t (*)(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind);
  using CopyAsync = cudaError_t (*)(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t);
  void* const call = find_in_runtime(stream == nullptr ? "cudaMemcpy2D" : "cudaMemcpy2DAsync");
  if (call == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cudaError_t error = stream == nullptr
                                ? reinterpret_cast<Copy>(call)(rows.to, rows.to_pitch, rows.from, rows.from_pitch,
                                                               rows.width, rows.count, kind)
                                : reinterpret_cast<CopyAsync>(call)(rows.to, rows.to_pitch, rows.from, rows.from_pitch,
                                                                    rows.width, rows.count, kind, *stream);
  return error == cudaSuccess ? kDone : CUBLAS_STATUS_MAPPING_ERROR;
}

std::size_t bytes(Index elements, Index size) { return static_cast<std::size_t>(elements * size); }

cublasStatus_t copy_vector(Index n, Index size, const void* x, Index incx, void* y, Index incy, cudaMemcpyKind kind,
                           const cudaStream_t* stream = nullptr) {
  return guarded("cublasSetVector", [&] {
    if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) return kInvalid;
    if (n == 0) return kDone;
    if (incx == 1 && incy == 1) return copy({y, bytes(n, size), x, bytes(n, size), bytes(n, size), 1}, kind, stream);
    return copy({y, bytes(incy, size), x, bytes(incx, size), bytes(1, size), static_cast<std::size_t>(n)}, kind,
                stream);
  });
}

cublasStatus_t copy_matrix(Index rows, Index columns, Index size, const void* A, Index lda, void* B, Index ldb,
                           cudaMemcpyKind kind, const cudaStream_t* stream = nullptr) {
  return guarded("cublasSetMatrix", [&] {
    if (rows < 0 || columns < 0 || size <= 0 || lda <= 0 || ldb <= 0) return kInvalid;
    if (rows == 0 || columns == 0) return kDone;
    return copy({B, bytes(ldb, size), A, bytes(lda, size), bytes(rows, size), static_cast<std::size_t>(columns)}, kind,
                stream);
  });
}

}  // namespace

#define WARPGLASS_BLAS_COPIES(I, SUFFIX)                                                                             \
  cublasStatus_t cublasSetVector##SUFFIX(I n, I size, const void* x, I incx, void* y, I incy) {                      \
    return copy_vector(n, size, x, incx, y, incy, cudaMemcpyHostToDevice);                                           \
  }                                                                                                                  \
  cublasStatus_t cublasGetVector##SUFFIX(I n, I size, const void* x, I incx, void* y, I incy) {                      \
    return copy_vector(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost);                                           \
  }                                                                                                                  \
  cublasStatus_t cublasSetVectorAsync##SUFFIX(I n, I size, const void* x, I incx, void* y, I incy, cudaStream_t s) { \
    return copy_vector(n, size, x, incx, y, incy, cudaMemcpyHostToDevice, &s);                                       \
  }                                                                                                                  \
  cublasStatus_t cublasGetVectorAsync##SUFFIX(I n, I size, const void* x, I incx, void* y, I incy, cudaStream_t s) { \
    return copy_vector(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost, &s);                                       \
  }                                                                                                                  \
  cublasStatus_t cublasSetMatrix##SUFFIX(I rows, I columns, I size, const void* A, I lda, void* B, I ldb) {          \
    return copy_matrix(rows, columns, size, A, lda, B, ldb, cudaMemcpyHostToDevice);                                 \
  }                                                                                                                  \
  cublasStatus_t cublasGetMatrix##SUFFIX(I rows, I columns, I size, const void* A, I lda, void* B, I ldb) {          \
    return copy_matrix(rows, columns, size, A, lda, B, ldb, cudaMemcpyDeviceToHost);                                 \
  }                                                                                                                  \
  cublasStatus_t cublasSetMatrixAsync##SUFFIX(I rows, I columns, I size, const void* A, I lda, void* B, I ldb,       \
                                              cudaStream_t s) {                                                      \
    return copy_matrix(rows, columns, size, A, lda, B, ldb, cudaMemcpyHostToDevice, &s);                             \
  }                                                                                                                  \
  cublasStatus_t cublasGetMatrixAsync##SUFFIX(I rows, I columns, I size, const void* A, I lda, void* B, I ldb,       \
                                              cudaStream_t s) {                                                      \
    return copy_matrix(rows, columns, size, A, lda, B, ldb, cudaMemcpyDeviceToHost, &s);                             \
  }
WARPGLASS_BLAS_COPIES(int, )
WARPGLASS_BLAS_COPIES(int64_t, _64)
