// Sparse matrices as they are computed with: in compressed rows that count from zero, in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace warpglass::solver::sparse {

using Indices = std::vector<int>;

/// Where a matrix has elements.
struct Pattern {
  int rows = 0, columns = 0;
  Indices offsets, indices;
};

template <class Number>
struct Matrix : Pattern {
  std::vector<Number> values;
};

/// Which element comes when the matrix is read by columns, and where these begin.
[[nodiscard]] inline std::pair<Indices, Indices> by_columns(const Pattern& a) {
  Indices begin(static_cast<std::size_t>(a.columns) + 1), from(a.indices.size());
  for (const int column : a.indices) ++begin[column + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  Indices next = begin;
  for (int at = 0; at < static_cast<int>(from.size()); ++at) from[next[a.indices[at]]++] = at;
  return {std::move(begin), std::move(from)};
}

/// The row of each element.
[[nodiscard]] inline Indices rows_of(const Pattern& a) {
  Indices rows(a.indices.size());
  for (int i = 0; i < a.rows; ++i) std::fill(rows.begin() + a.offsets[i], rows.begin() + a.offsets[i + 1], i);
  return rows;
}

template <class Number>
Matrix<Number> transposed(const Matrix<Number>& a) {
  auto [begin, from] = by_columns(a);
  const Indices rows = rows_of(a);
  Matrix<Number> across{{a.columns, a.rows, std::move(begin), Indices(from.size())}, std::vector<Number>(from.size())};
  for (std::size_t to = 0; to < from.size(); ++to) {
    across.indices[to] = rows[from[to]];
    across.values[to] = a.values[from[to]];
  }
  return across;
}

template <class Number>
std::vector<Number> operator*(const Matrix<Number>& a, const std::vector<Number>& x) {
  std::vector<Number> y(static_cast<std::size_t>(a.rows));
  for (int i = 0; i < a.rows; ++i) {
    for (int at = a.offsets[i]; at < a.offsets[i + 1]; ++at) y[i] += a.values[at] * x[a.indices[at]];
  }
  return y;
}

template <class Number>
double norm(const std::vector<Number>& x) {
  double sum = 0;
  for (const Number& value : x) sum += std::norm(value);
  return std::sqrt(sum);
}

[[nodiscard]] inline Indices natural(int n) {
  Indices order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace warpglass::solver::sparse
