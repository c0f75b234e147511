// Systems of equations that a GPU solves with factors of a lower precision, and refines. Here the factors are of the
// matrices' own precision: nothing is left to refine, and no step is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/live_handles.hpp"
#include "cuda/solver/factors.hpp"

// What a program has set, and is told.
struct cusolverDnIRSParams {
  cusolverIRSRefinement_t solver = CUSOLVER_IRS_REFINE_NOT_SET;
  // nothing: not set
  cusolverPrecType_t main{};
  cusolverPrecType_t lowest{};
  double tolerance = 0;
  double inner_tolerance = 0;
  int most_steps = 50;
  int most_inner_steps = 50;
  bool falls_back = true;
};

struct cusolverDnIRSInfos {
  int most_steps = 0;
  bool wants_residuals = false;
};

namespace warpglass::solver {

[[nodiscard]] constexpr bool is_gesv(Index n, Index nrhs, Index lda, Index ldb, Index ldx) {
  return is_general(n, n, lda) && is_general(n, nrhs, ldb) && is_leading(ldx, n);
}

/// A X = B, of which A and B are left as they are. \param steps  the host's: the call waits
template <class T>
Status gesv(const Call& call, Index n, Index nrhs, T* A, Index lda, int* ipiv, T* B, Index ldb, T* X, Index ldx,
            int* steps, int* info) {
  if (!is_gesv(n, nrhs, lda, ldb, ldx)) return kInvalid;
  return call.informs_and_waits(info, [=](const Memory& memory) {
    const Matrix<T> a = memory.matrix(Use::read, "matrix A", A, lda, n, n);
    const Matrix<T> b = memory.matrix(Use::read, "matrix B", B, ldb, n, nrhs);
    const Matrix<T> x = memory.matrix(Use::write, "matrix X", X, ldx, n, nrhs);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    int* const to = ipiv == nullptr ? nullptr : memory.array(Use::write, "array of pivots", ipiv, n);
    std::vector<T> factors = copy_of(a, n, n);
    std::vector<T> solution = copy_of(b, n, nrhs);
    const Index leading = std::max<Index>(1, n);
    const int wrong = lapack<T, "gesv">(n, nrhs, factors.data(), leading, pivots.data(), solution.data(), leading);
    if (to != nullptr) write_pivots(pivots, to);
    for (Index j = 0; j < nrhs; ++j) std::copy_n(solution.begin() + j * n, n, x.at(0, j));
    if (steps != nullptr) *steps = 0;
    return wrong;
  });
}

[[nodiscard]] constexpr bool is_gels(Index m, Index n, Index nrhs, Index lda, Index ldb, Index ldx) {
  return is_general(m, n, lda) && is_tall(m, n) && is_general(m, nrhs, ldb) && is_leading(ldx, n);
}

/// The X for which |A X - B| is least. \param steps  the host's: the call waits
template <class T>
Status gels(const Call& call, Index m, Index n, Index nrhs, T* A, Index lda, T* B, Index ldb, T* X, Index ldx,
            int* steps, int* info) {
  if (!is_gels(m, n, nrhs, lda, ldb, ldx)) return kInvalid;
  return call.informs_and_waits(info, [=](const Memory& memory) {
    const Matrix<T> a = memory.matrix(Use::read, "matrix A", A, lda, m, n);
    const Matrix<T> b = memory.matrix(Use::read, "matrix B", B, ldb, m, nrhs);
    const Matrix<T> x = memory.matrix(Use::write, "matrix X", X, ldx, n, nrhs);
    std::vector<T> factors = copy_of(a, m, n);
    std::vector<T> solution = copy_of(b, m, nrhs);
    const Index leading = std::max<Index>(1, m);
    const int wrong = with_work<T>([&](T* work, int size) {
      return lapack<T, "gels">('N', m, n, nrhs, factors.data(), leading, solution.data(), leading, work, size);
    });
    for (Index j = 0; j < nrhs; ++j) std::copy_n(solution.begin() + j * m, n, x.at(0, j));
    if (steps != nullptr) *steps = 0;
    return wrong;
  });
}

// ---- The same with types and ways that an object holds ----

[[nodiscard]] inline bool is_there(cusolverDnIRSParams_t params) {
  return LiveHandles<cusolverDnIRSParams_t>::all().has(params);
}
[[nodiscard]] inline bool is_there(cusolverDnIRSInfos_t infos) {
  return LiveHandles<cusolverDnIRSInfos_t>::all().has(infos);
}

/// `work(T{})` for the type of the matrices.
template <class Work>
Status for_main_type(cusolverDnIRSParams_t params, const Work& work) {
  if (!is_there(params)) return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  if (params->solver == CUSOLVER_IRS_REFINE_NOT_SET) return CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
  if (params->main == CUSOLVER_R_32F) return work(float{});
  if (params->main == CUSOLVER_R_64F) return work(double{});
  if (params->main == CUSOLVER_C_32F) return work(Complex{});
  if (params->main == CUSOLVER_C_64F) return work(DoubleComplex{});
  return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
}

[[nodiscard]] inline Status refined_buffer_size(const Call& call, bool is_good, std::size_t* size) {
  return is_good ? buffer_size(call, size) : CUSOLVER_STATUS_IRS_PARAMS_INVALID;
}

inline Status irs_buffer_size(const Call& call, cusolverDnIRSParams_t params, bool is_good, std::size_t* size) {
  if (!is_there(params)) return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  return refined_buffer_size(call, is_good && params->main != cusolverPrecType_t{}, size);
}

inline Status irs_gesv(const Call& call, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos, Index n, Index nrhs,
                       void* A, Index lda, void* B, Index ldb, void* X, Index ldx, int* steps, int* info) {
  return for_main_type(params, [&](auto number) {
    using T = decltype(number);
    if (!is_there(infos)) return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
    infos->most_steps = params->most_steps;
    return gesv(call, n, nrhs, static_cast<T*>(A), lda, nullptr, static_cast<T*>(B), ldb, static_cast<T*>(X), ldx,
                steps, info);
  });
}

inline Status irs_gels(const Call& call, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos, Index m, Index n,
                       Index nrhs, void* A, Index lda, void* B, Index ldb, void* X, Index ldx, int* steps, int* info) {
  return for_main_type(params, [&](auto number) {
    using T = decltype(number);
    if (!is_there(infos)) return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
    infos->most_steps = params->most_steps;
    return gels(call, m, n, nrhs, static_cast<T*>(A), lda, static_cast<T*>(B), ldb, static_cast<T*>(X), ldx, steps,
                info);
  });
}

}  // namespace warpglass::solver
