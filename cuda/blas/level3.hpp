// Matrices with matrices. Everything is made of products of whole matrices (gemm.hpp): what has a triangle goes by
// blocks, of which only those on the diagonal need care.
#pragma once

#include <algorithm>
#include <vector>

#include "cuda/blas/gemm.hpp"
#include "cuda/blas/level2.hpp"

namespace warpglass::blas {

inline constexpr Index kBlock = 64;

/// Calls `work(begin, size)` for the blocks of [0, n).
template <class Work>
void for_blocks(Index n, bool forward, const Work& work) {
  const Index blocks = (n + kBlock - 1) / kBlock;
  for (Index step = 0; step < blocks; ++step) {
    const Index begin = (forward ? step : blocks - 1 - step) * kBlock;
    work(begin, std::min(kBlock, n - begin));
  }
}

/// A matrix of the work's own.
template <class T>
class Own {
 public:
  Own(Index rows, Index columns)
      : elements_(static_cast<std::size_t>(rows * columns)), leading_(std::max<Index>(rows, 1)) {}
  [[nodiscard]] Matrix<T> matrix() { return {elements_.data(), leading_}; }
  [[nodiscard]] Matrix<const T> read() const { return {elements_.data(), leading_}; }

 private:
  std::vector<T> elements_;
  Index leading_;
};

template <class T>
Matrix<const T> part(Matrix<T> a, Index i, Index j) {
  return {a.at(i, j), a.leading};
}

// ---- Whole matrices ----

template <class T>
struct Product {
  Shape shape;
  Index lda = 0, ldb = 0, ldc = 0;

  /// \param c_is_read  beta is not 0
  void run(const Memory& memory, T alpha, const T* A, const T* B, T beta, T* C) const {
    if (shape.m == 0 || shape.n == 0) return;
    const auto c = memory.matrix(beta == T{} ? Use::write : Use::update, "matrix C", C, ldc, shape.m, shape.n);
    Matrix<const T> a{nullptr, lda}, b{nullptr, ldb};
    if (alpha != T{} && shape.k != 0) {
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
  const Product<T> product{{transa, transb, m, n, k}, lda, ldb, ldc};
  const Scalar<T> a(handle, alpha), b(handle, beta);
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
  const Product<T> product{{transa, transb, m, n, k}, lda, ldb, ldc};
  const Scalar<T> a(handle, alpha), b(handle, beta);
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
  const Product<T> product{{transa, transb, m, n, k}, lda, ldb, ldc};
  const Scalar<T> a(handle, alpha), b(handle, beta);
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

// ---- Many products with a vector. X: of A and x, Y: of y ----

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
    const Shape shape{.m = m, .n = n, .k = order};
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
    Shape shape{
        .transa = plain ? CUBLAS_OP_N : across, .transb = plain ? across : CUBLAS_OP_N, .m = size, .n = size, .k = k};
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
    const Index used = factor == T{} ? 0 : k;
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

// ---- A is triangular ----

/// op(A) for A of order n, by blocks. op(A) is upper where A is and is not transposed.
template <class T>
struct TriangleOperand {
  Matrix<const T> a;
  cublasOperation_t trans;
  bool upper, unit;
  Index n;

  [[nodiscard]] bool is_upper() const { return upper == (trans == CUBLAS_OP_N); }
  /// Where a block of op(A) begins in A, to be taken with `trans`.
  [[nodiscard]] Matrix<const T> block(Index i, Index j) const {
    return trans == CUBLAS_OP_N ? part(a, i, j) : part(a, j, i);
  }
  /// An element of its triangle.
  [[nodiscard]] T operator()(Index i, Index j) const {
    if (unit && i == j) return T(1);
    return trans == CUBLAS_OP_N ? T(a(i, j)) : conjugate(T(a(j, i)), trans == CUBLAS_OP_C);
  }
};

/// to = alpha op(A) from, or alpha from op(A); of m rows and n columns, in memory of their own.
template <class T>
void multiply_triangle(bool left, const TriangleOperand<T>& a, Index m, Index n, T alpha, Matrix<const T> from,
                       Matrix<T> to) {
  for_blocks(a.n, true, [&](Index begin, Index size) {
    // Beside the block on the diagonal: what stands in its rows (left), or in its columns.
    const bool behind = left == a.is_upper();
    const Index first = behind ? begin + size : 0, count = behind ? a.n - first : begin;
    if (left) {
      const Matrix<T> rows{to.at(begin, 0), to.leading};
      const Shape shape{.transa = a.trans, .m = size, .n = n, .k = count};
      multiply(shape, alpha, count == 0 ? a.a : a.block(begin, first), count == 0 ? from : part(from, first, 0), T{},
               rows);
      for (Index j = 0; j < n; ++j) {
        for (Index i = 0; i < size; ++i) {
          Wide<T> sum{};
          for (Index p = a.is_upper() ? i : 0; p < (a.is_upper() ? size : i + 1); ++p)
            sum += times(wide(a(begin + i, begin + p)), wide(T(from(begin + p, j))));
          rows(i, j) += times(alpha, narrow<T>(sum));
        }
      }
    } else {
      const Matrix<T> columns{to.at(0, begin), to.leading};
      const Shape shape{.transb = a.trans, .m = m, .n = size, .k = count};
      multiply(shape, alpha, count == 0 ? from : part(from, 0, first), count == 0 ? a.a : a.block(first, begin), T{},
               columns);
      for (Index j = 0; j < size; ++j) {
        for (Index p = a.is_upper() ? 0 : j; p < (a.is_upper() ? j + 1 : size); ++p) {
          const T factor = times(alpha, a(begin + p, begin + j));
          for (Index i = 0; i < m; ++i) columns(i, j) += times(T(from(i, begin + p)), factor);
        }
      }
    }
  });
}

/// Solves op(A) X = B, or X op(A) = B, in place of B.
template <class T>
void solve_triangle(bool left, const TriangleOperand<T>& a, Index m, Index n, Matrix<T> b) {
  // From the end where an unknown stands alone.
  for_blocks(a.n, left != a.is_upper(), [&](Index begin, Index size) {
    const bool behind = left == a.is_upper();  // the unknowns that are known by now
    const Index first = behind ? begin + size : 0, count = behind ? a.n - first : begin;
    if (left) {
      const Matrix<T> rows{b.at(begin, 0), b.leading};
      if (count != 0)
        multiply({.transa = a.trans, .m = size, .n = n, .k = count}, T(-1), a.block(begin, first), part(b, first, 0),
                 T(1), rows);
      for (Index j = 0; j < n; ++j) {
        for (Index step = 0; step < size; ++step) {
          const Index i = a.is_upper() ? size - 1 - step : step;
          Wide<T> sum = wide(T(rows(i, j)));
          for (Index p = a.is_upper() ? i + 1 : 0; p < (a.is_upper() ? size : i); ++p)
            sum -= times(wide(a(begin + i, begin + p)), wide(T(rows(p, j))));
          rows(i, j) = narrow<T>(a.unit ? sum : sum / wide(a(begin + i, begin + i)));
        }
      }
    } else {
      const Matrix<T> columns{b.at(0, begin), b.leading};
      if (count != 0)
        multiply({.transb = a.trans, .m = m, .n = size, .k = count}, T(-1), part(b, 0, first), a.block(first, begin),
                 T(1), columns);
      for (Index step = 0; step < size; ++step) {
        const Index j = a.is_upper() ? step : size - 1 - step;
        for (Index p = a.is_upper() ? 0 : j + 1; p < (a.is_upper() ? j : size); ++p) {
          const T factor = a(begin + p, begin + j);
          for (Index i = 0; i < m; ++i) columns(i, j) -= times(T(columns(i, p)), factor);
        }
        if (a.unit) continue;
        for (Index i = 0; i < m; ++i) columns(i, j) /= a(begin + j, begin + j);
      }
    }
  });
}

struct TriangleCall {
  bool left, upper, unit;
  cublasOperation_t trans;
  Index m, n, lda;
  bool valid;

  TriangleCall(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t operation, cublasDiagType_t diag,
               Index rows, Index columns, Index leading)
      : left(side == CUBLAS_SIDE_LEFT),
        upper(uplo == CUBLAS_FILL_MODE_UPPER),
        unit(diag == CUBLAS_DIAG_UNIT),
        trans(operation),
        m(rows),
        n(columns),
        lda(leading),
        valid(is_side(side) && is_triangle(uplo) && is_operation(operation) && is_diagonal(diag) && m >= 0 && n >= 0 &&
              is_leading(lda, order())) {}
  [[nodiscard]] Index order() const { return left ? m : n; }
  template <class T>
  [[nodiscard]] TriangleOperand<T> operand(const Memory& memory, const T* A) const {
    return {memory.matrix(Use::read, "matrix A", A, lda, order(), order()), trans, upper, unit, order()};
  }
  template <class T>
  void solve(const Memory& memory, T alpha, const T* A, T* B, Index ldb) const {
    const auto b = memory.matrix(Use::update, "matrix B", B, ldb, m, n);
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < m; ++i) b(i, j) = alpha == T{} ? T{} : times(alpha, b(i, j));
    }
    if (alpha != T{}) solve_triangle(left, operand(memory, A), m, n, b);
  }
};

template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Index m, Index n, const T* alpha, const T* A, Index lda, T* B, Index ldb) {
  const TriangleCall call(side, uplo, trans, diag, m, n, lda);
  const Scalar<T> factor(handle, alpha);
  if (!call.valid || !is_leading(ldb, m) || factor.missing()) return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) { call.solve(memory, factor.get(memory, "alpha"), A, B, ldb); });
}

