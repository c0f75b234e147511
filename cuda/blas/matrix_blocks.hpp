// What has a triangle is computed by blocks: products of whole matrices (gemm.hpp), but for those on the diagonal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cuda/blas/storage.hpp"

namespace warpglass::blas {

inline constexpr Index kBlock = 64;

/// Calls `work(begin, size)` for the blocks of [0, n).
template <class Work>
void for_blocks(Index n, bool forward, const Work& work) {
  const Index blocks = (n + kBlock - 1) / kBlock;
  for (Index step = 0; step < blocks; ++step) {
    const Index begin = (forward ? step : blocks - 1 - step) * kBlock;
    work(begin, std::min(kBlock, n - begin));
  }
}

/// A matrix of the work's own.
template <class T>
class Own {
 public:
  Own(Index rows, Index columns)
      : elements_(static_cast<std::size_t>(rows * columns)), leading_(std::max<Index>(rows, 1)) {}
  [[nodiscard]] Matrix<T> matrix() { return {elements_.data(), leading_}; }
  [[nodiscard]] Matrix<const T> read() const { return {elements_.data(), leading_}; }

 private:
  std::vector<T> elements_;
  Index leading_;
};

template <class T>
Matrix<const T> part(Matrix<T> a, Index i, Index j) {
  return {a.at(i, j), a.leading};
}

}  // namespace warpglass::blas
