// Calls that name the types of their numbers: the same work, by the type that an argument says.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/solver/eigen.hpp"
#include "cuda/solver/factors.hpp"
#include "cuda/solver/orthogonal.hpp"
#include "cuda/solver/refined.hpp"
#include "cuda/solver/singular.hpp"

namespace warpglass::solver {

[[nodiscard]] constexpr cudaDataType real_type_of(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
[[nodiscard]] constexpr cudaDataType complex_type_of(cudaDataType type) {
  return type == CUDA_R_32F ? CUDA_C_32F : type == CUDA_R_64F ? CUDA_C_64F : type;
}

/// Of what matrices may be made.
[[nodiscard]] constexpr bool is_number(cudaDataType type) {
  return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F || type == CUDA_C_64F;
}
/// What has to be of the matrix's own type.
[[nodiscard]] constexpr bool is_of(cudaDataType type, cudaDataType matrix) { return is_number(type) && type == matrix; }
/// A matrix and values of real numbers.
[[nodiscard]] constexpr bool is_spectral(cudaDataType matrix, cudaDataType values, cudaDataType compute) {
  return is_of(compute, matrix) && values == real_type_of(matrix);
}

/// Pointers as a type has them.
template <class T>
struct Typed {
  [[nodiscard]] T* operator()(void* pointer) const { return static_cast<T*>(pointer); }
  [[nodiscard]] const T* operator()(const void* pointer) const { return static_cast<const T*>(pointer); }
  [[nodiscard]] Real<T>* real(void* pointer) const { return static_cast<Real<T>*>(pointer); }
};

/// `work(Typed<T>)` for a matrix's type, where what goes with it is of types that may be.
template <class Work>
Status for_type(bool go_together, cudaDataType type, const Work& work) {
  if (!go_together) return kInvalid;
  switch (type) {
    case CUDA_R_32F: return work(Typed<float>());
    case CUDA_R_64F: return work(Typed<double>());
    case CUDA_C_32F: return work(Typed<Complex>());
    case CUDA_C_64F: return work(Typed<DoubleComplex>());
    default: return kInvalid;
  }
}

// ---- Factors ----

inline Status x_potrf(const Call& call, cublasFillMode_t uplo, Index n, cudaDataType type, void* A, Index lda,
                      cudaDataType compute, int* info) {
  return for_type(is_of(compute, type), type, [&](auto as) { return potrf(call, uplo, n, as(A), lda, info); });
}
inline Status x_potrs(const Call& call, cublasFillMode_t uplo, Index n, Index nrhs, cudaDataType type, const void* A,
                      Index lda, cudaDataType b_type, void* B, Index ldb, int* info) {
  return for_type(is_of(b_type, type), type,
                  [&](auto as) { return potrs(call, uplo, n, nrhs, as(A), lda, as(B), ldb, info); });
}
inline Status x_trtri(const Call& call, cublasFillMode_t uplo, cublasDiagType_t diag, Index n, cudaDataType type,
                      void* A, Index lda, int* info) {
  return for_type(true, type, [&](auto as) { return trtri(call, uplo, diag, n, as(A), lda, info); });
}
inline Status x_getrf(const Call& call, Index m, Index n, cudaDataType type, void* A, Index lda, std::int64_t* ipiv,
                      cudaDataType compute, int* info) {
  return for_type(is_of(compute, type), type, [&](auto as) { return getrf(call, m, n, as(A), lda, ipiv, info); });
}
inline Status x_getrs(const Call& call, cublasOperation_t trans, Index n, Index nrhs, cudaDataType type, const void* A,
                      Index lda, const std::int64_t* ipiv, cudaDataType b_type, void* B, Index ldb, int* info) {
  return for_type(is_of(b_type, type), type,
                  [&](auto as) { return getrs(call, trans, n, nrhs, as(A), lda, ipiv, as(B), ldb, info); });
}
inline Status x_sytrs(const Call& call, cublasFillMode_t uplo, Index n, Index nrhs, cudaDataType type, const void* A,
                      Index lda, const std::int64_t* ipiv, cudaDataType b_type, void* B, Index ldb, int* info) {
  return for_type(is_of(b_type, type), type,
                  [&](auto as) { return sytrs(call, uplo, n, nrhs, as(A), lda, ipiv, as(B), ldb, info); });
}
inline Status x_geqrf(const Call& call, Index m, Index n, cudaDataType type, void* A, Index lda, cudaDataType tau_type,
                      void* tau, cudaDataType compute, int* info) {
  return for_type(is_of(compute, type) && is_of(tau_type, type), type,
                  [&](auto as) { return geqrf(call, m, n, as(A), lda, as(tau), info); });
}
inline Status x_larft(const Call& call, cusolverDirectMode_t direct, cusolverStorevMode_t storev, Index n, Index k,
                      cudaDataType type, const void* V, Index ldv, cudaDataType tau_type, const void* tau,
                      cudaDataType t_type, void* T, Index ldt, cudaDataType compute) {
  return for_type(is_of(tau_type, type) && is_of(t_type, type) && is_of(compute, type), type,
                  [&](auto as) { return larft(call, direct, storev, n, k, as(V), ldv, as(tau), as(T), ldt); });
}

// ---- Eigenvalues ----

inline Status x_syevd(const Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n, cudaDataType type,
                      void* A, Index lda, cudaDataType w_type, void* W, cudaDataType compute, int* info) {
  return for_type(is_spectral(type, w_type, compute), type,
                  [&](auto as) { return syevd(call, jobz, uplo, n, as(A), lda, as.real(W), info); });
}

inline Status x_syev_batched(const Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, Index n,
                             cudaDataType type, void* A, Index lda, cudaDataType w_type, void* W, cudaDataType compute,
                             int* infos, Index count) {
  return for_type(is_spectral(type, w_type, compute), type, [&]<class T>(Typed<T> as) {
    if (!is_eigen(jobz, uplo, n, lda) || count < 0) return kInvalid;
    return syev_batched(call, Symmetric<T>{jobz, uplo, n, as(A), lda, as.real(W)}, infos, count,
                        [](const Symmetric<T>& matrix) { return matrix.solve(); });
  });
}

/// Bounds are of the values' type, and where they do not count they may be missing.
template <class R>
Chosen<R> chosen_of(cusolverEigRange_t range, const void* vl, const void* vu, Index il, Index iu) {
  if (range != CUSOLVER_EIG_RANGE_V || vl == nullptr || vu == nullptr) return {range, 0, 0, il, iu};
  return {range, *static_cast<const R*>(vl), *static_cast<const R*>(vu), il, iu};
}
[[nodiscard]] inline bool is_range(cusolverEigRange_t range, cudaDataType type, const void* vl, const void* vu,
                                   Index il, Index iu, Index n) {
  return type == CUDA_R_32F ? chosen_of<float>(range, vl, vu, il, iu).is_good(n)
                            : chosen_of<double>(range, vl, vu, il, iu).is_good(n);
}

inline Status x_syevdx(const Call& call, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
                       Index n, cudaDataType type, void* A, Index lda, const void* vl, const void* vu, Index il,
                       Index iu, std::int64_t* count, cudaDataType w_type, void* W, cudaDataType compute, int* info) {
  return for_type(is_spectral(type, w_type, compute), type, [&]<class T>(Typed<T> as) {
    return syevdx(call, jobz, chosen_of<Real<T>>(range, vl, vu, il, iu), uplo, n, as(A), lda, count, as.real(W), info);
  });
}

/// Of a real matrix the eigenvalues are wanted as complex numbers, or as real ones of which there are twice as many.
struct GeevTypes {
  cudaDataType a, w, vl, vr, compute;

  [[nodiscard]] bool go_together() const {
    return is_of(compute, a) && vl == a && vr == a && (w == a || w == complex_type_of(a));
  }
};

inline Status x_geev(const Call& call, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, Index n,
                     const GeevTypes& types, void* A, Index lda, void* W, Index ldvl, void* VR, Index ldvr, int* info) {
  return for_type(types.go_together(), types.a, [&]<class T>(Typed<T> as) {
    if (types.w == types.a) return geev(call, jobvl, jobvr, n, as(A), lda, as(W), ldvl, as(VR), ldvr, info);
    auto* const pairs = static_cast<std::complex<Real<T>>*>(W);
    return geev(call, jobvl, jobvr, n, as(A), lda, pairs, ldvl, as(VR), ldvr, info);
  });
}

// ---- Singular values ----

struct SvdTypes {
  cudaDataType a, s, u, v, compute;

  [[nodiscard]] bool go_together() const { return is_spectral(a, s, compute) && u == a && v == a; }
};

inline Status x_gesvd(const Call& call, signed char jobu, signed char jobvt, Index m, Index n, const SvdTypes& types,
                      void* A, Index lda, void* S, void* U, Index ldu, void* VT, Index ldvt, int* info) {
  return for_type(types.go_together(), types.a, [&](auto as) {
    return gesvd(call, jobu, jobvt, m, n, as(A), lda, as.real(S), as(U), ldu, as(VT), ldvt, info);
  });
}

/// \param error  of the values, of a method by polar factors: there is none in what LAPACK computes
inline Status x_gesvdp(const Call& call, cusolverEigMode_t jobz, int econ, Index m, Index n, const SvdTypes& types,
                       void* A, Index lda, void* S, void* U, Index ldu, void* V, Index ldv, int* info, double* error) {
  return for_type(types.go_together(), types.a, [&]<class T>(Typed<T> as) {
    if (!is_gesvdj(jobz, m, n, lda, ldu, ldv)) return kInvalid;
    const Singular<T> matrix{jobz, econ != 0, m, n, as(A), lda, as.real(S), as(U), ldu, as(V), ldv};
    return call.informs_and_waits(info, [=](const Memory& memory) {
      matrix.reach(memory);
      if (error != nullptr) *error = 0;
      return matrix.solve();
    });
  });
}

inline Status x_gesvdr(const Call& call, signed char jobu, signed char jobv, Index m, Index n, Index k, Index p,
                       Index steps, const SvdTypes& types, const void* A, Index lda, void* S, void* U, Index ldu,
                       void* V, Index ldv, int* info) {
  return for_type(types.go_together(), types.a, [&](auto as) {
    return gesvdr(call, jobu, jobv, m, n, k, p, steps, as(A), lda, as.real(S), as(U), ldu, as(V), ldv, info);
  });
}

}  // namespace warpglass::solver
