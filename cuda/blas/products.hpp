// Products of whole matrices and of whole matrices with vectors, one or many at a time.
#pragma once

#include <vector>

#include "cuda/blas/gemm.hpp"
#include "cuda/blas/level2.hpp"

namespace warpglass::blas {

// ---- Matrices with matrices ----

template <class T>
struct Product {
  Shape shape;
  Index lda = 0, ldb = 0, ldc = 0;

  void run(const Memory& memory, T alpha, const T* A, const T* B, T beta, T* C) const {
    if (shape.m == 0 || shape.n == 0) return;
    const auto c = memory.matrix(beta == T{} ? Use::write : Use::update, "matrix C", C, ldc, shape.m, shape.n);
    Matrix<const T> a{nullptr, lda}, b{nullptr, ldb};
    if ((alpha != T{} || shape.zero_counts) && shape.k != 0) {
      a = memory.matrix(Use::read, "matrix A", A, lda, shape.rows_of_a(), shape.columns_of_a());
      b = memory.matrix(Use::read, "matrix B", B, ldb, shape.rows_of_b(), shape.columns_of_b());
    }
    multiply(shape, alpha, a, b, beta, c);
  }
};

template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n,
                    Index k, const T* alpha, const T* A, Index lda, const T* B, Index ldb, const T* beta, T* C,
                    Index ldc) {
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const Product<T> product{{transa, transb, m, n, k, a.is_devices()}, lda, ldb, ldc};
  if (!product.shape.is_valid() || !product.shape.takes(lda, ldb, ldc) || a.missing() || b.missing()) return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    product.run(memory, a.get(memory, "alpha"), A, B, b.get(memory, "beta"), C);
  });
}

/// The pointers lie in the device's memory.
template <class T>
cublasStatus_t gemm_batched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n,
                            Index k, const T* alpha, const T* const* A, Index lda, const T* const* B, Index ldb,
                            const T* beta, T* const* C, Index ldc, Index count) {
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const Product<T> product{{transa, transb, m, n, k, a.is_devices()}, lda, ldb, ldc};
  if (!product.shape.is_valid() || !product.shape.takes(lda, ldb, ldc) || count < 0 || a.missing() || b.missing())
    return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* bs = memory.array(Use::read, "array of matrices B", B, count);
    const auto* cs = memory.array(Use::read, "array of matrices C", C, count);
    const T factor = a.get(memory, "alpha"), kept = b.get(memory, "beta");
    for (Index i = 0; i < count; ++i) product.run(memory, factor, as[i], bs[i], kept, cs[i]);
  });
}

template <class T>
cublasStatus_t gemm_strided(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Index m, Index n,
                            Index k, const T* alpha, const T* A, Index lda, Index stride_a, const T* B, Index ldb,
                            Index stride_b, const T* beta, T* C, Index ldc, Index stride_c, Index count) {
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const Product<T> product{{transa, transb, m, n, k, a.is_devices()}, lda, ldb, ldc};
  if (!product.shape.is_valid() || !product.shape.takes(lda, ldb, ldc) || count < 0 || a.missing() || b.missing())
    return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const T factor = a.get(memory, "alpha"), kept = b.get(memory, "beta");
    for (Index i = 0; i < count; ++i)
      product.run(memory, factor, A + i * stride_a, B + i * stride_b, kept, C + i * stride_c);
  });
}

/// The sizes lie in the host's memory, the pointers in the device's.
template <class T, class I>
cublasStatus_t gemm_grouped(cublasHandle_t handle, const cublasOperation_t* transa, const cublasOperation_t* transb,
                            const I* m, const I* n, const I* k, const T* alpha, const T* const* A, const I* lda,
                            const T* const* B, const I* ldb, const T* beta, T* const* C, const I* ldc, Index groups,
                            const I* group_size) {
  struct Group {
    Product<T> product;
    T alpha, beta;
    Index first, count;
  };
  if (groups < 0) return kInvalid;
  std::vector<Group> all;
  Index first = 0;
  for (Index i = 0; i < groups; ++i) {
    const Product<T> product{{transa[i], transb[i], m[i], n[i], k[i]}, lda[i], ldb[i], ldc[i]};
    if (!product.shape.is_valid() || !product.shape.takes(lda[i], ldb[i], ldc[i]) || group_size[i] < 0) return kInvalid;
    all.push_back({product, alpha[i], beta[i], first, group_size[i]});
    first += group_size[i];
  }
  if (first == 0) return kDone;
  return in_stream(handle, [=, count = first](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* bs = memory.array(Use::read, "array of matrices B", B, count);
    const auto* cs = memory.array(Use::read, "array of matrices C", C, count);
    for (const Group& group : all) {
      for (Index i = group.first; i < group.first + group.count; ++i)
        group.product.run(memory, group.alpha, as[i], bs[i], group.beta, cs[i]);
    }
  });
}

// ---- Matrices with vectors. X: of A and x, Y: of y ----

template <class X, class Y, class F>
struct VectorProduct {
  cublasOperation_t trans;
  Index m, n, lda, incx, incy;
  [[nodiscard]] bool is_valid() const { return is_operation(trans) && m >= 0 && n >= 0 && is_leading(lda, m); }
  void run(const Memory& memory, F alpha, const X* A, const X* x, F beta, Y* y) const {
    const auto self = *this;
    multiply(memory, trans, m, n, alpha, x, incx, beta, y, incy, [self, A](const Memory& its) {
      return Whole<X>{its.matrix(Use::read, "matrix A", A, self.lda, self.m, self.n), self.m};
    });
  }
};

template <class X, class Y, class F>
cublasStatus_t gemv_batched(cublasHandle_t handle, cublasOperation_t trans, Index m, Index n, const F* alpha,
                            const X* const* A, Index lda, const X* const* x, Index incx, const F* beta, Y* const* y,
                            Index incy, Index count) {
  const VectorProduct<X, Y, F> product{trans, m, n, lda, incx, incy};
  const Scalar<F> a(handle, alpha), b(handle, beta);
  if (!product.is_valid() || count < 0 || a.missing() || b.missing()) return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* xs = memory.array(Use::read, "array of vectors x", x, count);
    const auto* ys = memory.array(Use::read, "array of vectors y", y, count);
    const F factor = a.get(memory, "alpha"), kept = b.get(memory, "beta");
    for (Index i = 0; i < count; ++i) product.run(memory, factor, as[i], xs[i], kept, ys[i]);
  });
}

template <class X, class Y, class F>
cublasStatus_t gemv_strided(cublasHandle_t handle, cublasOperation_t trans, Index m, Index n, const F* alpha,
                            const X* A, Index lda, Index stride_a, const X* x, Index incx, Index stride_x,
                            const F* beta, Y* y, Index incy, Index stride_y, Index count) {
  const VectorProduct<X, Y, F> product{trans, m, n, lda, incx, incy};
  const Scalar<F> a(handle, alpha), b(handle, beta);
  if (!product.is_valid() || count < 0 || a.missing() || b.missing()) return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const F factor = a.get(memory, "alpha"), kept = b.get(memory, "beta");
    for (Index i = 0; i < count; ++i)
      product.run(memory, factor, A + i * stride_a, x + i * stride_x, kept, y + i * stride_y);
  });
}

}  // namespace warpglass::blas
