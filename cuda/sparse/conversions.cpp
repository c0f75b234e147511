// From one format to another: sparse and dense, by rows and by columns, sorted.
#include <cstring>
#include <numeric>

#include "cuda/sparse/matrices.hpp"

using warpglass::sparse::answer_size;
using warpglass::sparse::bytes_of;
using warpglass::sparse::Dense;
using warpglass::sparse::guarded;
using warpglass::sparse::in_stream;
using warpglass::sparse::Index;
using warpglass::sparse::kDone;
using warpglass::sparse::kInvalid;
using warpglass::sparse::load_dense;
using warpglass::sparse::load_indices;
using warpglass::sparse::load_matrix;
using warpglass::sparse::Memory;
using warpglass::sparse::save;
using warpglass::sparse::save_dense;
using warpglass::sparse::save_indices;
using warpglass::sparse::taken;
using warpglass::sparse::Use;
using warpglass::sparse::with_number;

namespace {

constexpr auto kInts = CUSPARSE_INDEX_32I;
constexpr auto kZero = CUSPARSE_INDEX_BASE_ZERO;

constexpr const char* kAnalysis = "cusparseDenseToSparse_analysis";
constexpr const char* kConversion = "cusparseDenseToSparse_convert";

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

/// Where a dense matrix has elements that are not zero, and what they are: by rows, or by columns.
template <class Number>
struct Found {
  std::vector<Index> begin = {0}, outer, inner;
  std::vector<Number> value;

