// Many small systems of equations: LU with partial pivoting, inverses, QR and least squares. The arrays of pointers,
// pivots and answers lie in the device's memory.
#pragma once

#include <cmath>
#include <vector>

#include "cuda/blas/level1.hpp"
#include "cuda/blas/matrix_blocks.hpp"
#include "cuda/blas/triangular.hpp"

namespace warpglass::blas {

/// A = P L U in place. \param pivots  from 1 on, nullptr: no pivoting. \return  0, or from 1 on the first pivot that is
/// 0
template <class T>
int factorize(Matrix<T> a, Index n, int* pivots) {
  int singular = 0;
  for (Index j = 0; j < n; ++j) {
    Index best = j;
    if (pivots != nullptr) {
      for (Index i = j + 1; i < n; ++i)
        if (size_of(a(i, j)) > size_of(a(best, j))) best = i;
      pivots[j] = static_cast<int>(best + 1);
    }
    if (a(best, j) == T{}) {
      if (singular == 0) singular = static_cast<int>(j + 1);
      continue;
    }
    if (best != j) {
      for (Index p = 0; p < n; ++p) std::swap(a(j, p), a(best, p));
    }
    for (Index i = j + 1; i < n; ++i) a(i, j) /= a(j, j);
    for (Index p = j + 1; p < n; ++p) {
      const T factor = a(j, p);
      for (Index i = j + 1; i < n; ++i) a(i, p) -= times(a(i, j), factor);
    }
  }
  return singular;
}

template <class T>
void swap_rows(Matrix<T> b, Index columns, const int* pivots, Index n, bool forward) {
  if (pivots == nullptr) return;
  for (Index step = 0; step < n; ++step) {
    const Index i = forward ? step : n - 1 - step, other = pivots[i] - 1;
    if (other == i || other < 0 || other >= n) continue;
    for (Index j = 0; j < columns; ++j) std::swap(b(i, j), b(other, j));
  }
}

/// op(A) X = B in place of B, with A as factorize() leaves it.
template <class T>
void solve_factorized(Matrix<const T> lu, Index n, const int* pivots, cublasOperation_t trans, Matrix<T> b,
                      Index columns) {
  const TriangleOperand<T> lower{lu, trans, false, true, n}, upper{lu, trans, true, false, n};
  if (trans == CUBLAS_OP_N) {
    swap_rows(b, columns, pivots, n, true);
    solve_triangle(true, lower, n, columns, b);
    solve_triangle(true, upper, n, columns, b);
  } else {
    solve_triangle(true, upper, n, columns, b);
    solve_triangle(true, lower, n, columns, b);
    swap_rows(b, columns, pivots, n, false);
  }
}

template <class T>
bool has_zero_on_diagonal(Matrix<const T> a, Index n, int& where) {
  where = 0;
  for (Index i = 0; i < n && where == 0; ++i)
    if (a(i, i) == T{}) where = static_cast<int>(i + 1);
  return where != 0;
}

template <class T>
void set_identity(Matrix<T> to, Index n) {
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) to(i, j) = T(i == j ? 1 : 0);
  }
}

template <class T>
cublasStatus_t getrf_batched(cublasHandle_t handle, Index n, T* const* A, Index lda, int* pivots, int* info,
                             Index count) {
  if (n < 0 || count < 0 || !is_leading(lda, n)) return kInvalid;
  if (n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    int* const infos = memory.array(Use::write, "array of infos", info, count);
    if (pivots != nullptr) static_cast<void>(memory.array(Use::write, "array of pivots", pivots, n * count));
    for (Index i = 0; i < count; ++i)
      infos[i] = factorize(memory.matrix(Use::update, "matrix A", as[i], lda, n, n), n,
                           pivots == nullptr ? nullptr : pivots + i * n);
  });
}

