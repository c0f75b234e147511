// What BLAS has not: sums of matrices, products with a diagonal, triangles packed and unpacked.
#pragma once

#include "cuda/blas/call.hpp"
#include "cuda/blas/number.hpp"
#include "cuda/blas/storage.hpp"

namespace warpglass::blas {

template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n,
                    const T* alpha, const T* A, Index lda, const T* beta, const T* B, Index ldb, T* C, Index ldc) {
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const bool plain_a = transa == CUBLAS_OP_N, plain_b = transb == CUBLAS_OP_N;
  // In place where it is not transposed.
  const bool in_place = (C != A || (plain_a && lda == ldc)) && (C != B || (plain_b && ldb == ldc));
  if (!is_operation(transa) || !is_operation(transb) || m < 0 || n < 0 || !is_leading(lda, plain_a ? m : n) ||
      !is_leading(ldb, plain_b ? m : n) || !is_leading(ldc, m) || a.missing() || b.missing() || !in_place)
    return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const T by_a = a.get(memory, "alpha"), by_b = b.get(memory, "beta");
    Matrix<const T> one{}, other{};
    if (by_a != T{}) one = memory.matrix(Use::read, "matrix A", A, lda, plain_a ? m : n, plain_a ? n : m);
    if (by_b != T{}) other = memory.matrix(Use::read, "matrix B", B, ldb, plain_b ? m : n, plain_b ? n : m);
    const auto to = memory.matrix(Use::write, "matrix C", C, ldc, m, n);
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < m; ++i) {
        T sum{};
        if (by_a != T{}) sum += times(by_a, plain_a ? T(one(i, j)) : conjugate(T(one(j, i)), transa == CUBLAS_OP_C));
        if (by_b != T{})
          sum += times(by_b, plain_b ? T(other(i, j)) : conjugate(T(other(j, i)), transb == CUBLAS_OP_C));
        to(i, j) = sum;
      }
    }
  });
}

template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t mode, Index m, Index n, const T* A, Index lda, const T* x,
                    Index incx, T* C, Index ldc) {
  const bool left = mode == CUBLAS_SIDE_LEFT;
  if (!is_side(mode) || m < 0 || n < 0 || !is_leading(lda, m) || !is_leading(ldc, m)) return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto from = memory.matrix(Use::read, "matrix A", A, lda, m, n);
    const auto diagonal = memory.vector(Use::read, "vector x", x, incx, left ? m : n);
    const auto to = memory.matrix(Use::write, "matrix C", C, ldc, m, n);
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < m; ++i) to(i, j) = times(T(from(i, j)), T(diagonal[left ? i : j]));
    }
  });
}

template <class T>
cublasStatus_t tpttr(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* AP, T* A, Index lda) {
  if (!is_triangle(uplo) || n < 0 || !is_leading(lda, n)) return kInvalid;
  if (n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const PackedTriangle<const T> from{memory.array(Use::read, "matrix AP", AP, packed_size(n)), upper, n};
    const auto to = memory.matrix(Use::update, "matrix A", A, lda, n, n);
    for (Index j = 0; j < n; ++j) {
      for (Index i = upper ? 0 : j; i < (upper ? j + 1 : n); ++i) to(i, j) = from(i, j);
    }
  });
}

template <class T>
cublasStatus_t trttp(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* A, Index lda, T* AP) {
  if (!is_triangle(uplo) || n < 0 || !is_leading(lda, n)) return kInvalid;
  if (n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const auto from = memory.matrix(Use::read, "matrix A", A, lda, n, n);
    const PackedTriangle<T> to{memory.array(Use::write, "matrix AP", AP, packed_size(n)), upper, n};
    for (Index j = 0; j < n; ++j) {
      for (Index i = upper ? 0 : j; i < (upper ? j + 1 : n); ++i) to(i, j) = from(i, j);
    }
  });
}

}  // namespace warpglass::blas
