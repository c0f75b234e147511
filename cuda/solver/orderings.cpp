#include "cuda/solver/orderings.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <span>

namespace warpglass::solver::sparse {

namespace {

using Stored = Eigen::SparseMatrix<char, Eigen::ColMajor, int>;
using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

/// By columns, with whichever numbers.
Stored stored(const Pattern& a) {
  std::vector<Eigen::Triplet<char, int>> elements;
  elements.reserve(a.indices.size());
  for (int i = 0; i < a.rows; ++i) {
    for (int at = a.offsets[i]; at < a.offsets[i + 1]; ++at) elements.emplace_back(i, a.indices[at], char{1});
  }
  Stored matrix(a.rows, a.columns);
  matrix.setFromTriplets(elements.begin(), elements.end(), [](char one, char) { return one; });
  matrix.makeCompressed();
  return matrix;
}

/// Which rows each row has to do with, without itself.
std::vector<Indices> neighbours(const Pattern& a) {
  std::vector<Indices> all(static_cast<std::size_t>(a.rows));
  for (int i = 0; i < a.rows; ++i) {
    for (int at = a.offsets[i]; at < a.offsets[i + 1]; ++at) {
      const int j = a.indices[at];
      if (i == j) continue;
      all[i].push_back(j);
      all[j].push_back(i);
    }
  }
  for (Indices& some : all) {
    std::ranges::sort(some);
    some.erase(std::ranges::unique(some).begin(), some.end());
  }
  return all;
}

/// Level by level from a row, those with few neighbours first. Marks what it finds.
Indices levels_from(int start, const std::vector<Indices>& near, Indices& mark, int as, int& depth) {
  Indices found{start}, level(near.size());
  mark[start] = as;
  for (std::size_t at = 0; at < found.size(); ++at) {
    const std::size_t first = found.size();
    for (const int next : near[found[at]]) {
      if (mark[next] == as) continue;
      mark[next] = as;
      level[next] = level[found[at]] + 1;
      found.push_back(next);
    }
    std::stable_sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
                     [&](int one, int other) { return near[one].size() < near[other].size(); });
  }
  depth = level[found.back()];
  return found;
}

/// Cuthill and McKee's, backwards: each part of the matrix from a row that is far from others.
Indices narrow(const Pattern& a) {
  const std::vector<Indices> near = neighbours(a);
  Indices order, mark(near.size(), -1), done(near.size());
  int search = 0;
  for (int start = 0; start < a.rows; ++start) {
    if (done[start] != 0) continue;
    int depth = 0;
    Indices part = levels_from(start, near, mark, search++, depth);
    for (bool deeper = true; deeper;) {
      int further = 0;
      Indices other = levels_from(part.back(), near, mark, search++, further);
      deeper = further > depth;
      if (deeper) {
        depth = further;
        part = std::move(other);
      }
    }
    for (const int row : part) done[row] = 1;
    order.insert(order.end(), part.begin(), part.end());
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace

Indices ordering(const Pattern& a, Ordering what) {
  if (what == Ordering::bandwidth) return narrow(a);
  Permutation permutation;
  Eigen::AMDOrdering<int>()(stored(a), permutation);
  // Its own is where what comes i-th has been.
  return {permutation.indices().data(), permutation.indices().data() + permutation.size()};
}

Indices column_ordering(const Pattern& a) {
  if (has_symmetric_pattern(a)) return ordering(a, Ordering::fill);
  Permutation permutation;
  Eigen::COLAMDOrdering<int>()(stored(a), permutation);
  Indices order(static_cast<std::size_t>(a.columns));
  // Its own is where each column goes.
  for (int j = 0; j < a.columns; ++j) order[permutation.indices()[j]] = j;
  return order;
}

bool has_symmetric_pattern(const Pattern& a) {
  const auto [begin, from] = by_columns(a);
  const Indices rows = rows_of(a);
  Indices row;
  for (int i = 0; i < a.rows; ++i) {
    row.assign(a.indices.begin() + a.offsets[i], a.indices.begin() + a.offsets[i + 1]);
    std::ranges::sort(row);
    if (!std::ranges::equal(row, std::span(from).subspan(begin[i], begin[i + 1] - begin[i]), {}, {},
                            [&](int at) { return rows[at]; }))
      return false;
  }
  return true;
}

std::pair<Indices, int> matching(const Pattern& a) {
  Indices row_of(static_cast<std::size_t>(a.columns), -1), mark(row_of.size(), -1);
  std::vector<std::pair<int, int>> path;  // a row, and the element by which it goes on
  int found = 0;
  for (int start = 0; start < a.rows; ++start) {
    path.assign(1, {start, a.offsets[start]});
    while (!path.empty()) {
      auto& [row, at] = path.back();
      while (at < a.offsets[row + 1] && mark[a.indices[at]] == start) ++at;
      if (at == a.offsets[row + 1]) {
        path.pop_back();
        continue;
      }
      const int column = a.indices[at];
      mark[column] = start;
      if (const int holder = row_of[column]; holder >= 0) {
        path.emplace_back(holder, a.offsets[holder]);
        continue;
      }
      for (const auto& [owner, element] : path) row_of[a.indices[element]] = owner;
      ++found;
      break;
    }
  }
  Indices columns(static_cast<std::size_t>(a.rows), -1), left;
  for (int j = 0; j < a.columns; ++j) {
    if (row_of[j] >= 0)
      columns[row_of[j]] = j;
    else
      left.push_back(j);
  }
  auto next = left.begin();
  for (int& column : columns) {
    if (column < 0 && next != left.end()) column = *next++;
  }
  return {std::move(columns), found};
}

}  // namespace warpglass::solver::sparse
