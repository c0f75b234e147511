// Singular values and their vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

#include "cuda/solver/call.hpp"
#include "cuda/solver/jacobi.hpp"

namespace warpglass::solver {

/// A = U S V^H, with V^H in `VT`. The matrix is lost.
template <class T>
int decompose(char jobu, char jobvt, Index m, Index n, T* A, Index lda, Real<T>* S, T* U, Index ldu, T* VT,
              Index ldvt) {
  std::vector<Real<T>> real(static_cast<std::size_t>(5 * std::max<Index>(1, std::min(m, n))));
  return with_work<T>([&](T* work, int size) {
    if constexpr (kIsComplex<T>) {
      return lapack<T, "gesvd">(jobu, jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, work, size, real.data());
    } else {
      return lapack<T, "gesvd">(jobu, jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, work, size);
    }
  });
}

// ---- As LAPACK has it: of matrices that are not broader than high, as on a GPU ----

/// A: all vectors; S: as many as values; O: in place of the matrix; N: none.
[[nodiscard]] constexpr bool is_vectors(signed char job) {
  return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}
[[nodiscard]] constexpr bool are_apart(signed char job) { return job == 'A' || job == 'S'; }

[[nodiscard]] constexpr bool is_gesvd(signed char jobu, signed char jobvt, Index m, Index n, Index lda, Index ldu,
                                      Index ldvt) {
  return is_vectors(jobu) && is_vectors(jobvt) && !(jobu == 'O' && jobvt == 'O') && is_tall(m, n) &&
         is_leading(lda, m) && is_leading(ldu, are_apart(jobu) ? m : 1) && is_leading(ldvt, are_apart(jobvt) ? n : 1);
}

template <class T>
Status gesvd(const Call& call, signed char jobu, signed char jobvt, Index m, Index n, T* A, Index lda, Real<T>* S, T* U,
             Index ldu, T* VT, Index ldvt, int* info) {
  if (!is_gesvd(jobu, jobvt, m, n, lda, ldu, ldvt)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::update, "matrix A", A, lda, m, n);
    memory.array(Use::write, "array S", S, n);
    if (are_apart(jobu)) memory.matrix(Use::write, "matrix U", U, ldu, m, jobu == 'A' ? m : n);
    if (are_apart(jobvt)) memory.matrix(Use::write, "matrix VT", VT, ldvt, n, n);
    return decompose<T>(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, A, lda, S, U, ldu, VT, ldvt);
  });
}

// ---- With V itself, of all shapes ----

/// What goes with a matrix whose singular values are asked for. \var econ  as many vectors as values, not all
template <class T>
struct Singular {
  cusolverEigMode_t jobz;
  bool econ;
  Index m, n;
  T* A;
  Index lda;
  Real<T>* S;
  T* U;
  Index ldu;
  T* V;
  Index ldv;

  [[nodiscard]] bool has_vectors() const { return jobz == CUSOLVER_EIG_MODE_VECTOR; }
  [[nodiscard]] Index values() const { return std::min(m, n); }

  void reach(const Memory& memory) const {
    memory.matrix(Use::update, "matrix A", A, lda, m, n);
    memory.array(Use::write, "array S", S, values());
    if (!has_vectors()) return;
    memory.matrix(Use::write, "matrix U", U, ldu, m, econ ? values() : m);
    memory.matrix(Use::write, "matrix V", V, ldv, n, econ ? values() : n);
  }

  [[nodiscard]] int solve() const {
    if (!has_vectors()) return decompose<T>('N', 'N', m, n, A, lda, S, nullptr, 1, nullptr, 1);
    const Index rows = econ ? values() : n;
    std::vector<T> transposed(static_cast<std::size_t>(rows * n));
    const char job = econ ? 'S' : 'A';
    const int info = decompose<T>(job, job, m, n, A, lda, S, U, ldu, transposed.data(), std::max<Index>(1, rows));
    const Matrix<T> v{V, ldv};
    for (Index j = 0; j < rows; ++j) {
      for (Index i = 0; i < n; ++i) v(i, j) = conjugate(transposed[static_cast<std::size_t>(j + i * rows)]);
    }
    return info;
  }

