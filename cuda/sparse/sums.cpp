// Sums of two sparse matrices, products of a dense one with a sparse vector, and how many elements are not zero.
#include <array>

#include "cuda/sparse/older_calls.hpp"

namespace warpglass::sparse {
namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

/// The columns of a row that either has, in order: `visit(column, where A has it, where B does)`, -1: nowhere.
template <class Visit>
void for_each_of_either(const Pattern& a, const Pattern& b, Index row, Visit&& visit) {
  std::vector<std::array<Index, 3>> all;
  for (Index i = a.begin[at(row)]; i < a.begin[at(row) + 1]; ++i) all.push_back({a.column[at(i)], i, -1});
  for (Index i = b.begin[at(row)]; i < b.begin[at(row) + 1]; ++i) all.push_back({b.column[at(i)], -1, i});
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one[0]; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool both = i + 1 < all.size() && all[i + 1][0] == all[i][0];
    visit(all[i][0], all[i][1], both ? all[i + 1][2] : all[i][2]);
    if (both) ++i;
  }
}

}  // namespace

cusparseStatus_t add_patterns(cusparseHandle_t handle, const OldMatrix& a, const OldMatrix& b,
                              const cusparseMatDescr* descriptor, int* offsets, int* total) {
  return guarded(handle, [&] {
    if (!a.is_good() || !b.is_good() || descriptor == nullptr || total == nullptr) return kInvalid;
    const bool on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
    const auto body = [a = a.matrix(CUDA_R_32F), b = b.matrix(CUDA_R_32F), base = descriptor->base, offsets, total,
                       on_host](const Memory& memory) {
      const Pattern first = load_pattern(memory, a), second = load_pattern(memory, b);
      std::vector<Index> begin = {0};
      for (Index row = 0; row < first.rows; ++row) {
        begin.push_back(begin.back());
        for_each_of_either(first, second, row, [&](Index, Index, Index) { ++begin.back(); });
      }
      save_indices(memory, "array of offsets of C", begin, offsets, CUSPARSE_INDEX_32I, base);
      save_total(memory, begin.back(), total, on_host);
    };
    return in_stream(handle, "cusparseXcsrgeam2Nnz", body, on_host);
  });
}

cusparseStatus_t add_matrices(cusparseHandle_t handle, const char* call, cudaDataType type, const void* alpha,
                              const OldMatrix& a, const void* beta, const OldMatrix& b,
                              const cusparseMatDescr* descriptor, void* values, const int*, int* columns) {
  return guarded(handle, [&] {
    if (!a.is_good() || !b.is_good() || descriptor == nullptr || alpha == nullptr || beta == nullptr) return kInvalid;
    const auto body = [a = a.matrix(type), b = b.matrix(type), alpha = scalar(handle, alpha, type),
                       beta = scalar(handle, beta, type), base = descriptor->base, values, columns,
                       type](const Memory& memory) {
      with_number({type}, [&](auto number) {
        using Number = decltype(number);
        constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
        const auto first = load_matrix<Number>(memory, a, kPlain), second = load_matrix<Number>(memory, b, kPlain);
        const auto of_first = alpha.template get<Number>(memory), of_second = beta.template get<Number>(memory);
        std::vector<Index> found;
        std::vector<Number> sums;
        for (Index row = 0; row < first.rows; ++row) {
          for_each_of_either(first, second, row, [&](Index column, Index i, Index j) {
            found.push_back(column);
            sums.push_back((i < 0 ? Number() : of_first * first.value[at(i)]) +
                           (j < 0 ? Number() : of_second * second.value[at(j)]));
          });
        }
        save_indices(memory, "array of columns of C", found, columns, CUSPARSE_INDEX_32I, base);
        save(memory, "array of values of C", sums, values, type);
      });
    };
    return in_stream(handle, call, body);
  });
}

cusparseStatus_t multiply_dense(cusparseHandle_t handle, const char* call, cudaDataType type,
                                const DenseBySparse& product) {
  return guarded(handle, [&] {
    if (product.rows < 0 || product.cols < 0 || product.nnz < 0 || product.leading < product.rows ||
        product.alpha == nullptr || product.beta == nullptr)
      return kInvalid;
    const auto body = [product, type, alpha = scalar(handle, product.alpha, type),
                       beta = scalar(handle, product.beta, type)](const Memory& memory) {
      with_number({type}, [&](auto number) {
        using Number = decltype(number);
        cusparseDnMatDescr matrix;
        matrix.rows = product.rows;
        matrix.cols = product.cols;
        matrix.ld = product.leading;
        matrix.values = const_cast<void*>(product.matrix);
        matrix.type = type;
        const auto a = load_dense<Number>(memory, "matrix A", matrix, product.operation);
        const auto indices = load_indices(memory, "array of indices of the sparse vector", product.indices, product.nnz,
                                          CUSPARSE_INDEX_32I, product.base);
        const auto x = load<Number>(memory, "array of values of the sparse vector", product.values, product.nnz, type);
        const auto factor = alpha.template get<Number>(memory), kept = beta.template get<Number>(memory);
        std::vector<Number> y(at(a.rows));
        if (kept != Number()) y = load<Number>(memory, "vector y", product.y, a.rows, type);
        for (Index row = 0; row < a.rows; ++row) {
          Number sum = Number();
          for (std::size_t i = 0; i < indices.size(); ++i)
            if (indices[i] >= 0 && indices[i] < a.cols) sum += a.at(row, indices[i]) * x[i];
          y[at(row)] = factor * sum + kept * y[at(row)];
        }
        save(memory, "vector y", y, product.y, type);
      });
    };
    return in_stream(handle, call, body);
  });
}

cusparseStatus_t count_elements(cusparseHandle_t handle, const char* call, cudaDataType type,
                                cusparseDirection_t direction, int rows, int cols, const void* matrix, int leading,
                                int* counts, int* total) {
  return guarded(handle, [&] {
    if (rows < 0 || cols < 0 || leading < rows || total == nullptr) return kInvalid;
    const bool on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
    const auto body = [=](const Memory& memory) {
      cusparseDnMatDescr dense;
      dense.rows = rows;
      dense.cols = cols;
      dense.ld = leading;
      dense.values = const_cast<void*>(matrix);
      dense.type = type;
      const auto a = load_dense<Pair>(memory, "matrix A", dense);
      const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
      std::vector<Index> of_lines(at(by_rows ? rows : cols));
      Index all = 0;
      for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < cols; ++column) {
          if (a.at(row, column) == Pair()) continue;
          ++of_lines[at(by_rows ? row : column)];
          ++all;
        }
      }
      save_indices(memory, "array of numbers of elements", of_lines, counts, CUSPARSE_INDEX_32I,
                   CUSPARSE_INDEX_BASE_ZERO);
      save_total(memory, all, total, on_host);
    };
    return in_stream(handle, call, body, on_host);
  });
}

}  // namespace warpglass::sparse