template <class T>
cublasStatus_t getri_batched(cublasHandle_t handle, Index n, const T* const* A, Index lda, const int* pivots,
                             T* const* C, Index ldc, int* info, Index count) {
  if (n < 0 || count < 0 || !is_leading(lda, n) || !is_leading(ldc, n)) return kInvalid;
  if (n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* cs = memory.array(Use::read, "array of matrices C", C, count);
    int* const infos = memory.array(Use::write, "array of infos", info, count);
    if (pivots != nullptr) static_cast<void>(memory.array(Use::read, "array of pivots", pivots, n * count));
    for (Index i = 0; i < count; ++i) {
      const auto a = memory.matrix(Use::read, "matrix A", as[i], lda, n, n);
      const auto c = memory.matrix(Use::write, "matrix C", cs[i], ldc, n, n);
      if (has_zero_on_diagonal(a, n, infos[i])) continue;
      set_identity(c, n);
      solve_factorized(a, n, pivots == nullptr ? nullptr : pivots + i * n, CUBLAS_OP_N, c, n);
    }
  });
}

template <class T>
cublasStatus_t matinv_batched(cublasHandle_t handle, Index n, const T* const* A, Index lda, T* const* inverses,
                              Index ldc, int* info, Index count) {
  constexpr Index kLargest = 32;  // cuBLAS guide, cublas<t>matinvBatched()
  if (n < 0 || count < 0 || !is_leading(lda, n) || !is_leading(ldc, n)) return kInvalid;
  if (n > kLargest) return not_supported("matrices are of 32 rows at most; cublas<t>getrfBatched takes larger ones");
  if (n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* cs = memory.array(Use::read, "array of inverses", inverses, count);
    int* const infos = memory.array(Use::write, "array of infos", info, count);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    for (Index i = 0; i < count; ++i) {
      const auto a = memory.matrix(Use::read, "matrix A", as[i], lda, n, n);
      const auto c = memory.matrix(Use::write, "inverse", cs[i], ldc, n, n);
      Own<T> copy(n, n);
      for (Index j = 0; j < n; ++j) std::copy_n(a.at(0, j), n, copy.matrix().at(0, j));
      infos[i] = factorize(copy.matrix(), n, pivots.data());
      if (infos[i] != 0) continue;
      set_identity(c, n);
      solve_factorized(copy.read(), n, pivots.data(), CUBLAS_OP_N, c, n);
    }
  });
}

template <class T>
cublasStatus_t getrs_batched(cublasHandle_t handle, cublasOperation_t trans, Index n, Index columns, const T* const* A,
                             Index lda, const int* pivots, T* const* B, Index ldb, int* info, Index count) {
  // The answer lies with the host: which argument is wrong, from 1 on.
  const int wrong = !is_operation(trans)  ? -1
                    : n < 0               ? -2
                    : columns < 0         ? -3
                    : !is_leading(lda, n) ? -5
                    : !is_leading(ldb, n) ? -8
                    : count < 0           ? -10
                                          : 0;
  if (info == nullptr) return kInvalid;
  *info = wrong;
  if (wrong != 0) return kInvalid;
  if (n == 0 || columns == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* bs = memory.array(Use::read, "array of matrices B", B, count);
    if (pivots != nullptr) static_cast<void>(memory.array(Use::read, "array of pivots", pivots, n * count));
    for (Index i = 0; i < count; ++i)
      solve_factorized(memory.matrix(Use::read, "matrix A", as[i], lda, n, n), n,
                       pivots == nullptr ? nullptr : pivots + i * n, trans,
                       memory.matrix(Use::update, "matrix B", bs[i], ldb, n, columns), columns);
  });
}

