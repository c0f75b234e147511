// Factors of sparse matrices, which tell the first column that depends on those before it.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cuda/blas/number.hpp"
#include "cuda/solver/sparse_matrix.hpp"

namespace warpglass::solver::sparse {

inline constexpr int kRegular = -1;

/// An element of a column.
template <class Number>
struct Element {
  int row;
  Number value;
};
template <class Number>
using Columns = std::vector<std::vector<Element<Number>>>;

/// Whether a pivot is as good as none.
[[nodiscard]] inline bool vanishes(double pivot, double tolerance) { return !(pivot > 0) || pivot < tolerance; }

/// \param otherwise  where none does
template <class Pivot>
[[nodiscard]] int first_below(const std::vector<Pivot>& pivots, double tolerance, int otherwise) {
  const auto found =
      std::ranges::find_if(pivots, [&](const Pivot& pivot) { return vanishes(std::abs(pivot), tolerance); });
  return found == pivots.end() ? otherwise : static_cast<int>(found - pivots.begin());
}

/// \param place  of a column's row
template <class Number, class Place>
[[nodiscard]] Matrix<Number> by_rows(const Columns<Number>& columns, const Place& place) {
  const int n = static_cast<int>(columns.size());
  Matrix<Number> across{{n, n, {0}, {}}, {}};
  for (const std::vector<Element<Number>>& column : columns) {
    for (const Element<Number>& element : column) {
      across.indices.push_back(place(element.row));
      across.values.push_back(element.value);
    }
    across.offsets.push_back(static_cast<int>(across.indices.size()));
  }
  return transposed(across);
}

/// Rows that exchange places, a lower triangle with ones and an upper one: column by column, of each only what is
/// there.
template <class Number>
class LowerUpper {
 public:
  /// \param columns  the matrix's transpose in compressed rows  \param order  in which its columns come
  LowerUpper(const Matrix<Number>& columns, Indices order, double tolerance)
      : order_(std::move(order)), place_(order_.size(), -1), mark_(order_.size(), -1), sum_(order_.size()) {
    for (int k = 0; k < static_cast<int>(order_.size()) && singular_ == kRegular; ++k) add(columns, k, tolerance);
  }
  /// In the order of the factors; kRegular: there is none.
  [[nodiscard]] int singular() const { return singular_; }
  [[nodiscard]] int size() const { return static_cast<int>(order_.size()); }
  /// The same, with pivots that are as good as none.
  [[nodiscard]] int singular(double tolerance) const { return first_below(pivot_, tolerance, singular_); }
  [[nodiscard]] const Indices& rows() const { return row_; }
  [[nodiscard]] const Indices& columns() const { return order_; }
  /// In compressed rows, without its ones.
  [[nodiscard]] Matrix<Number> lower() const {
    return by_rows(lower_, [&](int row) { return place_[row]; });
  }
  [[nodiscard]] Matrix<Number> upper() const {
    Columns<Number> all = upper_;
    for (std::size_t k = 0; k < all.size(); ++k) all[k].push_back({static_cast<int>(k), pivot_[k]});
    return by_rows(all, [](int row) { return row; });
  }

  [[nodiscard]] std::vector<Number> solve(std::vector<Number> b) const {
    std::vector<Number> y(order_.size()), x(order_.size());
    for (std::size_t k = 0; k < y.size(); ++k) {
      y[k] = b[row_[k]];
      for (const Element<Number>& element : lower_[k]) b[element.row] -= element.value * y[k];
    }
    for (std::size_t k = y.size(); k-- > 0;) {
      x[order_[k]] = y[k] / pivot_[k];
      for (const Element<Number>& element : upper_[k]) y[element.row] -= element.value * x[order_[k]];
    }
    return x;
  }

 private:
  /// What rows a column reaches through the columns before it, each before those that reach it.
  [[nodiscard]] const Indices& reach(const Matrix<Number>& columns, int column, int k) {
    reached_.clear();
    for (int at = columns.offsets[column]; at < columns.offsets[column + 1]; ++at) {
      if (mark_[columns.indices[at]] == k) continue;
      visit(columns.indices[at], k);
      while (!path_.empty()) {
        auto& [row, next] = path_.back();
        const int before = place_[row];
        if (before < 0 || next == static_cast<int>(lower_[before].size())) {
          reached_.push_back(row);
          path_.pop_back();
          continue;
        }
        const int child = lower_[before][next++].row;
        if (mark_[child] != k) visit(child, k);
      }
    }
    return reached_;
  }
  void visit(int row, int k) {
    mark_[row] = k;
    path_.emplace_back(row, 0);
  }

