// Sparse systems step by step: what a call has factorised is kept for those that follow.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cuda/solver/sparse_solved.hpp"

namespace warpglass::solver::sparse {

template <class Number>
struct Kept {
  Matrix<Number> matrix;
  std::optional<LowerUpper<Number>> triangles;
  std::optional<Cholesky<Number>> root;
};

/// Of whichever numbers; work in a stream may come later than the end of what has led to it.
struct Info {
  std::shared_ptr<std::pair<Kept<double>, Kept<DoubleComplex>>> all =
      std::make_shared<std::pair<Kept<double>, Kept<DoubleComplex>>>();
};

}  // namespace warpglass::solver::sparse

struct csrluInfoHost : warpglass::solver::sparse::Info {};
struct csrqrInfoHost : warpglass::solver::sparse::Info {};
struct csrcholInfoHost : warpglass::solver::sparse::Info {};
struct csrqrInfo : warpglass::solver::sparse::Info {};
struct csrcholInfo : warpglass::solver::sparse::Info {};

namespace warpglass::solver::sparse {

template <class Made>
inline constexpr bool kOnDevice = std::is_same_v<Made, csrqrInfo> || std::is_same_v<Made, csrcholInfo>;

template <class Made>
[[nodiscard]] bool is_made(Made* info) {
  return LiveHandles<Made*>::all().has(info);
}

/// `body(memory, kept)`, at once where it is the host's, which has no Memory. \tparam Made  what leads to what is kept
template <class T, class Made, class Body>
Status step(const SparseCall& call, const Made* info, bool waits, Body body) {
  auto all = info->all;
  const auto kept = [all] { return &std::get<Kept<Wide<T>>>(*all); };
  if constexpr (kOnDevice<Made>) {
    const auto work = [kept, body = std::move(body)](const Memory& memory) { (void)body(&memory, *kept()); };
    return waits ? call.waits(work) : call.does(work);
  } else {
    return body(static_cast<const Memory*>(nullptr), *kept());
  }
}

/// Of the device or of the host.
template <class T>
[[nodiscard]] std::optional<Matrix<Wide<T>>> taken(const Memory* memory, const Given<T>& given, int base) {
  return memory != nullptr ? std::optional(reached(*memory, given, base)) : matrix_of(given, base);
}
template <class T>
void reach(const Memory* memory, Use use, const char* name, T* array, Index count) {
  if (memory != nullptr) memory->array(use, name, array, count);
}
[[nodiscard]] inline Status nothing_kept(const Memory* memory) {
  if (memory != nullptr) memory->refuse("there are no factors, or the matrix is singular");
  return kInvalid;
}

template <class Made>
Status analyse_step(const SparseCall&, const GivenPattern& given, Made* info) {
  const Status status = checked(given);
  return status == kDone && !is_made(info) ? kInvalid : status;
}

template <class T, class Made>
Status step_sizes(const SparseCall&, const Given<T>& given, Made* info, std::size_t* internal, std::size_t* workspace) {
  if (const Status status = checked(given.pattern()); status != kDone) return status;
  if (!is_made(info) || internal == nullptr || workspace == nullptr) return kInvalid;
  *internal = *workspace = 1;
  return kDone;
}

template <class T, class Made>
Status factor_lu(const SparseCall& call, const Given<T>& given, Made* info) {
  if (const Status status = checked(given); status != kDone) return status;
  if (!is_made(info)) return kInvalid;
  return step<T>(call, info, false, [=, base = base_of(given.pattern())](const Memory* memory, Kept<Wide<T>>& kept) {
    const auto a = taken(memory, given, base);
    if (!a) return kInvalid;
    kept.triangles.emplace(transposed(*a), column_ordering(*a), 0);
    return kDone;
  });
}

template <class T, class Made>
Status set_up_qr(const SparseCall& call, const Given<T>& given, T mu, Made* info) {
  if (const Status status = checked(given); status != kDone) return status;
  const bool is_shifted = mu != T(0);
  if (!is_made(info) || given.rows < given.columns || (is_shifted && given.rows != given.columns)) return kInvalid;
  return step<T>(call, info, false, [=, base = base_of(given.pattern())](const Memory* memory, Kept<Wide<T>>& kept) {
    auto a = taken(memory, given, base);
    if (!a) return kInvalid;
    kept.matrix = is_shifted ? shifted(*a, Wide<T>(mu)) : std::move(*a);
    return kDone;
  });
}

template <class T>
Status solve_kept(const Memory* memory, const Kept<Wide<T>>& kept, int m, int n, const T* b, T* x) {
  const auto solve = [&](const std::vector<Wide<T>>& result) {
    narrow(result, x);
    return kDone;
  };
  reach(memory, Use::read, "vector b", b, m);
  reach(memory, Use::write, "vector x", x, n);
  if (m != n) {
    if (kept.matrix.rows != m || kept.matrix.columns != n) return nothing_kept(memory);
    return solve(nearest(kept.matrix, widened(b, m), 0).x);
  }
  const auto of = [&](const auto& factors) {
    if (!factors || factors->singular() != kRegular || factors->size() != n) return nothing_kept(memory);
    return solve(factors->solve(widened(b, n)));
  };
  return kept.root ? of(kept.root) : of(kept.triangles);
}

template <class T, class Made>
Status solve_step(const SparseCall& call, int m, int n, const T* b, T* x, Made* info) {
  if (m < 0 || n < 0 || m < n || b == nullptr || x == nullptr || !is_made(info)) return kInvalid;
  return step<T>(call, info, false,
                 [=](const Memory* memory, const Kept<Wide<T>>& kept) { return solve_kept(memory, kept, m, n, b, x); });
}

/// Solves as well, where there is something to solve.
template <class T, class Made>
Status factor_qr(const SparseCall& call, int m, int n, int nnz, const T* b, T* x, Made* info) {
  if (m < 0 || n < 0 || m < n || nnz < 0 || !is_made(info)) return kInvalid;
  return step<T>(call, info, false, [=](const Memory* memory, Kept<Wide<T>>& kept) {
    const Matrix<Wide<T>>& a = kept.matrix;
    if (a.rows != m || a.columns != n) return nothing_kept(memory);
    if (m == n) kept.triangles.emplace(transposed(a), column_ordering(a), 0);
    return b == nullptr || x == nullptr ? kDone : solve_kept(memory, kept, m, n, b, x);
  });
}

template <class T, class Made>
Status factor_cholesky(const SparseCall& call, const Given<T>& given, Made* info) {
  if (const Status status = checked(given); status != kDone) return status;
  if (!is_made(info)) return kInvalid;
  return step<T>(call, info, false, [=, base = base_of(given.pattern())](const Memory* memory, Kept<Wide<T>>& kept) {
    const auto a = taken(memory, given, base);
    if (!a) return kInvalid;
    kept.root.emplace(*a, ordering(*a, Ordering::fill), 0);
    return kDone;
  });
}

/// In the order of the factors.
template <class T, class Made, class R>
Status zero_pivot(const SparseCall& call, Made* info, R tol, int* position) {
  if (!is_made(info) || position == nullptr) return kInvalid;
  return step<T>(call, info, true, [=](const Memory*, const Kept<Wide<T>>& kept) {
    *position = kept.root ? kept.root->singular(tol) : kept.triangles ? kept.triangles->singular(tol) : kRegular;
    return kDone;
  });
}

template <class T, class Made>
Status diagonal_of(const SparseCall& call, Made* info, Real<T>* diag) {
  if (!is_made(info) || diag == nullptr) return kInvalid;
  return step<T>(call, info, false, [=](const Memory* memory, const Kept<Wide<T>>& kept) {
    if (!kept.root) return nothing_kept(memory);
    const std::vector<double> diagonal = kept.root->diagonal();
    reach(memory, Use::write, "array diag", diag, static_cast<Index>(diagonal.size()));
    narrow<Real<T>>(diagonal, diag);
    return kDone;
  });
}

// ---- What factors are made of ----

template <class T>
struct Extracted {
  const cusparseMatDescr* descriptor;
  T* values;
  int *offsets, *indices;