/// A = Q R by reflections I - tau v v^H, which are left below R as LAPACK's geqrf leaves them.
template <class T>
void factorize_by_reflections(Matrix<T> a, Index m, Index n, T* tau) {
  for (Index j = 0; j < std::min(m, n); ++j) {
    const Vector<T> below{a.at(j + 1 < m ? j + 1 : j, j), 1};
    const double rest = j + 1 < m ? length(below, m - j - 1) : 0;
    const Wide<T> first = wide(a(j, j));
    const double first_size = std::abs(first);
    bool reflects = rest != 0;
    if constexpr (kIsComplex<T>) reflects = reflects || first.imag() != 0;
    if (!reflects) {
      tau[j] = T{};
      continue;
    }
    const double whole = std::hypot(first_size, rest);
    double real = 0;
    if constexpr (kIsComplex<T>) {
      real = first.real();
    } else {
      real = first;
    }
    const double beta = real >= 0 ? -whole : whole;
    const Wide<T> by = Wide<T>(beta) - first;
    const Wide<T> factor = by / beta;
    tau[j] = narrow<T>(factor);
    for (Index i = j + 1; i < m; ++i) a(i, j) = narrow<T>(wide(a(i, j)) / -by);
    a(j, j) = narrow<T>(Wide<T>(beta));
    for (Index p = j + 1; p < n; ++p) {
      Wide<T> sum = wide(a(j, p));
      for (Index i = j + 1; i < m; ++i) sum += times(wide(conjugate(a(i, j))), wide(a(i, p)));
      sum = times(conjugate(factor), sum);
      a(j, p) = narrow<T>(wide(a(j, p)) - sum);
      for (Index i = j + 1; i < m; ++i) a(i, p) = narrow<T>(wide(a(i, p)) - times(wide(a(i, j)), sum));
    }
  }
}

template <class T>
cublasStatus_t geqrf_batched(cublasHandle_t handle, Index m, Index n, T* const* A, Index lda, T* const* tau, int* info,
                             Index count) {
  const int wrong = m < 0 ? -1 : n < 0 ? -2 : !is_leading(lda, m) ? -4 : count < 0 ? -7 : 0;
  if (info == nullptr) return kInvalid;
  *info = wrong;
  if (wrong != 0) return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* taus = memory.array(Use::read, "array of vectors tau", tau, count);
    for (Index i = 0; i < count; ++i)
      factorize_by_reflections(memory.matrix(Use::update, "matrix A", as[i], lda, m, n), m, n,
                               memory.array(Use::write, "vector tau", taus[i], std::min(m, n)));
  });
}

template <class T>
cublasStatus_t gels_batched(cublasHandle_t handle, cublasOperation_t trans, Index m, Index n, Index columns,
                            T* const* A, Index lda, T* const* C, Index ldc, int* info, int* infos, Index count) {
  const int wrong = !is_operation(trans)  ? -1
                    : m < 0               ? -2
                    : n < 0               ? -3
                    : columns < 0         ? -4
                    : !is_leading(lda, m) ? -6
                    : !is_leading(ldc, m) ? -8
                    : count < 0           ? -11
                                          : 0;
  if (info == nullptr) return kInvalid;
  *info = wrong;
  if (wrong != 0) return kInvalid;
  if (trans != CUBLAS_OP_N || m < n) return not_supported("only systems of at least as many rows as columns are there");
  if (m == 0 || n == 0 || columns == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* cs = memory.array(Use::read, "array of matrices C", C, count);
    int* const told = infos == nullptr ? nullptr : memory.array(Use::write, "array of infos", infos, count);
    std::vector<T> tau(static_cast<std::size_t>(n));
    for (Index i = 0; i < count; ++i) {
      const auto a = memory.matrix(Use::update, "matrix A", as[i], lda, m, n);
      const auto c = memory.matrix(Use::update, "matrix C", cs[i], ldc, m, columns);
      factorize_by_reflections(a, m, n, tau.data());
      int singular = 0;
      if (has_zero_on_diagonal(Matrix<const T>{a.first, a.leading}, n, singular)) {
        if (told != nullptr) told[i] = singular;
        continue;
      }
      for (Index j = 0; j < n; ++j) {  // Q^H C
        for (Index p = 0; p < columns; ++p) {
          Wide<T> sum = wide(c(j, p));
          for (Index r = j + 1; r < m; ++r) sum += times(wide(conjugate(a(r, j))), wide(c(r, p)));
          sum = times(conjugate(wide(tau[static_cast<std::size_t>(j)])), sum);
          c(j, p) = narrow<T>(wide(c(j, p)) - sum);
          for (Index r = j + 1; r < m; ++r) c(r, p) = narrow<T>(wide(c(r, p)) - times(wide(a(r, j)), sum));
        }
      }
      solve_triangle(true, TriangleOperand<T>{{a.first, a.leading}, CUBLAS_OP_N, true, false, n}, n, columns, c);
      if (told != nullptr) told[i] = 0;
    }
  });
}

}  // namespace warpglass::blas
