// Orthogonal factors: QR, and the ways to matrices of two or three diagonals. In complex numbers they are unitary.
#pragma once

#include <algorithm>

#include "cuda/solver/call.hpp"

namespace warpglass::solver {

// ---- QR ----

template <class T>
Status geqrf(const Call& call, Index m, Index n, T* A, Index lda, T* tau, int* info) {
  if (!is_general(m, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::update, "matrix A", A, lda, m, n);
    memory.array(Use::write, "array tau", tau, std::min(m, n));
    return with_work<T>([&](T* work, int size) { return lapack<T, "geqrf">(m, n, A, lda, tau, work, size); });
  });
}

[[nodiscard]] constexpr bool is_orgqr(Index m, Index n, Index k, Index lda) {
  return is_general(m, n, lda) && n <= m && is_size(k) && k <= n;
}

template <class T>
Status orgqr(const Call& call, Index m, Index n, Index k, T* A, Index lda, const T* tau, int* info) {
  if (!is_orgqr(m, n, k, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::read, "matrix A", A, lda, m, k);
    memory.matrix(Use::write, "matrix A", A, lda, m, n);
    memory.array(Use::read, "array tau", tau, k);
    return with_work<T>(
        [&](T* work, int size) { return lapack<T, "orgqr", "ungqr">(m, n, k, A, lda, tau, work, size); });
  });
}

/// A complex factor is there as it is and as its conjugate transpose, a real one also by the name of the latter.
template <class T>
[[nodiscard]] constexpr bool is_factor_operation(cublasOperation_t trans) {
  return trans == CUBLAS_OP_N || trans == CUBLAS_OP_C || (trans == CUBLAS_OP_T && !kIsComplex<T>);
}
template <class T>
[[nodiscard]] constexpr char factor_letter(cublasOperation_t trans) {
  return trans == CUBLAS_OP_N ? 'N' : kIsComplex<T> ? 'C' : 'T';
}

template <class T>
[[nodiscard]] constexpr bool is_ormqr(cublasSideMode_t side, cublasOperation_t trans, Index m, Index n, Index k,
                                      Index lda, Index ldc) {
  const Index order = side == CUBLAS_SIDE_LEFT ? m : n;
  const bool transposes = trans == CUBLAS_OP_N || trans == (kIsComplex<T> ? CUBLAS_OP_C : CUBLAS_OP_T);
  return is_side(side) && transposes && is_general(m, n, ldc) && is_size(k) && k <= order && is_leading(lda, order);
}

template <class T>
Status ormqr(const Call& call, cublasSideMode_t side, cublasOperation_t trans, Index m, Index n, Index k, const T* A,
             Index lda, const T* tau, T* C, Index ldc, int* info) {
  if (!is_ormqr<T>(side, trans, m, n, k, lda, ldc)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::read, "matrix A", A, lda, side == CUBLAS_SIDE_LEFT ? m : n, k);
    memory.array(Use::read, "array tau", tau, k);
    memory.matrix(Use::update, "matrix C", C, ldc, m, n);
    return with_work<T>([&](T* work, int size) {
      return lapack<T, "ormqr", "unmqr">(letter(side), factor_letter<T>(trans), m, n, k, A, lda, tau, C, ldc, work,
                                         size);
    });
  });
}

/// The triangle that makes one block of so many reflections.
[[nodiscard]] constexpr bool is_larft(cusolverDirectMode_t direct, cusolverStorevMode_t storev, Index n, Index k,
                                      Index ldv, Index ldt) {
  return direct == CUBLAS_DIRECT_FORWARD && storev == CUBLAS_STOREV_COLUMNWISE && is_general(n, k, ldv) && k <= n &&
         is_leading(ldt, k);
}

template <class T>
Status larft(const Call& call, cusolverDirectMode_t direct, cusolverStorevMode_t storev, Index n, Index k, const T* V,
             Index ldv, const T* tau, T* to, Index ldt) {
  if (!is_larft(direct, storev, n, k, ldv, ldt)) return kInvalid;
  return call.does([=](const Memory& memory) {
    memory.matrix(Use::read, "matrix V", V, ldv, n, k);
    memory.array(Use::read, "array tau", tau, k);
    reach_triangle(memory, Use::write, "matrix T", CUBLAS_FILL_MODE_UPPER, k, to, ldt);
    if (k > 0) call_host<T, "larft">('F', 'C', n, k, V, ldv, tau, to, ldt);
  });
}

