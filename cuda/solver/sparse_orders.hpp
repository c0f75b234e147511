// Orders of sparse matrices of the host, and matrices in them.
#pragma once

#include <algorithm>
#include <vector>

#include "cuda/solver/orderings.hpp"
#include "cuda/solver/sparse_call.hpp"

namespace warpglass::solver::sparse {

inline Status is_symmetric(const SparseCall&, const GivenPattern& given, const int* ends, int* issym) {
  if (const Status status = checked(given); status != kDone) return status;
  if (ends == nullptr || issym == nullptr) return kInvalid;
  const auto pattern = pattern_of(given, base_of(given), ends);
  if (!pattern) return kInvalid;
  *issym = has_symmetric_pattern(*pattern) ? 1 : 0;
  return kDone;
}

template <Ordering kWhat>
Status order(const SparseCall&, const GivenPattern& given, int* p) {
  if (const Status status = checked(given); status != kDone) return status;
  const auto pattern = p == nullptr ? std::nullopt : pattern_of(given, base_of(given));
  if (!pattern) return kInvalid;
  std::ranges::copy(ordering(*pattern, kWhat), p);
  return kDone;
}

/// Zeroes that are stored are none of the diagonal's.
template <class T>
Status free_diagonal(const SparseCall&, const Given<T>& given, int* P, int* numnz) {
  if (const Status status = checked(given); status != kDone) return status;
  const auto a = P == nullptr || numnz == nullptr ? std::nullopt : matrix_of(given, base_of(given.pattern()));
  if (!a) return kInvalid;
  Pattern there{a->rows, a->columns, {0}, {}};
  for (int i = 0; i < a->rows; ++i) {
    for (int at = a->offsets[i]; at < a->offsets[i + 1]; ++at) {
      if (a->values[at] != Wide<T>(0)) there.indices.push_back(a->indices[at]);
    }
    there.offsets.push_back(static_cast<int>(there.indices.size()));
  }
  const auto [columns, found] = matching(there);
  std::ranges::copy(columns, P);
  *numnz = found;
  return kDone;
}

/// Whether it names all of them. \return  which place each has; empty: it does not
[[nodiscard]] inline Indices places(const int* order, int n) {
  Indices place(static_cast<std::size_t>(n), -1);
  for (int i = 0; i < n; ++i) {
    if (order[i] < 0 || order[i] >= n || place[order[i]] >= 0) return {};
    place[order[i]] = i;
  }
  return place;
}

inline Status permutation_size(const SparseCall&, const GivenPattern& given, const int* p, const int* q,
                               std::size_t* bytes) {
  if (const Status status = checked(given); status != kDone) return status;
  if (p == nullptr || q == nullptr || bytes == nullptr) return kInvalid;
  *bytes = 1;
  return kDone;
}

/// Takes along which element is where. \param offsets, columns  of the matrix, which are overwritten
inline Status permute(const SparseCall&, const GivenPattern& given, int* offsets, int* columns, const int* p,
                      const int* q, int* map) {
  if (const Status status = checked(given); status != kDone) return status;
  if (p == nullptr || q == nullptr || map == nullptr) return kInvalid;
  const int base = base_of(given);
  const auto pattern = pattern_of(given, base);
  const Indices place = places(q, given.columns);
  if (!pattern || static_cast<int>(place.size()) != given.columns ||
      static_cast<int>(places(p, given.rows).size()) != given.rows)
    return kInvalid;
  const Indices old_map(map, map + given.count);
  int to = 0;
  Indices row;
  for (int i = 0; i < given.rows; ++i) {
    row.resize(static_cast<std::size_t>(pattern->offsets[p[i] + 1] - pattern->offsets[p[i]]));
    std::iota(row.begin(), row.end(), pattern->offsets[p[i]]);
    std::ranges::stable_sort(row, {}, [&](int at) { return place[pattern->indices[at]]; });
    offsets[i] = to + base;
    for (const int at : row) {
      columns[to] = place[pattern->indices[at]] + base;
      map[to++] = old_map[at];
    }
  }
  offsets[given.rows] = to + base;
  return kDone;
}

}  // namespace warpglass::solver::sparse