  /// |A - U S V^H| of the matrix as it was, with so many of the values. The copy is lost.
  [[nodiscard]] double residual(std::vector<T>& before, Index rank) const {
    std::vector<T> scaled(static_cast<std::size_t>(m * rank));
    for (Index j = 0; j < rank; ++j) {
      for (Index i = 0; i < m; ++i) scaled[static_cast<std::size_t>(i + j * m)] = U[i + j * ldu] * S[j];
    }
    if (m > 0 && n > 0 && rank > 0)
      call_host<T, "gemm">('N', 'C', m, n, rank, T(-1), scaled.data(), m, V, ldv, T(1), before.data(), m);
    double sum = 0;
    for (const T& value : before) sum += std::norm(value);
    return std::sqrt(sum);
  }

  [[nodiscard]] int as_jacobi(int info) const { return info == 0 ? 0 : static_cast<int>(values() + 1); }

  /// The same as by Jacobi's method, with what that tells of it; without vectors the residual has no meaning.
  [[nodiscard]] int solve_as_jacobi(Jacobi& told) const {
    std::vector<T> before = has_vectors() ? copy_of(Matrix<T>{A, lda}, m, n) : std::vector<T>();
    const int info = solve();
    told.sweeps = 1;
    told.residual = info == 0 && has_vectors() ? residual(before, values()) : 0;
    return as_jacobi(info);
  }
};

[[nodiscard]] constexpr bool is_gesvdj(cusolverEigMode_t jobz, Index m, Index n, Index lda, Index ldu, Index ldv) {
  const bool has_vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  return is_mode(jobz) && is_general(m, n, lda) && is_leading(ldu, has_vectors ? m : 1) &&
         is_leading(ldv, has_vectors ? n : 1);
}

template <class T>
Status gesvdj(const Call& call, cusolverEigMode_t jobz, int econ, Index m, Index n, T* A, Index lda, Real<T>* S, T* U,
              Index ldu, T* V, Index ldv, int* info, gesvdjInfo_t params) {
  if (!is_gesvdj(jobz, m, n, lda, ldu, ldv) || !is_there(params)) return kInvalid;
  const Singular<T> matrix{jobz, econ != 0, m, n, A, lda, S, U, ldu, V, ldv};
  return call.informs(info, [matrix, told = params->kept](const Memory& memory) {
    matrix.reach(memory);
    told->is_batch = false;
    return matrix.solve_as_jacobi(*told);
  });
}

/// Of small ones alone, as on a GPU.
[[nodiscard]] constexpr bool is_gesvdj_batched(cusolverEigMode_t jobz, Index m, Index n, Index lda, Index ldu,
                                               Index ldv, Index count) {
  return is_gesvdj(jobz, m, n, lda, ldu, ldv) && m <= 32 && n <= 32 && count >= 0;
}

template <class T>
Status gesvdj_batched(const Call& call, cusolverEigMode_t jobz, Index m, Index n, T* A, Index lda, Real<T>* S, T* U,
                      Index ldu, T* V, Index ldv, int* infos, gesvdjInfo_t params, Index count) {
  if (!is_gesvdj_batched(jobz, m, n, lda, ldu, ldv, count) || !is_there(params)) return kInvalid;
  const Singular<T> first{jobz, false, m, n, A, lda, S, U, ldu, V, ldv};
  return call.does([first, infos, count, told = params->kept](const Memory& memory) {
    told->is_batch = true;
    int* const answers = memory.array(Use::write, "array of infos", infos, count);
    for (Index i = 0; i < count; ++i) {
      Singular<T> matrix = first;
      matrix.A += i * first.lda * first.n;
      matrix.S += i * first.values();
      if (first.has_vectors()) {
        matrix.U += i * first.ldu * first.m;
        matrix.V += i * first.ldv * first.n;
      }
      matrix.reach(memory);
      answers[i] = matrix.as_jacobi(matrix.solve());
    }
  });
}

/// Of batches at strides, of which the largest values are wanted.
[[nodiscard]] constexpr bool is_gesvda(cusolverEigMode_t jobz, Index rank, Index m, Index n, Index lda, Index ldu,
                                       Index ldv, Index count) {
  return is_gesvdj(jobz, m, n, lda, ldu, ldv) && is_tall(m, n) && rank >= 0 && rank <= n && count >= 0;
}

/// The largest values of a matrix that stays as it is, and the vectors to them.
template <class T>
struct Largest {
  Index m, n, rank;
  const T* A;
  Index lda;
  Real<T>* S;
  T* U;  // nullptr: they are not wanted
  Index ldu;
  T* V;
  Index ldv;

