// A matrix of cuBLASLt's turned, added to another, and put into another type.
#pragma once

#include <utility>
#include <vector>

#include "cuda/blas/lt_matrix.hpp"

namespace warpglass::blas {

/// A call of cublasLtMatrixTransform.
struct Turn {
  Transform transform;
  Layout a, b, c;
  const void *A = nullptr, *B = nullptr;
  void* C = nullptr;
  double alpha = 1, beta = 0;

  [[nodiscard]] cublasStatus_t check() const {
    for (const auto& [layout, trans] : {std::pair(&a, transform.transa), std::pair(&b, transform.transb)}) {
      const bool plain = trans == CUBLAS_OP_N;
      if (layout == &b && B == nullptr) continue;
      if (!is_plain_order(*layout))
        return not_supported("matrices lie by columns or by rows; tiled orders are not there");
      if (!has_room(*layout) || layout->rows != (plain ? c.rows : c.columns) ||
          layout->columns != (plain ? c.columns : c.rows))
        return kInvalid;
    }
    if (!is_plain_order(c)) return not_supported("matrices lie by columns or by rows; tiled orders are not there");
    if (c.type == CUDA_C_32F || c.type == CUDA_C_64F) return not_supported("complex matrices are not turned");
    return has_room(c) && A != nullptr && C != nullptr ? kDone : kInvalid;
  }
  void run(const Memory& memory) const {
    for (Index batch = 0; batch < c.batch_count; ++batch) {
      const Placed to = one_of_batch(c, C, batch);
      to.reach(memory, Use::write, "matrix C");
      std::vector<double> sums(c.rows * c.columns);
      const auto add = [&](const Placed& from, std::int32_t trans, double factor, const char* name) {
        from.reach(memory, Use::read, name);
        const std::vector<double> values = by_columns<double>(from);
        for (std::size_t i = 0; i < sums.size(); ++i) {
          const std::size_t row = i % c.rows, column = i / c.rows;
          sums[i] += factor * values[trans == CUBLAS_OP_N ? i : column + row * from.layout.rows];
        }
      };
      add(one_of_batch(a, A, batch), transform.transa, alpha, "matrix A");
      if (beta != 0 && B != nullptr) add(one_of_batch(b, B, batch), transform.transb, beta, "matrix B");
      put(sums, to);
    }
  }
};

}  // namespace warpglass::blas
