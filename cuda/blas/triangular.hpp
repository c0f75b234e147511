// Triangular matrices with matrices: products, and systems of equations with many right sides.
#pragma once

#include <algorithm>

#include "cuda/blas/gemm.hpp"
#include "cuda/blas/matrix_blocks.hpp"

namespace warpglass::blas {

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
      for (Index i = 0; i < m; ++i) b(i, j) = times(alpha, b(i, j));
    }
    solve_triangle(left, operand(memory, A), m, n, b);
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

}  // namespace warpglass::blas
