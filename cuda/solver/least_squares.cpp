#include "cuda/solver/least_squares.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>

namespace warpglass::solver::sparse {

template <class Number>
LeastSquares<Number> nearest(const Matrix<Number>& a, const std::vector<Number>& b, double tolerance) {
  using Stored = Eigen::SparseMatrix<Number, Eigen::ColMajor, int>;
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
  const Eigen::Map<const Eigen::SparseMatrix<Number, Eigen::RowMajor, int>> given(
      a.rows, a.columns, static_cast<Eigen::Index>(a.values.size()), a.offsets.data(), a.indices.data(),
      a.values.data());
  Stored matrix(given);
  matrix.makeCompressed();
  Eigen::SparseQR<Stored, Eigen::COLAMDOrdering<int>> factors;
  factors.setPivotThreshold(tolerance);
  factors.compute(matrix);
  const Eigen::Map<const Vector> sides(b.data(), static_cast<Eigen::Index>(b.size()));
  const Vector x = factors.solve(sides);
  const auto& order = factors.colsPermutation().indices();
  LeastSquares<Number> result{.x = {x.data(), x.data() + x.size()},
                              .order = {order.data(), order.data() + order.size()},
                              .rank = static_cast<int>(factors.rank())};
  result.distance = Vector(matrix * x - sides).norm();
  return result;
}

template LeastSquares<double> nearest(const Matrix<double>& a, const std::vector<double>& b, double tolerance);
template LeastSquares<std::complex<double>> nearest(const Matrix<std::complex<double>>& a,
                                                    const std::vector<std::complex<double>>& b, double tolerance);

}  // namespace warpglass::solver::sparse
