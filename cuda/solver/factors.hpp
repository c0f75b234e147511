// Factors of matrices, and what is solved by them: Cholesky's, LU, and those of symmetric matrices that have both
// signs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "cuda/solver/call.hpp"

namespace warpglass::solver {

// ---- Cholesky ----

template <class T>
Status potrf(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    return lapack<T, "potrf">(letter(uplo), n, A, lda);
  });
}

template <class T>
Status potrs(const Call& call, cublasFillMode_t uplo, Index n, Index nrhs, const T* A, Index lda, T* B, Index ldb,
             int* info) {
  if (!is_solved(uplo, n, nrhs, lda, ldb)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::read, "matrix A", uplo, n, A, lda);
    memory.matrix(Use::update, "matrix B", B, ldb, n, nrhs);
    return lapack<T, "potrs">(letter(uplo), n, nrhs, A, lda, B, ldb);
  });
}

template <class T>
Status potri(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    return lapack<T, "potri">(letter(uplo), n, A, lda);
  });
}

template <class T>
Status potrf_batched(const Call& call, cublasFillMode_t uplo, Index n, T* const* A, Index lda, int* infos,
                     Index count) {
  if (!is_triangular(uplo, n, lda) || count < 1) return kInvalid;
  return call.does([=](const Memory& memory) {
    T* const* const matrices = memory.array(Use::read, "array of matrices A", A, count);
    int* const told = memory.array(Use::write, "array of infos", infos, count);
    for (Index i = 0; i < count; ++i) {
      reach_triangle(memory, Use::update, "matrix A", uplo, n, matrices[i], lda);
      told[i] = lapack<T, "potrf">(letter(uplo), n, matrices[i], lda);
    }
  });
}

/// Of one column each.
template <class T>
Status potrs_batched(const Call& call, cublasFillMode_t uplo, Index n, Index nrhs, T* const* A, Index lda, T* const* B,
                     Index ldb, int* info, Index count) {
  if (!is_solved(uplo, n, nrhs, lda, ldb) || nrhs != 1 || count < 1) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    T* const* const matrices = memory.array(Use::read, "array of matrices A", A, count);
    T* const* const sides = memory.array(Use::read, "array of matrices B", B, count);
    for (Index i = 0; i < count; ++i) {
      reach_triangle(memory, Use::read, "matrix A", uplo, n, matrices[i], lda);
      memory.matrix(Use::update, "matrix B", sides[i], ldb, n, nrhs);
      lapack<T, "potrs">(letter(uplo), n, nrhs, matrices[i], lda, sides[i], ldb);
    }
    return 0;
  });
}

// ---- Triangles ----

template <class T>
Status lauum(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    return lapack<T, "lauum">(letter(uplo), n, A, lda);
  });
}

template <class T>
Status trtri(const Call& call, cublasFillMode_t uplo, cublasDiagType_t diag, Index n, T* A, Index lda, int* info) {
  if (!is_triangular(uplo, n, lda) || !is_diagonal(diag)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    return lapack<T, "trtri">(letter(uplo), letter(diag), n, A, lda);
  });
}

// ---- Pivots ----

/// Pivots of a call, of 32 or 64 bits; where it has none, every row stays.
template <class I>
std::vector<int> read_pivots(const Memory& memory, const I* ipiv, Index count) {
  std::vector<int> pivots(static_cast<std::size_t>(count));
  if (ipiv == nullptr) {
    std::iota(pivots.begin(), pivots.end(), 1);
  } else {
    std::copy_n(memory.array(Use::read, "array of pivots", ipiv, count), count, pivots.begin());
  }
  return pivots;
}
template <class I>
void write_pivots(const std::vector<int>& pivots, I* ipiv) {
  std::copy(pivots.begin(), pivots.end(), ipiv);
}

/// A pivot that names no row would have LAPACK leave the matrix: the user is told what lies there. \throws
/// library::Refused
template <class T>
void expect_row(const Memory& memory, const T* matrix, Index rows, Index row) {
  if (row >= 1 && row <= rows) return;
  const std::string name = "row " + std::to_string(row) + " of " + std::to_string(rows) + " that a pivot names";
  memory.reach(Use::none, name.c_str(), reinterpret_cast<const char*>(matrix) + (row - 1) * Index{sizeof(T)}, sizeof(T),
               sizeof(T), 1);
  throw library::Refused();
}
template <class T>
void expect_rows(const Memory& memory, const T* matrix, Index rows, const std::vector<int>& pivots) {
  for (const int row : pivots) expect_row(memory, matrix, rows, row);
}
/// The same of symmetric factors, where two of the same negative number stand for a block of two rows.
template <class T>
void expect_blocks(const Memory& memory, const T* matrix, Index rows, const std::vector<int>& pivots) {
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    expect_row(memory, matrix, rows, std::abs(Index{pivots[i]}));
    if (pivots[i] > 0) continue;
    const bool is_block = ++i < pivots.size() && pivots[i] < 0;
    expect_row(memory, matrix, rows, is_block ? -Index{pivots[i]} : 0);
  }
}

// ---- LU ----