// ---- Two diagonals ----

template <class T>
Status gebrd(const Call& call, Index m, Index n, T* A, Index lda, Real<T>* D, Real<T>* E, T* tauq, T* taup, int* info) {
  if (!is_general(m, n, lda)) return kInvalid;
  if (m < n) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return call.informs(info, [=](const Memory& memory) {
    memory.matrix(Use::update, "matrix A", A, lda, m, n);
    memory.array(Use::write, "array D", D, n);
    memory.array(Use::write, "array E", E, std::max<Index>(n - 1, 0));
    memory.array(Use::write, "array tauq", tauq, n);
    memory.array(Use::write, "array taup", taup, n);
    return with_work<T>(
        [&](T* work, int size) { return lapack<T, "gebrd">(m, n, A, lda, D, E, tauq, taup, work, size); });
  });
}

/// Q of so many rows and columns, or P's conjugate transpose.
[[nodiscard]] constexpr bool is_orgbr(cublasSideMode_t side, Index m, Index n, Index k, Index lda) {
  if (!is_side(side) || !is_general(m, n, lda) || !is_size(k)) return false;
  return side == CUBLAS_SIDE_LEFT ? n <= m && n >= std::min(m, k) : m <= n && m >= std::min(n, k);
}

template <class T>
Status orgbr(const Call& call, cublasSideMode_t side, Index m, Index n, Index k, T* A, Index lda, const T* tau,
             int* info) {
  if (!is_orgbr(side, m, n, k, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    memory.matrix(Use::update, "matrix A", A, lda, m, n);
    memory.array(Use::read, "array tau", tau, std::min(left ? m : n, k));
    return with_work<T>([&](T* work, int size) {
      return lapack<T, "orgbr", "ungbr">(left ? 'Q' : 'P', m, n, k, A, lda, tau, work, size);
    });
  });
}

// ---- Three diagonals ----

template <class T>
Status sytrd(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, Real<T>* D, Real<T>* E, T* tau,
             int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    const Index beside = std::max<Index>(n - 1, 0);
    reach_triangle(memory, Use::update, "matrix A", uplo, n, A, lda);
    memory.array(Use::write, "array d", D, n);
    memory.array(Use::write, "array e", E, beside);
    memory.array(Use::write, "array tau", tau, beside);
    return with_work<T>(
        [&](T* work, int size) { return lapack<T, "sytrd", "hetrd">(letter(uplo), n, A, lda, D, E, tau, work, size); });
  });
}

template <class T>
Status orgtr(const Call& call, cublasFillMode_t uplo, Index n, T* A, Index lda, const T* tau, int* info) {
  if (!is_triangular(uplo, n, lda)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    reach_triangle(memory, Use::read, "matrix A", uplo, n, A, lda);
    memory.matrix(Use::write, "matrix A", A, lda, n, n);
    memory.array(Use::read, "array tau", tau, std::max<Index>(n - 1, 0));
    return with_work<T>(
        [&](T* work, int size) { return lapack<T, "orgtr", "ungtr">(letter(uplo), n, A, lda, tau, work, size); });
  });
}

template <class T>
[[nodiscard]] constexpr bool is_ormtr(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, Index m,
                                      Index n, Index lda, Index ldc) {
  return is_side(side) && is_triangle(uplo) && is_factor_operation<T>(trans) && is_general(m, n, ldc) &&
         is_leading(lda, side == CUBLAS_SIDE_LEFT ? m : n);
}

template <class T>
Status ormtr(const Call& call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, Index m, Index n,
             T* A, Index lda, T* tau, T* C, Index ldc, int* info) {
  if (!is_ormtr<T>(side, uplo, trans, m, n, lda, ldc)) return kInvalid;
  return call.informs(info, [=](const Memory& memory) {
    const Index order = side == CUBLAS_SIDE_LEFT ? m : n;
    reach_triangle(memory, Use::update, "matrix A", uplo, order, A, lda);  // which LAPACK puts back
    memory.array(Use::read, "array tau", tau, std::max<Index>(order - 1, 0));
    memory.matrix(Use::update, "matrix C", C, ldc, m, n);
    return with_work<T>([&](T* work, int size) {
      return lapack<T, "ormtr", "unmtr">(letter(side), letter(uplo), factor_letter<T>(trans), m, n, A, lda, tau, C, ldc,
                                         work, size);
    });
  });
}

}  // namespace warpglass::solver