  Found(const Dense<Number>& dense, bool by_columns) {
    const Index lines = by_columns ? dense.cols : dense.rows, length = by_columns ? dense.rows : dense.cols;
    for (Index line = 0; line < lines; ++line) {
      for (Index i = 0; i < length; ++i) {
        const Number& one = by_columns ? dense.at(i, line) : dense.at(line, i);
        if (one == Number()) continue;
        outer.push_back(line);
        inner.push_back(i);
        value.push_back(one);
      }
      begin.push_back(static_cast<Index>(value.size()));
    }
  }
};

/// Blocks have their places: the elements that are there are taken.
template <class Number>
void fill_blocks(const Memory& memory, const Dense<Number>& dense, const cusparseSpMatDescr& matrix) {
  const auto pattern = warpglass::sparse::load_pattern(memory, matrix);
  std::vector<Number> values(at(stored_values(matrix, pattern)));
  for (Index row = 0; row < pattern.rows; ++row)
    for (Index i = pattern.begin[at(row)]; i < pattern.begin[at(row) + 1]; ++i)
      values[at(pattern.place[at(i)])] = dense.at(row, pattern.column[at(i)]);
  save(memory, "array of values of the sparse matrix", values, matrix.values, matrix.type);
}

bool can_be_found(cusparseConstSpMatDescr_t matrix) {
  return matrix->format == CUSPARSE_FORMAT_CSR || matrix->format == CUSPARSE_FORMAT_CSC ||
         matrix->format == CUSPARSE_FORMAT_COO;
}

cusparseStatus_t refuse_format(const char* call) {
  return warpglass::sparse::not_supported(call, "of sparse matrices it makes CSR, CSC, COO and ELL with blocks");
}

std::vector<Index> ints(const Memory& memory, const char* name, const int* from, Index count,
                        cusparseIndexBase_t base = kZero) {
  return load_indices(memory, name, from, count, kInts, base);
}
void save_ints(const Memory& memory, const char* name, const std::vector<Index>& indices, int* to,
               cusparseIndexBase_t base = kZero) {
  save_indices(memory, name, indices, to, kInts, base);
}

std::vector<Index> offsets_of(const Memory& memory, const std::vector<Index>& outer, Index lines) {
  std::vector<Index> begin(at(lines) + 1);
  for (const Index line : outer) {
    if (line < 0 || line >= lines) memory.refuse("a row index is not of the matrix");
    ++begin[at(line) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  return begin;
}

/// Which line each element is of.
std::vector<Index> lines_of(const Memory& memory, const std::vector<Index>& begin, Index nnz) {
  std::vector<Index> lines(at(nnz));
  for (std::size_t line = 0; line + 1 < begin.size(); ++line) {
    if (begin[line] < 0 || begin[line + 1] > nnz) memory.refuse("an offset is not of the elements");
    for (Index i = begin[line]; i < begin[line + 1]; ++i) lines[at(i)] = static_cast<Index>(line);
  }
  return lines;
}

/// The order that sorts elements by `less`, those that are equal as they were.
template <class Less>
std::vector<Index> sorted(std::size_t count, Less&& less) {
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, less);
  return order;
}

/// A permutation, if there is one, goes along.
void permute(const Memory& memory, const std::vector<Index>& order, int* permutation) {
  if (permutation == nullptr) return;
  const auto before = ints(memory, "permutation", permutation, static_cast<Index>(order.size()));
  save_ints(memory, "permutation", taken(before, order), permutation);
}

cusparseStatus_t sort_coo(cusparseHandle_t handle, const char* call, int nnz, int* rows, int* columns, int* permutation,
                          bool by_rows) {
  return guarded(handle, [&] {
    if (nnz < 0 || (nnz > 0 && (rows == nullptr || columns == nullptr))) return kInvalid;
    const auto body = [=](const Memory& memory) {
      const auto own_rows = ints(memory, "array of row indices", rows, nnz);
      const auto own_columns = ints(memory, "array of column indices", columns, nnz);
      const auto order = sorted(at(nnz), [&](Index a, Index b) {
        const auto key = [&](Index i) {
          return by_rows ? std::pair(own_rows[at(i)], own_columns[at(i)])
                         : std::pair(own_columns[at(i)], own_rows[at(i)]);
        };
        return key(a) < key(b);
      });
      save_ints(memory, "array of row indices", taken(own_rows, order), rows);
      save_ints(memory, "array of column indices", taken(own_columns, order), columns);
      permute(memory, order, permutation);
    };
    return in_stream(handle, call, body);
  });
}

cusparseStatus_t sort_compressed(cusparseHandle_t handle, const char* call, int lines, int nnz,
                                 const cusparseMatDescr_t descriptor, const int* offsets, int* indices,
                                 int* permutation) {
  return guarded(handle, [&] {
    if (lines < 0 || nnz < 0 || descriptor == nullptr) return kInvalid;
    const auto body = [=, base = descriptor->base](const Memory& memory) {
      const auto begin = ints(memory, "array of offsets", offsets, Index{lines} + 1, base);
      const auto own = ints(memory, "array of indices", indices, nnz, base);
      const auto line_of = lines_of(memory, begin, nnz);
      const auto order = sorted(at(nnz), [&](Index a, Index b) {
        return std::pair(line_of[at(a)], own[at(a)]) < std::pair(line_of[at(b)], own[at(b)]);
      });
      save_ints(memory, "array of indices", taken(own, order), indices, base);
      permute(memory, order, permutation);
    };
    return in_stream(handle, call, body);
  });
}

}  // namespace

// ---- Sparse and dense ----

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t,
                                                  cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                                       cusparseSparseToDenseAlg_t, void*) {
  return guarded(handle, [&] {
    if (a == nullptr || b == nullptr || a->rows != b->rows || a->cols != b->cols) return kInvalid;
    return in_stream(handle, "cusparseSparseToDense", [a = *a, b = *b](const Memory& memory) {
      with_number({a.type, b.type}, [&](auto number) {
        using Number = decltype(number);
        const auto rows = load_matrix<Number>(memory, a, CUSPARSE_OPERATION_NON_TRANSPOSE);
        Dense<Number> dense{b.rows, b.cols, std::vector<Number>(at(b.rows * b.cols))};
        for (Index row = 0; row < rows.rows; ++row)
          for (Index i = rows.begin[at(row)]; i < rows.begin[at(row) + 1]; ++i)
            dense.at(row, rows.column[at(i)]) = rows.value[at(i)];
        save_dense(memory, "matrix B", dense, b);
      });
    });
  });
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t,
                                                  cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void*) {
  return guarded(handle, [&] {
    if (a == nullptr || b == nullptr || a->rows != b->rows || a->cols != b->cols) return kInvalid;
    if (b->format == CUSPARSE_FORMAT_BLOCKED_ELL) return kDone;
    if (!can_be_found(b)) return refuse_format(kAnalysis);
    Index nnz = 0;
    const auto body = [a = *a, b = *b, &nnz](const Memory& memory) {
      with_number({a.type}, [&](auto number) {
        using Number = decltype(number);
        const Found<Number> found(load_dense<Number>(memory, "matrix A", a), b.format == CUSPARSE_FORMAT_CSC);
        nnz = static_cast<Index>(found.value.size());
        if (b.format != CUSPARSE_FORMAT_COO)
          save_indices(memory, "array of offsets of the sparse matrix", found.begin, b.offsets, b.offset_type, b.base);
      });
    };
    const cusparseStatus_t status = in_stream(handle, kAnalysis, body, true);
    if (status == kDone) b->nnz = nnz;
    return status;
  });
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void*) {
  return guarded(handle, [&] {
    if (a == nullptr || b == nullptr || a->rows != b->rows || a->cols != b->cols) return kInvalid;
    if (b->format != CUSPARSE_FORMAT_BLOCKED_ELL && !can_be_found(b)) return refuse_format(kConversion);
    return in_stream(handle, kConversion, [a = *a, b = *b](const Memory& memory) {
      with_number({a.type}, [&](auto number) {
        using Number = decltype(number);
        if (b.format == CUSPARSE_FORMAT_BLOCKED_ELL)
          return fill_blocks(memory, load_dense<Number>(memory, "matrix A", a), b);
        const Found<Number> found(load_dense<Number>(memory, "matrix A", a), b.format == CUSPARSE_FORMAT_CSC);
        save_indices(memory, "array of offsets of the sparse matrix",
                     b.format == CUSPARSE_FORMAT_COO ? found.outer : found.begin, b.offsets, b.offset_type, b.base);
        save_indices(memory, "array of indices of the sparse matrix", found.inner, b.indices, b.index_type, b.base);
        save(memory, "array of values of the sparse matrix", found.value, b.values, b.type);
      });
    });
  });
}

