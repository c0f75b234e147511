// Eigenvalues of symmetric and Hermitian matrices, alone and in pairs, and of matrices without a form.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "cuda/solver/call.hpp"
#include "cuda/solver/jacobi.hpp"

namespace warpglass::solver {

/// What goes with a matrix whose eigenvalues are asked for.
template <class T>
struct Symmetric {
  cusolverEigMode_t jobz;
  cublasFillMode_t uplo;
  Index n;
  T* A;
  Index lda;
  Real<T>* W;

  [[nodiscard]] bool has_vectors() const { return jobz == CUSOLVER_EIG_MODE_VECTOR; }

  void reach(const Memory& memory) const {
    reach_triangle(memory, has_vectors() ? Use::read : Use::update, "matrix A", uplo, n, A, lda);
    if (has_vectors()) memory.matrix(Use::write, "matrix A", A, lda, n, n);
    memory.array(Use::write, "array W", W, n);
  }

  /// Eigenvalues, ascending, and their vectors in place of the matrix.
  [[nodiscard]] int solve() const {
    const auto run = [&](T* work, int size, Real<T>* real, int real_size, int* whole, int whole_size) {
      if constexpr (kIsComplex<T>) {
        return lapack<T, "syevd", "heevd">(letter(jobz), letter(uplo), n, A, lda, W, work, size, real, real_size, whole,
                                           whole_size);
      } else {
        return lapack<T, "syevd">(letter(jobz), letter(uplo), n, A, lda, W, work, size, whole, whole_size);
      }
    };
    T told{};
    Real<T> told_real{};
    int told_whole = 0;
    if (const int info = run(&told, -1, &told_real, -1, &told_whole, -1); info != 0) return info;
    std::vector<T> work(static_cast<std::size_t>(best_size(told)));
    std::vector<Real<T>> real(static_cast<std::size_t>(best_size(told_real)));
    std::vector<int> whole(static_cast<std::size_t>(std::max(1, told_whole)));
    return run(work.data(), static_cast<int>(work.size()), real.data(), static_cast<int>(real.size()), whole.data(),
               static_cast<int>(whole.size()));
  }

  /// The same as by Jacobi's method, with what that tells of it: |A - V W V^H|, of no meaning without vectors.
  [[nodiscard]] int solve_as_jacobi(Jacobi& told) const {
    const Matrix<T> a{A, lda};
    std::vector<T> before;
    if (has_vectors()) {
      before.resize(static_cast<std::size_t>(n * n));
      const Matrix<T> all{before.data(), n};
      for (Index j = 0; j < n; ++j) {
        for (Index i = 0; i < n; ++i) {
          const bool given = (uplo == CUBLAS_FILL_MODE_LOWER) == (i > j) || i == j;
          all(i, j) = given ? a(i, j) : conjugate(a(j, i));
        }
      }
    }
    const int info = solve();
    told.sweeps = 1;
    told.residual = 0;
    if (info != 0) return static_cast<int>(n + 1);
    if (!has_vectors() || n == 0) return 0;
    std::vector<T> product(before.size());
    call_host<T, "gemm">('N', 'N', n, n, n, T(1), before.data(), n, A, lda, T(0), product.data(), n);
    double sum = 0;
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < n; ++i) sum += std::norm(product[static_cast<std::size_t>(i + j * n)] - a(i, j) * W[j]);
    }
    told.residual = std::sqrt(sum);
    return 0;
  }
};

[[nodiscard]] constexpr bool is_eigen(cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, Index lda) {
  return is_mode(jobz) && is_triangular(uplo, n, lda);
}

template <class T>
Status syevd(const Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, T* A, Index lda, Real<T>* W,
             int* info) {
  if (!is_eigen(jobz, uplo, n, lda)) return kInvalid;
  return call.informs(info, [matrix = Symmetric<T>{jobz, uplo, n, A, lda, W}](const Memory& memory) {
    matrix.reach(memory);
    return matrix.solve();
  });
}

// ---- Some of the eigenvalues ----

/// Which: all, those from the il-th to the iu-th, or those above vl and not above vu.
template <class R>
struct Chosen {
  cusolverEigRange_t range;
  R vl, vu;
  Index il, iu;

  [[nodiscard]] bool is_good(Index n) const {
    switch (range) {
      case CUSOLVER_EIG_RANGE_ALL: return true;
      case CUSOLVER_EIG_RANGE_V: return n == 0 || vl < vu;
      case CUSOLVER_EIG_RANGE_I: return n == 0 || (il >= 1 && il <= iu && iu <= n);
    }
    return false;
  }