  [[nodiscard]] bool is_good() const {
    return descriptor != nullptr && values != nullptr && offsets != nullptr && indices != nullptr;
  }
  void fill(const Matrix<Wide<T>>& from) const {
    const int base = descriptor->base == CUSPARSE_INDEX_BASE_ONE ? 1 : 0;
    const auto counted = [base](int index) { return index + base; };
    narrow(from.values, values);
    std::ranges::transform(from.offsets, offsets, counted);
    std::ranges::transform(from.indices, indices, counted);
  }
};

inline Status count_lu(const SparseCall&, int* lower, int* upper, csrluInfoHost_t info) {
  if (!is_made(info) || lower == nullptr || upper == nullptr) return kInvalid;
  const auto count = [&](const auto& factors) {
    if (!factors) return kInvalid;
    *lower = static_cast<int>(factors->lower().values.size());
    *upper = static_cast<int>(factors->upper().values.size());
    return kDone;
  };
  return info->all->first.triangles ? count(info->all->first.triangles) : count(info->all->second.triangles);
}

/// P A Q^T = L U: P and Q tell which row and column comes.
template <class T>
Status extract_lu(const SparseCall& call, int* P, int* Q, const Extracted<T>& lower, const Extracted<T>& upper,
                  csrluInfoHost_t info) {
  if (!is_made(info) || P == nullptr || Q == nullptr || !lower.is_good() || !upper.is_good()) return kInvalid;
  return step<T>(call, info, false, [=](const Memory* memory, const Kept<Wide<T>>& kept) {
    if (!kept.triangles || kept.triangles->singular() != kRegular) return nothing_kept(memory);
    std::ranges::copy(kept.triangles->rows(), P);
    std::ranges::copy(kept.triangles->columns(), Q);
    lower.fill(kept.triangles->lower());
    upper.fill(kept.triangles->upper());
    return kDone;
  });
}

}  // namespace warpglass::solver::sparse
