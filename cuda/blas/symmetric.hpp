// Products of symmetric and Hermitian matrices, of which one triangle says all: A, or the result.
#pragma once

#include "cuda/blas/gemm.hpp"
#include "cuda/blas/matrix_blocks.hpp"
#include "cuda/blas/storage.hpp"

namespace warpglass::blas {

// ---- One triangle says all of A ----

template <bool kHermitian, class T>
cublasStatus_t mirrored_mm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Index m, Index n,
                           const T* alpha, const T* A, Index lda, const T* B, Index ldb, const T* beta, T* C,
                           Index ldc) {
  const bool left = side == CUBLAS_SIDE_LEFT;
  const Index order = left ? m : n;
  const Scalar<T> a(handle, alpha), b(handle, beta);
  if (!is_side(side) || !is_triangle(uplo) || m < 0 || n < 0 || !is_leading(lda, order) || !is_leading(ldb, m) ||
      !is_leading(ldc, m) || a.missing() || b.missing())
    return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const T kept = b.get(memory, "beta");
    const auto to = memory.matrix(kept == T{} ? Use::write : Use::update, "matrix C", C, ldc, m, n);
    const Mirrored<T, WholeTriangle<const T>, kHermitian> mirrored{
        {memory.matrix(Use::read, "matrix A", A, lda, order, order)}, uplo == CUBLAS_FILL_MODE_UPPER, order, order};
    const auto other = memory.matrix(Use::read, "matrix B", B, ldb, m, n);
    Own<T> full(order, order);
    for (Index j = 0; j < order; ++j) {
      for (Index i = 0; i < order; ++i) full.matrix()(i, j) = mirrored(i, j);
    }
    const Shape shape{.m = m, .n = n, .k = order, .zero_counts = a.is_devices()};
    multiply(shape, a.get(memory, "alpha"), left ? full.read() : other, left ? other : full.read(), kept, to);
  });
}
template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Index m, Index n,
                    const T* alpha, const T* A, Index lda, const T* B, Index ldb, const T* beta, T* C, Index ldc) {
  return mirrored_mm<false>(handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
}
template <class T>
cublasStatus_t hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, Index m, Index n,
                    const T* alpha, const T* A, Index lda, const T* B, Index ldb, const T* beta, T* C, Index ldc) {
  return mirrored_mm<true>(handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
}

// ---- One triangle of C ----

/// The triangle's part of alpha op(A) op(B)^T + beta C, with ^H where it is Hermitian.
template <bool kHermitian, class T>
void add_to_triangle(bool upper, cublasOperation_t trans, Index n, Index k, T alpha, Matrix<const T> a,
                     Matrix<const T> b, T beta, Matrix<T> c) {
  const bool plain = trans == CUBLAS_OP_N;
  const cublasOperation_t across = kHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const auto rows = [&](Matrix<const T> from, Index i) { return plain ? part(from, i, 0) : part(from, 0, i); };
  Own<T> block(kBlock, kBlock);
  for_blocks(n, true, [&](Index begin, Index size) {
    Shape shape{.transa = plain ? CUBLAS_OP_N : across,
                .transb = plain ? across : CUBLAS_OP_N,
                .m = size,
                .n = size,
                .k = k,
                .zero_counts = true};
    multiply(shape, alpha, rows(a, begin), rows(b, begin), T{}, block.matrix());
    for (Index j = 0; j < size; ++j) {
      for (Index i = upper ? 0 : j; i < (upper ? j + 1 : size); ++i) {
        T& to = c(begin + i, begin + j);
        to = (beta == T{} ? T{} : times(beta, to)) + block.matrix()(i, j);
        if constexpr (kHermitian) {
          if (i == j) to = T(to.real());
        }
      }
    }
    const Index first = upper ? 0 : begin + size, last = upper ? begin : n;
    shape.m = last - first;
    multiply(shape, alpha, rows(a, first < n ? first : 0), rows(b, begin), beta,
             Matrix<T>{c.at(first, begin), c.leading});
  });
}

/// \param both  the other product as well: op(B) op(A)^T with alpha, or its conjugate
template <bool kHermitian, class T, class F, class G>
cublasStatus_t rank_update(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                           const F* alpha, const T* A, Index lda, const T* B, Index ldb, const G* beta, T* C, Index ldc,
                           bool both) {
  const Scalar<F> a(handle, alpha);
  const Scalar<G> b(handle, beta);
  const bool plain = trans == CUBLAS_OP_N;
  const bool known =
      plain || trans == (kHermitian ? CUBLAS_OP_C : CUBLAS_OP_T) || (trans == CUBLAS_OP_C && !kIsComplex<T>);
  if (!is_triangle(uplo) || !known || n < 0 || k < 0 || !is_leading(lda, plain ? n : k) ||
      !is_leading(ldb, plain ? n : k) || !is_leading(ldc, n) || a.missing() || b.missing())
    return kInvalid;
  if (n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const T factor = T(a.get(memory, "alpha")), kept = T(b.get(memory, "beta"));
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const auto to = memory.matrix(Use::update, "matrix C", C, ldc, n, n);
    Matrix<const T> one{nullptr, lda}, other{nullptr, ldb};
    // syrk alone computes what it then replaces.
    const bool zero_counts = a.is_devices() || (A == B && kept == T{});
    const Index used = factor == T{} && !zero_counts ? 0 : k;
    if (used != 0) {
      one = memory.matrix(Use::read, "matrix A", A, lda, plain ? n : k, plain ? k : n);
      other = A == B ? one : memory.matrix(Use::read, "matrix B", B, ldb, plain ? n : k, plain ? k : n);
    }
    add_to_triangle<kHermitian>(upper, trans, n, used, factor, one, other, kept, to);
    if (both) add_to_triangle<kHermitian>(upper, trans, n, used, conjugate(factor, kHermitian), other, one, T(1), to);
  });
}

template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                    const T* alpha, const T* A, Index lda, const T* beta, T* C, Index ldc) {
  return rank_update<false>(handle, uplo, trans, n, k, alpha, A, lda, A, lda, beta, C, ldc, false);
}
template <class T>
cublasStatus_t herk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                    const Real<T>* alpha, const T* A, Index lda, const Real<T>* beta, T* C, Index ldc) {
  return rank_update<true>(handle, uplo, trans, n, k, alpha, A, lda, A, lda, beta, C, ldc, false);
}
template <class T>
cublasStatus_t syr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                     const T* alpha, const T* A, Index lda, const T* B, Index ldb, const T* beta, T* C, Index ldc) {
  return rank_update<false>(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, true);
}
template <class T>
cublasStatus_t her2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                     const T* alpha, const T* A, Index lda, const T* B, Index ldb, const Real<T>* beta, T* C,
                     Index ldc) {
  return rank_update<true>(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, true);
}
template <class T>
cublasStatus_t syrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                     const T* alpha, const T* A, Index lda, const T* B, Index ldb, const T* beta, T* C, Index ldc) {
  return rank_update<false>(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, false);
}
template <class T>
cublasStatus_t herkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                     const T* alpha, const T* A, Index lda, const T* B, Index ldb, const Real<T>* beta, T* C,
                     Index ldc) {
  return rank_update<true>(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, false);
}

}  // namespace warpglass::blas