  void add(const Matrix<Number>& columns, int k, double tolerance) {
    const int column = order_[k];
    const Indices& rows = reach(columns, column, k);
    for (const int row : rows) sum_[row] = 0;
    for (int at = columns.offsets[column]; at < columns.offsets[column + 1]; ++at)
      sum_[columns.indices[at]] += columns.values[at];
    std::vector<Element<Number>> upper, lower;
    double largest = 0;
    int pivot = -1;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      const Number value = sum_[*row];
      if (const int before = place_[*row]; before >= 0) {
        upper.push_back({before, value});
        for (const Element<Number>& element : lower_[before]) sum_[element.row] -= element.value * value;
      } else {
        lower.push_back({*row, value});
        if (std::abs(value) > largest) {
          largest = std::abs(value);
          pivot = *row;
        }
      }
    }
    if (pivot < 0 || vanishes(largest, tolerance)) {
      singular_ = k;
      return;
    }
    // A diagonal element keeps what the order has saved.
    constexpr double kGoodEnough = 0.1;
    if (mark_[column] == k && place_[column] < 0 && std::abs(sum_[column]) >= kGoodEnough * largest) pivot = column;
    const Number divisor = sum_[pivot];
    std::erase_if(lower, [&](const Element<Number>& element) { return element.row == pivot; });
    for (Element<Number>& element : lower) element.value /= divisor;
    place_[pivot] = k;
    row_.push_back(pivot);
    pivot_.push_back(divisor);
    upper_.push_back(std::move(upper));
    lower_.push_back(std::move(lower));
  }

  Indices order_, place_, mark_, row_, reached_;
  std::vector<std::pair<int, int>> path_;
  std::vector<Number> sum_, pivot_;
  Columns<Number> lower_, upper_;
  int singular_ = kRegular;
};

/// Of a matrix of which the lower triangle is read, row by row.
template <class Number>
class Cholesky {
 public:
  Cholesky(const Matrix<Number>& a, Indices order, double tolerance)
      : order_(std::move(order)), below_(order_.size()), sum_(order_.size()) {
    const Columns<Number> rows = ordered(a);
    Indices parent(order_.size(), -1), mark(order_.size(), -1);
    for (int k = 0; k < static_cast<int>(order_.size()); ++k) {
      if (add(rows[k], k, parent, mark, tolerance)) continue;
      singular_ = k;
      return;
    }
  }
  [[nodiscard]] int singular() const { return singular_; }
  [[nodiscard]] int singular(double tolerance) const { return first_below(diagonal_, tolerance, singular_); }
  [[nodiscard]] int size() const { return static_cast<int>(order_.size()); }
  /// In the order of the matrix.
  [[nodiscard]] std::vector<double> diagonal() const {
    std::vector<double> all(order_.size());
    for (std::size_t k = 0; k < diagonal_.size(); ++k) all[order_[k]] = diagonal_[k];
    return all;
  }

  [[nodiscard]] std::vector<Number> solve(const std::vector<Number>& b) const {
    std::vector<Number> y(order_.size()), x(order_.size());
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = b[order_[k]];
    for (std::size_t k = 0; k < y.size(); ++k) {
      y[k] /= diagonal_[k];
      for (const Element<Number>& element : below_[k]) y[element.row] -= element.value * y[k];
    }
    for (std::size_t k = y.size(); k-- > 0;) {
      for (const Element<Number>& element : below_[k]) y[k] -= blas::conjugate(element.value) * y[element.row];
      y[k] /= diagonal_[k];
      x[order_[k]] = y[k];
    }
    return x;
  }

 private:
  /// The lower triangle's rows; an element's `row` is its column there.
  [[nodiscard]] Columns<Number> ordered(const Matrix<Number>& a) const {
    Indices place(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) place[order_[k]] = static_cast<int>(k);
    Columns<Number> rows(order_.size());
    for (int i = 0; i < a.rows; ++i) {
      for (int at = a.offsets[i]; at < a.offsets[i + 1]; ++at) {
        const int j = a.indices[at];
        if (j > i) continue;
        const bool stays = place[j] <= place[i];
        rows[stays ? place[i] : place[j]].push_back(
            {stays ? place[j] : place[i], stays ? a.values[at] : blas::conjugate(a.values[at])});
      }
    }
    return rows;
  }

  /// \return  whether the matrix is positive so far
  bool add(const std::vector<Element<Number>>& row, int k, Indices& parent, Indices& mark, double tolerance) {
    double square = 0;
    Indices reached;
    for (const auto& [column, value] : row) {
      if (column == k)
        square += std::real(value);
      else
        sum_[column] += blas::conjugate(value);
      for (int node = column; node != k && mark[node] != k; node = parent[node]) {
        mark[node] = k;
        reached.push_back(node);
        if (parent[node] < 0) parent[node] = k;
      }
    }
    std::ranges::sort(reached);
    for (const int j : reached) {
      const Number value = std::exchange(sum_[j], Number(0)) / diagonal_[j];
      for (const Element<Number>& element : below_[j]) sum_[element.row] -= element.value * value;
      square -= std::norm(value);
      below_[j].push_back({k, blas::conjugate(value)});
    }
    if (vanishes(square, tolerance * tolerance)) return false;
    diagonal_.push_back(std::sqrt(square));
    return true;
  }

  Indices order_;
  Columns<Number> below_;
  std::vector<Number> sum_;
  std::vector<double> diagonal_;
  int singular_ = kRegular;
};

}  // namespace warpglass::solver::sparse