/// With every row where it is. \return  the first zero on U's diagonal, from 1; 0: none
template <class T>
int factor_without_pivots(Index m, Index n, Matrix<T> a) {
  int info = 0;
  for (Index k = 0; k < std::min(m, n); ++k) {
    const T pivot = a(k, k);
    if (pivot == T{}) {
      if (info == 0) info = static_cast<int>(k + 1);
      continue;
    }
    for (Index i = k + 1; i < m; ++i) a(i, k) /= pivot;
    for (Index j = k + 1; j < n; ++j) {
      const T factor = a(k, j);
      for (Index i = k + 1; i < m; ++i) a(i, j) -= blas::times(a(i, k), factor);
    }
  }
  return info;
}

template <class T, class I>
Status getrf(const Call& call, Index m, Index n, T* A, Index lda, I* ipiv, int* info) {
  if (!is_general(m, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    const Matrix<T> a = memory.matrix(Use::update, "matrix A", A, lda, m, n);
    if (ipiv == nullptr) return factor_without_pivots(m, n, a);
    const Index count = std::min(m, n);
    I* const to = memory.array(Use::write, "array of pivots", ipiv, count);
    std::vector<int> pivots(static_cast<std::size_t>(count));
    const int wrong = lapack<T, "getrf">(m, n, A, lda, pivots.data());
    write_pivots(pivots, to);
    return wrong;
  });
}

template <class T, class I>
Status getrs(const Call& call, cublasOperation_t trans, Index n, Index nrhs, const T* A, Index lda, const I* ipiv, T* B,
             Index ldb, int* info) {
  if (!is_operation(trans) || !is_general(n, n, lda) || !is_general(n, nrhs, ldb)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::read, "matrix A", A, lda, n, n);
    memory.matrix(Use::update, "matrix B", B, ldb, n, nrhs);
    const std::vector<int> pivots = read_pivots(memory, ipiv, n);
    expect_rows(memory, B, n, pivots);
    return lapack<T, "getrs">(letter(trans), n, nrhs, A, lda, pivots.data(), B, ldb);
  });
}

/// Swaps rows k1 to k2 with those that the pivots name; from k2 to k1 where the increment is negative.
template <class T>
Status laswp(const Call& call, Index n, T* A, Index lda, Index k1, Index k2, const int* ipiv, Index incx) {
  if (!is_size(n) || k1 < 1 || k2 < k1 || incx == 0 || !is_leading(lda, k2)) return kInvalid;
  return call.does([=](const Memory& memory) {
    const Index step = std::abs(incx);
    const Index count = k1 + (k2 - k1) * step;  // as far as LAPACK reads them
    const std::vector<int> pivots = read_pivots(memory, ipiv, count);
    Index rows = k2;
    for (Index k = k1; k <= k2; ++k) {
      const int row = pivots[static_cast<std::size_t>(k1 - 1 + (k - k1) * step)];
      expect_row(memory, A, lda, row);
      rows = std::max<Index>(rows, row);
    }
    memory.matrix(Use::update, "matrix A", A, lda, rows, n);
    call_host<T, "laswp">(n, A, lda, k1, k2, pivots.data(), incx);
  });
}

// ---- Symmetric factors, of complex matrices without conjugation ----

/// L D L^T, or U D U^T, with every row where it is. \return  the first zero of D that is met, from 1; 0: none
template <class T>
int factor_symmetric_without_pivots(cublasFillMode_t uplo, Index n, Matrix<T> a) {
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  int info = 0;
  for (Index step = 0; step < n; ++step) {
    const Index k = lower ? step : n - 1 - step;
    const T pivot = a(k, k);
    if (pivot == T{}) {
      if (info == 0) info = static_cast<int>(k + 1);
      continue;
    }
    const Index begin = lower ? k + 1 : 0;
    const Index end = lower ? n : k;
    for (Index j = begin; j < end; ++j) {
      const T factor = a(j, k) / pivot;
      for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) a(i, j) -= blas::times(a(i, k), factor);
    }
    for (Index i = begin; i < end; ++i) a(i, k) /= pivot;
  }
  return info;
}

template <class T>
Status sytrf(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, int* ipiv, int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    if (ipiv == nullptr) return factor_symmetric_without_pivots(uplo, n, Matrix<T>{A, lda});
    int* const pivots = memory.array(Use::write, "array of pivots", ipiv, n);
    return with_work<T>(
        [&](T* work, int size) { return lapack<T, "sytrf">(letter(uplo), n, A, lda, pivots, work, size); });
  });
}

template <class T>
Status sytrs(const Call& call, cublasFillMode_t uplo, Index n, Index nrhs, const T* A, Index lda,
             const std::int64_t* ipiv, T* B, Index ldb, int* info) {
  if (!is_solved(uplo, n, nrhs, lda, ldb)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::read, "matrix A", uplo, n, A, lda);
    memory.matrix(Use::update, "matrix B", B, ldb, n, nrhs);
    const std::vector<int> pivots = read_pivots(memory, ipiv, n);
    expect_blocks(memory, B, n, pivots);
    return lapack<T, "sytrs">(letter(uplo), n, nrhs, A, lda, pivots.data(), B, ldb);
  });
}

template <class T>
Status sytri(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, const int* ipiv, int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    const std::vector<int> pivots = read_pivots(memory, ipiv, n);
    expect_blocks(memory, A, n, pivots);
    std::vector<T> work(static_cast<std::size_t>(2 * n));
    return lapack<T, "sytri">(letter(uplo), n, A, lda, pivots.data(), work.data());
  });
}

}  // namespace warpglass::solver
