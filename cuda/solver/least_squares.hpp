// The nearest that a sparse matrix's columns come to a vector.
#pragma once

#include "cuda/solver/sparse_matrix.hpp"

namespace warpglass::solver::sparse {

template <class Number>
struct LeastSquares {
  std::vector<Number> x;
  Indices order;  // of the columns, those that depend on others last
  int rank = 0;
  double distance = 0;
};

/// \tparam Number  double or std::complex<double>
/// \param tolerance  a column of which less is left depends on others
template <class Number>
[[nodiscard]] LeastSquares<Number> nearest(const Matrix<Number>& a, const std::vector<Number>& b, double tolerance);

}  // namespace warpglass::solver::sparse
