// Matrices as a layout of cuBLASLt says that they lie: one of a batch, by columns or by rows.
#pragma once

#include <vector>

#include "cuda/blas/gemm_types.hpp"
#include "cuda/blas/lt_descriptors.hpp"

namespace warpglass::blas {

/// One of a batch, of so many rows and columns, in whichever order.
struct Placed {
  const Layout& layout;
  const void* first = nullptr;

  [[nodiscard]] bool by_rows() const { return layout.order == CUBLASLT_ORDER_ROW; }
  [[nodiscard]] Index rows() const { return static_cast<Index>(layout.rows); }
  [[nodiscard]] Index columns() const { return static_cast<Index>(layout.columns); }
  /// Of its columns, or its rows where it lies by rows.
  [[nodiscard]] Index length() const { return by_rows() ? columns() : rows(); }
  [[nodiscard]] Index count() const { return by_rows() ? rows() : columns(); }
  [[nodiscard]] MatrixType type() const { return {layout.type, layout.leading}; }

  void reach(const Memory& memory, Use use, const char* name) const {
    const Index size = size_of_type(layout.type);
    memory.reach(use, name, first, length() * size, layout.leading * size, count());
  }
};

inline Placed one_of_batch(const Layout& layout, const void* first, Index batch) {
  const Index offset = layout.batch_count > 1 ? batch * layout.batch_stride * size_of_type(layout.type) : 0;
  return {layout, static_cast<const char*>(first) + offset};
}

/// By columns, each right behind the other.
template <class T>
std::vector<T> by_columns(const Placed& matrix) {
  std::vector<T> values = widened<T>(matrix.type(), matrix.first, matrix.length(), matrix.count());
  if (!matrix.by_rows()) return values;
  std::vector<T> turned(values.size());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j)
      turned[static_cast<std::size_t>(i + j * matrix.rows())] =
          values[static_cast<std::size_t>(j + i * matrix.columns())];
  }
  return turned;
}

template <class T>
void put(const std::vector<T>& values, const Placed& matrix) {
  void* const to = const_cast<void*>(matrix.first);
  if (!matrix.by_rows()) return store(values, matrix.type(), to, matrix.rows(), matrix.columns());
  std::vector<T> turned(values.size());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j)
      turned[static_cast<std::size_t>(j + i * matrix.columns())] =
          values[static_cast<std::size_t>(i + j * matrix.rows())];
  }
  store(turned, matrix.type(), to, matrix.columns(), matrix.rows());
}

[[nodiscard]] inline bool is_plain_order(const Layout& layout) {
  return layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW;
}

[[nodiscard]] inline bool has_room(const Layout& layout) {
  const std::uint64_t length = layout.order == CUBLASLT_ORDER_ROW ? layout.columns : layout.rows;
  return layout.leading >= static_cast<std::int64_t>(length);
}

}  // namespace warpglass::blas