template <class T>
cublasStatus_t trsm_batched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                            cublasOperation_t trans, cublasDiagType_t diag, Index m, Index n, const T* alpha,
                            const T* const* A, Index lda, T* const* B, Index ldb, Index count) {
  const TriangleCall call(side, uplo, trans, diag, m, n, lda);
  const Scalar<T> factor(handle, alpha);
  if (!call.valid || !is_leading(ldb, m) || count < 0 || factor.missing()) return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* bs = memory.array(Use::read, "array of matrices B", B, count);
    const T by = factor.get(memory, "alpha");
    for (Index i = 0; i < count; ++i) call.solve(memory, by, as[i], bs[i], ldb);
  });
}

template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, Index m, Index n, const T* alpha, const T* A, Index lda, const T* B,
                    Index ldb, T* C, Index ldc) {
  const TriangleCall call(side, uplo, trans, diag, m, n, lda);
  const Scalar<T> factor(handle, alpha);
  if (!call.valid || !is_leading(ldb, m) || !is_leading(ldc, m) || factor.missing()) return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const T by = factor.get(memory, "alpha");
    const auto from = memory.matrix(Use::read, "matrix B", B, ldb, m, n);
    const auto to = memory.matrix(Use::write, "matrix C", C, ldc, m, n);
    Own<T> copy(m, n);  // C may be B
    for (Index j = 0; j < n; ++j) std::copy_n(from.at(0, j), m, copy.matrix().at(0, j));
    multiply_triangle(call.left, call.operand(memory, A), m, n, by, copy.read(), to);
  });
}

// ---- What BLAS has not ----

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