  /// Moves them, and their vectors, to the front. \return  how many they are
  template <class T>
  Index take(const Symmetric<T>& matrix) const {
    Index begin = 0;
    Index end = matrix.n;
    R* const W = matrix.W;
    if (range == CUSOLVER_EIG_RANGE_I && end > 0) {
      begin = il - 1;
      end = iu;
    } else if (range == CUSOLVER_EIG_RANGE_V) {
      begin = std::upper_bound(W, W + matrix.n, vl) - W;
      end =
          std::max<Index>(begin, std::upper_bound(W, W + matrix.n, vu) - W);  // without order where there is no number
    }
    if (begin == 0) return end;
    std::copy(W + begin, W + end, W);
    if (matrix.has_vectors()) {
      const Matrix<T> a{matrix.A, matrix.lda};
      for (Index j = begin; j < end; ++j) std::copy_n(a.at(0, j), matrix.n, a.at(0, j - begin));
    }
    return end - begin;
  }
};

/// `count` is the host's: the call waits.
template <class T, class Count>
Status syevdx(const Call& call, cusolverEigMode_t jobz, const Chosen<Real<T>>& chosen, cublasFillMode_t uplo, Index n,
              T* A, Index lda, Count* count, Real<T>* W, int* info) {
  if (!is_eigen(jobz, uplo, n, lda) || !chosen.is_good(n) || count == nullptr) return kInvalid;
  return call.informs_and_waits(info, [=, matrix = Symmetric<T>{jobz, uplo, n, A, lda, W}](const Memory& memory) {
    matrix.reach(memory);
    const int wrong = matrix.solve();
    *count = wrong == 0 ? static_cast<Count>(chosen.take(matrix)) : 0;
    return wrong;
  });
}

// ---- Pairs of matrices ----

/// A x = w B x and its kin, of which B is positive definite. LAPACK's own call does the same, by one method.
template <class T>
struct Generalized {
  cusolverEigType_t itype;
  Symmetric<T> a;
  T* B;
  Index ldb;

  void reach(const Memory& memory) const {
    a.reach(memory);
    reach_triangle(memory, Use::update, "matrix B", a.uplo, a.n, B, ldb);
  }

  /// `solve()` solves `a`, which stands for the pair then.
  template <class Solve>
  [[nodiscard]] int solve_by(const Solve& solve) const {
    const Index n = a.n;
    const char uplo = letter(a.uplo);
    if (const int info = lapack<T, "potrf">(uplo, n, B, ldb); info != 0) return static_cast<int>(n) + info;
    if (const int info = lapack<T, "sygst", "hegst">(static_cast<int>(itype), uplo, n, a.A, a.lda, B, ldb); info != 0)
      return info;
    const int info = solve();
    if (info != 0 || !a.has_vectors()) return info;
    const bool upper = a.uplo == CUBLAS_FILL_MODE_UPPER;
    const char across = kIsComplex<T> ? 'C' : 'T';
    if (itype == CUSOLVER_EIG_TYPE_3) {
      call_host<T, "trmm">('L', uplo, upper ? across : 'N', 'N', n, n, T(1), B, ldb, a.A, a.lda);
    } else {
      call_host<T, "trsm">('L', uplo, upper ? 'N' : across, 'N', n, n, T(1), B, ldb, a.A, a.lda);
    }
    return 0;
  }
};

[[nodiscard]] constexpr bool is_generalized(cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                            Index n, Index lda, Index ldb) {
  return (itype == CUSOLVER_EIG_TYPE_1 || itype == CUSOLVER_EIG_TYPE_2 || itype == CUSOLVER_EIG_TYPE_3) &&
         is_eigen(jobz, uplo, n, lda) && is_leading(ldb, n);
}

template <class T>
Status sygvd(const Call& call, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, T* A,
             Index lda, T* B, Index ldb, Real<T>* W, int* info) {
  if (!is_generalized(itype, jobz, uplo, n, lda, ldb)) return kInvalid;
  return call.informs(info, [pair = Generalized<T>{itype, {jobz, uplo, n, A, lda, W}, B, ldb}](const Memory& memory) {
    pair.reach(memory);
    return pair.solve_by([&] { return pair.a.solve(); });
  });
}

template <class T>
Status sygvdx(const Call& call, cusolverEigType_t itype, cusolverEigMode_t jobz, const Chosen<Real<T>>& chosen,
              cublasFillMode_t uplo, Index n, T* A, Index lda, T* B, Index ldb, int* count, Real<T>* W, int* info) {
  if (!is_generalized(itype, jobz, uplo, n, lda, ldb) || !chosen.is_good(n) || count == nullptr) return kInvalid;
  return call.informs_and_waits(
      info, [=, pair = Generalized<T>{itype, {jobz, uplo, n, A, lda, W}, B, ldb}](const Memory& memory) {
        pair.reach(memory);
        const int wrong = pair.solve_by([&] { return pair.a.solve(); });
        *count = wrong == 0 ? static_cast<int>(chosen.take(pair.a)) : 0;
        return wrong;
      });
}

// ---- By Jacobi's method ----

