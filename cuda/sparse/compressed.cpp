// Matrices without what is small in them.
#include "cuda/sparse/older_calls.hpp"

namespace warpglass::sparse {
namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

/// Offsets as they stand, counted from zero.
std::vector<Index> offsets_of(const Memory& memory, const OldMatrix& a, cusparseIndexBase_t base) {
  return load_indices(memory, "array of offsets of the sparse matrix", a.offsets, a.rows + 1, CUSPARSE_INDEX_32I, base);
}

std::vector<Pair> values_of(const Memory& memory, const OldMatrix& a, cudaDataType type, Index count) {
  return load<Pair>(memory, "array of values of the sparse matrix", a.values, count, type);
}

bool are_in_order(const std::vector<Index>& offsets) { return offsets.front() == 0 && std::ranges::is_sorted(offsets); }

/// Whether there is such a matrix, and a tolerance.
bool is_good(const OldMatrix& a, double tolerance) { return a.is_good() && tolerance >= 0; }

}  // namespace

cusparseStatus_t count_greater(cusparseHandle_t handle, const char* call, cudaDataType type, const OldMatrix& a,
                               double tolerance, int* counts, int* total) {
  return guarded(handle, [&] {
    if (!is_good(a, tolerance) || total == nullptr) return kInvalid;
    const bool on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
    const auto body = [=, base = a.descriptor->base](const Memory& memory) {
      const std::vector<Index> offsets = offsets_of(memory, a, base);
      if (!are_in_order(offsets)) memory.refuse("the offsets of the sparse matrix are no matrix's");
      const std::vector<Pair> values = values_of(memory, a, type, offsets.back());
      std::vector<Index> of_rows(at(a.rows));
      Index all = 0;
      for (Index row = 0; row < a.rows; ++row) {
        for (Index i = offsets[at(row)]; i < offsets[at(row) + 1]; ++i)
          if (std::abs(values[at(i)]) > tolerance) ++of_rows[at(row)];
        all += of_rows[at(row)];
      }
      save_indices(memory, "array of numbers of elements", of_rows, counts, CUSPARSE_INDEX_32I,
                   CUSPARSE_INDEX_BASE_ZERO);
      save_total(memory, all, total, on_host);
    };
    return in_stream(handle, call, body, on_host);
  });
}

cusparseStatus_t keep_greater(cusparseHandle_t handle, const char* call, cudaDataType type, const OldMatrix& a,
                              double tolerance, void* values, int* columns, int* offsets) {
  return guarded(handle, [&] {
    if (!is_good(a, tolerance)) return kInvalid;
    const auto body = [=, matrix = a.matrix(type), base = a.descriptor->base](const Memory& memory) {
      const auto rows = load_matrix<Pair>(memory, matrix, CUSPARSE_OPERATION_NON_TRANSPOSE);
      std::vector<Index> begin{0}, left;
      std::vector<Pair> numbers;
      for (Index row = 0; row < rows.rows; ++row) {
        for (Index i = rows.begin[at(row)]; i < rows.begin[at(row) + 1]; ++i) {
          if (!(std::abs(rows.value[at(i)]) > tolerance)) continue;
          left.push_back(rows.column[at(i)]);
          numbers.push_back(rows.value[at(i)]);
        }
        begin.push_back(static_cast<Index>(left.size()));
      }
      save_indices(memory, "array of offsets of C", begin, offsets, CUSPARSE_INDEX_32I, base);
      save_indices(memory, "array of columns of C", left, columns, CUSPARSE_INDEX_32I, base);
      save(memory, "array of values of C", numbers, values, type);
    };
    return in_stream(handle, call, body);
  });
}

}  // namespace warpglass::sparse