  void reach(const Memory& memory) const {
    memory.matrix(Use::read, "matrix A", A, lda, m, n);
    memory.array(Use::write, "array S", S, rank);
    if (U != nullptr) memory.matrix(Use::write, "matrix U", U, ldu, m, rank);
    if (V != nullptr) memory.matrix(Use::write, "matrix V", V, ldv, n, rank);
  }

  /// \param left  what they leave of the matrix, where that is wanted: |A - U S V^H|
  [[nodiscard]] int solve(double* left) const {
    const Index values = std::min(m, n);
    std::vector<T> before = copy_of(Matrix<const T>{A, lda}, m, n);
    std::vector<T> lost = before;
    std::vector<Real<T>> s(static_cast<std::size_t>(values));
    std::vector<T> u(static_cast<std::size_t>(m * values)), v(static_cast<std::size_t>(n * values));
    const bool has_vectors = U != nullptr || V != nullptr;
    const Index rows = std::max<Index>(1, m);
    const Singular<T> matrix{.jobz = has_vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR,
                             .econ = true,
                             .m = m,
                             .n = n,
                             .A = lost.data(),
                             .lda = rows,
                             .S = s.data(),
                             .U = u.data(),
                             .ldu = rows,
                             .V = v.data(),
                             .ldv = std::max<Index>(1, n)};
    const int info = matrix.solve();
    const auto take = [&](T* to, Index ld, const std::vector<T>& from, Index height) {
      for (Index j = 0; to != nullptr && j < rank; ++j) std::copy_n(from.begin() + j * height, height, to + j * ld);
    };
    std::copy_n(s.begin(), rank, S);
    take(U, ldu, u, m);
    take(V, ldv, v, n);
    if (left != nullptr && has_vectors) *left = matrix.residual(before, rank);
    return info == 0 ? 0 : static_cast<int>(values + 1);
  }
};

/// \param norms  of what is left of each matrix: the host's, so that the call waits
template <class T>
Status gesvda(const Call& call, cusolverEigMode_t jobz, Index rank, Index m, Index n, const T* A, Index lda,
              Index stride_a, Real<T>* S, Index stride_s, T* U, Index ldu, Index stride_u, T* V, Index ldv,
              Index stride_v, int* infos, double* norms, Index count) {
  if (!is_gesvda(jobz, rank, m, n, lda, ldu, ldv, count)) return kInvalid;
  const bool has_vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  return call.waits([=](const Memory& memory) {
    int* const answers = memory.array(Use::write, "array of infos", infos, count);
    for (Index i = 0; i < count; ++i) {
      const Largest<T> largest{.m = m,
                               .n = n,
                               .rank = rank,
                               .A = A + i * stride_a,
                               .lda = lda,
                               .S = S + i * stride_s,
                               .U = has_vectors ? U + i * stride_u : nullptr,
                               .ldu = ldu,
                               .V = has_vectors ? V + i * stride_v : nullptr,
                               .ldv = ldv};
      largest.reach(memory);
      answers[i] = largest.solve(norms == nullptr ? nullptr : norms + i);
    }
  });
}

/// The k largest values, which a GPU finds by products with random numbers: here they are those of the matrix itself.
[[nodiscard]] constexpr bool is_gesvdr(signed char jobu, signed char jobv, Index m, Index n, Index k, Index p,
                                       Index steps, Index lda, Index ldu, Index ldv) {
  const auto is_job = [](signed char job) { return job == 'S' || job == 'N'; };
  return is_job(jobu) && is_job(jobv) && is_general(m, n, lda) && k >= 0 && p >= 0 && k + p <= std::min(m, n) &&
         steps >= 0 && is_leading(ldu, jobu == 'S' ? m : 1) && is_leading(ldv, jobv == 'S' ? n : 1);
}

template <class T>
Status gesvdr(const Call& call, signed char jobu, signed char jobv, Index m, Index n, Index k, Index p, Index steps,
              const T* A, Index lda, Real<T>* S, T* U, Index ldu, T* V, Index ldv, int* info) {
  if (!is_gesvdr(jobu, jobv, m, n, k, p, steps, lda, ldu, ldv)) return kInvalid;
  const Largest<T> largest{.m = m,
                           .n = n,
                           .rank = k,
                           .A = A,
                           .lda = lda,
                           .S = S,
                           .U = jobu == 'S' ? U : nullptr,
                           .ldu = ldu,
                           .V = jobv == 'S' ? V : nullptr,
                           .ldv = ldv};
  return call.informs(info, [largest](const Memory& memory) {
    largest.reach(memory);
    return largest.solve(nullptr);
  });
}

}  // namespace warpglass::solver
