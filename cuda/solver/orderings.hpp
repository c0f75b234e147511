// In which order a sparse matrix's rows and columns are best taken: what comes i-th is number order[i].
#pragma once

#include <cstdint>

#include "cuda/solver/sparse_matrix.hpp"

namespace warpglass::solver::sparse {

enum class Ordering : std::uint8_t { bandwidth, fill };

/// Of a square matrix's rows and columns alike, by its pattern and that of its transpose.
[[nodiscard]] Indices ordering(const Pattern& a, Ordering what);
/// Of a square matrix's columns, whose rows are exchanged for pivots.
[[nodiscard]] Indices column_ordering(const Pattern& a);

/// Whether it has (j, i) wherever it has (i, j).
[[nodiscard]] bool has_symmetric_pattern(const Pattern& a);

/// For each row a column of its own in which it has an element, as far as there is one; the other columns are those
/// left.
/// \return  the columns, and how many rows have one
[[nodiscard]] std::pair<Indices, int> matching(const Pattern& a);

}  // namespace warpglass::solver::sparse