// ---- By rows and by columns ----

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* rows, int nnz, int m, int* offsets,
                                  cusparseIndexBase_t base) {
  return guarded(handle, [&] {
    if (nnz < 0 || m < 0) return kInvalid;
    return in_stream(handle, "cusparseXcoo2csr", [=](const Memory& memory) {
      save_ints(memory, "array of offsets",
                offsets_of(memory, ints(memory, "array of row indices", rows, nnz, base), m), offsets, base);
    });
  });
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* offsets, int nnz, int m, int* rows,
                                  cusparseIndexBase_t base) {
  return guarded(handle, [&] {
    if (nnz < 0 || m < 0) return kInvalid;
    return in_stream(handle, "cusparseXcsr2coo", [=](const Memory& memory) {
      const auto begin = ints(memory, "array of offsets", offsets, Index{m} + 1, base);
      save_ints(memory, "array of row indices", lines_of(memory, begin, nnz), rows, base);
    });
  });
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int, int, int, const void*, const int*,
                                               const int*, void*, int*, int*, cudaDataType, cusparseAction_t,
                                               cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void* values,
                                    const int* offsets, const int* columns, void* to_values, int* to_offsets,
                                    int* to_rows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,
                                    cusparseCsr2CscAlg_t, void*) {
  return guarded(handle, [&] {
    if (m < 0 || n < 0 || nnz < 0) return kInvalid;
    return in_stream(handle, "cusparseCsr2cscEx2", [=](const Memory& memory) {
      cusparseSpMatDescr matrix;
      matrix.rows = m;
      matrix.cols = n;
      matrix.nnz = nnz;
      matrix.offsets = const_cast<int*>(offsets);
      matrix.indices = const_cast<int*>(columns);
      matrix.base = base;
      const auto turned = transposed(warpglass::sparse::load_pattern(memory, matrix));
      save_ints(memory, "array of column offsets", turned.begin, to_offsets, base);
      save_ints(memory, "array of row indices", turned.column, to_rows, base);
      if (action != CUSPARSE_ACTION_NUMERIC) return;
      const std::size_t bytes = bytes_of(type), all = at(nnz) * bytes;
      memory.reach(Use::read, "array of values", {.base = values, .width = all, .pitch = all});
      memory.reach(Use::write, "array of values", {.base = to_values, .width = all, .pitch = all});
      for (std::size_t i = 0; i < turned.nnz(); ++i)
        std::memcpy(static_cast<std::byte*>(to_values) + i * bytes,
                    static_cast<const std::byte*>(values) + at(turned.place[i]) * bytes, bytes);
    });
  });
}

// ---- Sorted ----

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int* permutation) {
  return guarded(handle, [&] {
    if (n < 0) return kInvalid;
    return in_stream(handle, "cusparseCreateIdentityPermutation", [=](const Memory& memory) {
      std::vector<Index> all(at(n));
      std::iota(all.begin(), all.end(), Index{0});
      save_ints(memory, "permutation", all, permutation);
    });
  });
}
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*, const int*,
                                                size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int, int, int nnz, int* rows, int* columns,
                                       int* permutation, void*) {
  return sort_coo(handle, "cusparseXcoosortByRow", nnz, rows, columns, permutation, true);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int, int, int nnz, int* rows, int* columns,
                                          int* permutation, void*) {
  return sort_coo(handle, "cusparseXcoosortByColumn", nnz, rows, columns, permutation, false);
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*, const int*,
                                                size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int, int nnz, const cusparseMatDescr_t descriptor,
                                  const int* offsets, int* columns, int* permutation, void*) {
  return sort_compressed(handle, "cusparseXcsrsort", m, nnz, descriptor, offsets, columns, permutation);
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*, const int*,
                                                size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int, int n, int nnz, const cusparseMatDescr_t descriptor,
                                  const int* offsets, int* rows, int* permutation, void*) {
  return sort_compressed(handle, "cusparseXcscsort", n, nnz, descriptor, offsets, rows, permutation);
}