template <class T>
Status syevj(const Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, T* A, Index lda, Real<T>* W,
             int* info, syevjInfo_t params) {
  if (!is_eigen(jobz, uplo, n, lda) || !is_there(params)) return kInvalid;
  return call.informs(info,
                      [told = params->kept, matrix = Symmetric<T>{jobz, uplo, n, A, lda, W}](const Memory& memory) {
                        matrix.reach(memory);
                        told->is_batch = false;
                        return matrix.solve_as_jacobi(*told);
                      });
}

template <class T>
Status sygvj(const Call& call, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, T* A,
             Index lda, T* B, Index ldb, Real<T>* W, int* info, syevjInfo_t params) {
  if (!is_generalized(itype, jobz, uplo, n, lda, ldb) || !is_there(params)) return kInvalid;
  return call.informs(info, [told = params->kept,
                             pair = Generalized<T>{itype, {jobz, uplo, n, A, lda, W}, B, ldb}](const Memory& memory) {
    pair.reach(memory);
    told->is_batch = false;
    return pair.solve_by([&] { return pair.a.solve_as_jacobi(*told); });
  });
}

/// Matrices one behind the other, and what each has told: `solve(matrix)`.
template <class T, class Solve>
Status syev_batched(const Call& call, const Symmetric<T>& first, int* infos, Index count, const Solve& solve) {
  return call.does([=](const Memory& memory) {
    int* const told = memory.array(Use::write, "array of infos", infos, count);
    for (Index i = 0; i < count; ++i) {
      Symmetric<T> matrix = first;
      matrix.A += i * first.lda * first.n;
      matrix.W += i * first.n;
      matrix.reach(memory);
      told[i] = solve(matrix);
    }
  });
}

template <class T>
Status syevj_batched(const Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, T* A, Index lda,
                     Real<T>* W, int* infos, syevjInfo_t params, Index count) {
  if (!is_eigen(jobz, uplo, n, lda) || !is_there(params) || count < 0) return kInvalid;
  return syev_batched(call, Symmetric<T>{jobz, uplo, n, A, lda, W}, infos, count,
                      [told = params->kept](const Symmetric<T>& matrix) {
                        told->is_batch = true;
                        return matrix.solve() == 0 ? 0 : static_cast<int>(matrix.n + 1);
                      });
}

// ---- Without a form ----

/// Vectors of the right side alone are there, as on a GPU.
[[nodiscard]] constexpr bool is_geev(cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, Index n, Index lda, Index ldvl,
                                     Index ldvr) {
  return jobvl == CUSOLVER_EIG_MODE_NOVECTOR && is_mode(jobvr) && is_general(n, n, lda) && is_leading(ldvl, 1) &&
         is_leading(ldvr, jobvr == CUSOLVER_EIG_MODE_VECTOR ? n : 1);
}

template <class T>
[[nodiscard]] bool is_finite(const Matrix<T>& matrix, Index n) {
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      if (!std::isfinite(std::real(matrix(i, j))) || !std::isfinite(std::imag(matrix(i, j)))) return false;
    }
  }
  return true;
}

/// \tparam V  of the eigenvalues: T, in pairs of real parts and imaginary ones behind them, or complex numbers
template <class T, class V>
Status geev(const Call& call, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, Index n, T* A, Index lda, V* W,
            Index ldvl, T* VR, Index ldvr, int* info) {
  if (!is_geev(jobvl, jobvr, n, lda, ldvl, ldvr)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::update, "matrix A", A, lda, n, n);
    memory.array(Use::write, "array W", W, kIsComplex<V> ? n : 2 * n);
    if (jobvr == CUSOLVER_EIG_MODE_VECTOR) memory.matrix(Use::write, "matrix VR", VR, ldvr, n, n);
    std::vector<Real<T>> real(static_cast<std::size_t>(2 * n));
    const auto run = [&](T* work, int size) {
      T* const left = nullptr;
      if constexpr (kIsComplex<T>) {
        return lapack<T, "geev">('N', letter(jobvr), n, A, lda, W, left, 1, VR, ldvr, work, size, real.data());
      } else {
        return lapack<T, "geev">('N', letter(jobvr), n, A, lda, real.data(), real.data() + n, left, 1, VR, ldvr, work,
                                 size);
      }
    };
    if (!is_finite(Matrix<T>{A, lda}, n)) {  // of which LAPACK leaves the matrix
      std::fill_n(W, kIsComplex<V> ? n : 2 * n, V(std::numeric_limits<Real<T>>::quiet_NaN()));
      return static_cast<int>(n);
    }
    const int wrong = with_work<T>(run);
    if constexpr (!kIsComplex<T>) {
      if constexpr (kIsComplex<V>) {
        for (Index i = 0; i < n; ++i) W[i] = {real[static_cast<std::size_t>(i)], real[static_cast<std::size_t>(n + i)]};
      } else {
        std::copy(real.begin(), real.end(), W);
      }
    }
    return wrong;
  });
}

}  // namespace warpglass::solver
