// How matrices lie in memory beside whole ones: bands, triangles, packed triangles. Each tells an element by row and
// column, and of a column the rows that are there.
#pragma once

#include <algorithm>

#include "cuda/blas/call.hpp"

namespace warpglass::blas {

/// Of m rows, with kl diagonals below the main one and ku above it.
template <class T>
struct Band {
  Matrix<const T> rows;
  Index m = 0, kl = 0, ku = 0;
  [[nodiscard]] Index begin(Index j) const { return std::max<Index>(0, j - ku); }
  [[nodiscard]] Index end(Index j) const { return std::min(m, j + kl + 1); }
  T operator()(Index i, Index j) const { return rows(ku + i - j, j); }
};

/// Where the elements of one triangle are. Only those of the triangle are asked for.
template <class T>
struct WholeTriangle {
  Matrix<T> elements;
  T& operator()(Index i, Index j) const { return elements(i, j); }
};
template <class T>
struct BandTriangle {
  Matrix<T> rows;
  bool upper = false;
  Index k = 0;
  T& operator()(Index i, Index j) const { return rows(upper ? k + i - j : i - j, j); }
};
template <class T>
struct PackedTriangle {
  T* elements = nullptr;
  bool upper = false;
  Index n = 0;
  T& operator()(Index i, Index j) const { return elements[upper ? i + j * (j + 1) / 2 : i + (2 * n - j - 1) * j / 2]; }
};

/// A symmetric or Hermitian matrix that one triangle says all of. \tparam kHermitian  its diagonal is real
template <class T, class Triangle, bool kHermitian>
struct Mirrored {
  Triangle triangle;
  bool upper = false;
  Index n = 0, k = 0;  // diagonals beside the main one; n: all
  [[nodiscard]] Index begin(Index j) const { return std::max<Index>(0, j - k); }
  [[nodiscard]] Index end(Index j) const { return std::min(n, j + k + 1); }
  T operator()(Index i, Index j) const {
    if constexpr (kHermitian) {
      if (i == j) return T(triangle(i, i).real());
    }
    return upper == (i < j) || i == j ? T(triangle(i, j)) : conjugate(T(triangle(j, i)), kHermitian);
  }
};

/// A triangular matrix.
template <class T, class Triangle>
struct Triangular {
  Triangle triangle;
  bool upper = false, unit = false;
  Index n = 0, k = 0;
  [[nodiscard]] Index begin(Index j) const { return upper ? std::max<Index>(0, j - k) : j; }
  [[nodiscard]] Index end(Index j) const { return upper ? j + 1 : std::min(n, j + k + 1); }
  T operator()(Index i, Index j) const { return unit && i == j ? T(1) : T(triangle(i, j)); }
};

[[nodiscard]] constexpr Index packed_size(Index n) { return n * (n + 1) / 2; }

}  // namespace warpglass::blas
