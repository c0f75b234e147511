// A sparse matrix by rows, whatever format the device has it in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cuda/sparse/descriptors.hpp"

namespace warpglass::sparse {

/// Where the elements are, counted from zero: those of row i from begin[i] on.
struct Pattern {
  Index rows = 0, cols = 0;
  std::vector<Index> begin{};
  std::vector<Index> column{};
  std::vector<Index> place{};  // of each element among the device's values

  [[nodiscard]] std::size_t nnz() const { return column.size(); }
};

template <class Number>
struct Rows : Pattern {
  std::vector<Number> value;
};

/// \throws library::Refused  where an array is not the device's, or an index not of the matrix
[[nodiscard]] Pattern load_pattern(const Memory& memory, const cusparseSpMatDescr& matrix, int batch = 0);

/// How many values the device has of the matrix, one batch.
[[nodiscard]] Index stored_values(const cusparseSpMatDescr& matrix, const Pattern& pattern);

/// The same, elements `to` columns and rows exchanged.
[[nodiscard]] Pattern transposed(const Pattern& pattern);

[[nodiscard]] inline const void* values_of(const cusparseSpMatDescr& matrix, int batch) {
  return static_cast<const std::byte*>(matrix.values) +
         batch * matrix.values_stride * static_cast<Index>(bytes_of(matrix.type));
}

template <class Number>
std::vector<Number> taken(const std::vector<Number>& values, const std::vector<Index>& places) {
  std::vector<Number> all(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) all[i] = values[static_cast<std::size_t>(places[i])];
  return all;
}

template <class Number>
Rows<Number> load_matrix(const Memory& memory, const cusparseSpMatDescr& matrix, cusparseOperation_t operation,
                         int batch = 0) {
  Rows<Number> rows{load_pattern(memory, matrix, batch), {}};
  const auto values = load<Number>(memory, "array of values of the sparse matrix", values_of(matrix, batch),
                                   stored_values(matrix, rows), matrix.type);
  if (operation != CUSPARSE_OPERATION_NON_TRANSPOSE) static_cast<Pattern&>(rows) = transposed(rows);
  rows.value = taken(values, rows.place);
  if (operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    for (Number& one : rows.value) one = conjugate(one);
  return rows;
}

// ---- Dense matrices ----

template <class Number>
struct Dense {
  Index rows = 0, cols = 0;
  std::vector<Number> value;  // by rows

  [[nodiscard]] Number& at(Index row, Index column) { return value[static_cast<std::size_t>(row * cols + column)]; }
  [[nodiscard]] const Number& at(Index row, Index column) const {
    return value[static_cast<std::size_t>(row * cols + column)];
  }
};

/// Lines that lie side by side: rows, or columns.
struct Lines {
  Index count = 0, length = 0;
  bool are_rows = false;

  explicit Lines(const cusparseDnMatDescr& matrix)
      : count(matrix.order == CUSPARSE_ORDER_ROW ? matrix.rows : matrix.cols),
        length(matrix.order == CUSPARSE_ORDER_ROW ? matrix.cols : matrix.rows),
        are_rows(matrix.order == CUSPARSE_ORDER_ROW) {}
};

[[nodiscard]] inline std::byte* values_of(const cusparseDnMatDescr& matrix, int batch) {
  return static_cast<std::byte*>(matrix.values) +
         batch * matrix.batch_stride * static_cast<Index>(bytes_of(matrix.type));
}

inline void reach(const Memory& memory, Use use, const char* name, const cusparseDnMatDescr& matrix, int batch) {
  const Lines lines(matrix);
  const std::size_t bytes = bytes_of(matrix.type);
  memory.reach(use, name,
               {.base = values_of(matrix, batch),
                .width = static_cast<std::size_t>(lines.length) * bytes,
                .pitch = static_cast<std::size_t>(matrix.ld) * bytes,
                .height = static_cast<std::size_t>(lines.count)});
}

/// op(matrix)
template <class Number>
Dense<Number> load_dense(const Memory& memory, const char* name, const cusparseDnMatDescr& matrix,
                         cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE, int batch = 0) {
  reach(memory, Use::read, name, matrix, batch);
  const Lines lines(matrix);
  const bool plain = operation == CUSPARSE_OPERATION_NON_TRANSPOSE;
  Dense<Number> dense{plain ? matrix.rows : matrix.cols, plain ? matrix.cols : matrix.rows, {}};
  dense.value.resize(static_cast<std::size_t>(dense.rows * dense.cols));
  for (Index line = 0; line < lines.count; ++line) {
    const std::byte* const from =
        values_of(matrix, batch) + line * matrix.ld * static_cast<Index>(bytes_of(matrix.type));
    const auto numbers = widened<Number>(from, static_cast<std::size_t>(lines.length), matrix.type);
    for (Index i = 0; i < lines.length; ++i) {
      const Number value = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
                               ? conjugate(numbers[static_cast<std::size_t>(i)])
                               : numbers[static_cast<std::size_t>(i)];
      const bool by_rows = lines.are_rows == plain;
      (by_rows ? dense.at(line, i) : dense.at(i, line)) = value;
    }
  }
  return dense;
}

template <class Number>
void save_dense(const Memory& memory, const char* name, const Dense<Number>& dense, const cusparseDnMatDescr& matrix,
                int batch = 0) {
  reach(memory, Use::write, name, matrix, batch);
  const Lines lines(matrix);
  for (Index line = 0; line < lines.count; ++line)
    for (Index i = 0; i < lines.length; ++i)
      store(lines.are_rows ? dense.at(line, i) : dense.at(i, line), values_of(matrix, batch),
            static_cast<std::size_t>(line * matrix.ld + i), matrix.type);
}

/// A number of the host's or the device's, as the handle's pointer mode says.
inline void save_total(const Memory& memory, Index count, int* total, bool on_host) {
  if (!on_host) memory.reach(Use::write, "number of elements", {.base = total, .width = sizeof(int), .pitch = 4});
  *total = static_cast<int>(count);
}

}  // namespace warpglass::sparse
