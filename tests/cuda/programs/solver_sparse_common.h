// What the programs that test cuSOLVER's sparse part share.
#pragma once

#include <cusolverSp.h>

#include "solver_common.h"

/// A matrix in compressed rows, on the host and on the device.
template <class T>
struct Sparse {
  int rows, columns, base;
  std::vector<T> values;
  std::vector<int> indices, offsets;
  cusparseMatDescr_t descriptor = nullptr;
  Array<int> device_offsets, device_indices;
  Array<T> device_values;

  /// Of the elements that are not zero.
  Sparse(const Dense& a, int counted_from)
      : rows(a.rows), columns(a.columns), base(counted_from), offsets(compressed(a)),
        device_offsets(offsets), device_indices(indices), device_values(values) {
    cusparseCreateMatDescr(&descriptor);
    cusparseSetMatIndexBase(descriptor, base == 1 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO);
  }
  ~Sparse() { cusparseDestroyMatDescr(descriptor); }
  int count() const { return static_cast<int>(values.size()); }

 private:
  std::vector<int> compressed(const Dense& a) {
    std::vector<int> begins(1, base);
    for (int i = 0; i < a.rows; ++i) {
      for (int j = 0; j < a.columns; ++j) {
        if (a(i, j) == 0.0) continue;
        indices.push_back(j + base);
        T value;
        put(value, a(i, j));
        values.push_back(value);
      }
      begins.push_back(static_cast<int>(indices.size()) + base);
    }
    return begins;
  }
};

template <class T>
std::vector<T> vector_of(const Dense& a) {
  std::vector<T> all(a.all.size());
  for (size_t i = 0; i < all.size(); ++i) put(all[i], a.all[i]);
  return all;
}
template <class T>
Dense column_of(const std::vector<T>& all) {
  Dense a(static_cast<int>(all.size()), 1);
  for (size_t i = 0; i < all.size(); ++i) a.all[i] = number_of(all[i]);
  return a;
}
template <class T>
T rounded(const Number& value) {
  T number;
  put(number, value);
  return number;
}

/// Of a square of side * side points.
inline Dense laplacian(int side) {
  Dense a(side * side, side * side);
  for (int i = 0; i < a.rows; ++i) {
    a(i, i) = 4;
    if (i % side != 0) a(i, i - 1) = a(i - 1, i) = -1;
    if (i >= side) a(i, i - side) = a(i - side, i) = -1;
  }
  return a;
}
/// About four elements in a row, and a diagonal that is not the largest.
template <class T>
Dense scattered(int n) {
  const Dense all = random_matrix<T>(n, n);
  Dense a(n, n);
  for (int i = 0; i < n; ++i) {
    for (const int j : {i, (i * 7 + 3) % n, (i * 5 + 1) % n, (i + n / 2) % n}) a(i, j) = all(i, j);
    a(i, (i * 7 + 3) % n) += 3;
  }
  for (Number& value : a.all) value = number_of(rounded<T>(value));
  return a;
}
