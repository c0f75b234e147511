// Incomplete factors, of the elements that there are.
#include <cmath>

#include "cuda/sparse/older_calls.hpp"

namespace warpglass::sparse {
namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

constexpr Index kNone = -1;

/// Of each row where its diagonal is; kNone: it has none.
std::vector<Index> diagonals_of(const Pattern& pattern) {
  std::vector<Index> diagonals(at(pattern.rows), kNone);
  for (Index row = 0; row < pattern.rows; ++row)
    for (Index i = pattern.begin[at(row)]; i < pattern.begin[at(row) + 1]; ++i)
      if (pattern.column[at(i)] == row) diagonals[at(row)] = i;
  return diagonals;
}

/// Elements of a row are in the order of their columns.
template <class Number>
class Incomplete {
 public:
  Incomplete(Rows<Number>& matrix, const warpglass_factors_info& info)
      : a_(matrix), info_(info), diagonal_(diagonals_of(matrix)), place_(at(matrix.cols), kNone) {}

  /// \return  the first row whose diagonal is zero; kNone
  Index lower_and_upper() {
    for (Index row = 0; row < a_.rows; ++row) {
      note_places(row);
      for (Index i = begin(row); i < end(row) && column(i) < row; ++i) {
        const Index other = column(i);
        value(i) /= diagonal(other);
        for (Index j = begin(other); j < end(other); ++j)
          if (const Index to = place_[at(column(j))]; column(j) > other && to != kNone)
            value(to) -= value(i) * value(j);
      }
      forget_places(row);
      boost(row);
      if (diagonal(row) == Number()) note_zero(row);
    }
    return zero_;
  }

  Index cholesky() {
    for (Index row = 0; row < a_.rows; ++row) {
      note_places(row);
      Number rest = diagonal(row);
      for (Index i = begin(row); i < end(row) && column(i) < row; ++i) {
        const Index other = column(i);
        for (Index j = begin(other); j < end(other) && column(j) < other; ++j)
          if (const Index own = place_[at(column(j))]; own != kNone) value(i) -= value(own) * conjugate(value(j));
        value(i) /= diagonal(other);
        rest -= value(i) * conjugate(value(i));
      }
      forget_places(row);
      if (!(std::real(rest) > 0)) note_zero(row);
      if (diagonal_[at(row)] != kNone) value(diagonal_[at(row)]) = std::sqrt(std::real(rest));
    }
    return zero_;
  }

 private:
  [[nodiscard]] Index begin(Index row) const { return a_.begin[at(row)]; }
  [[nodiscard]] Index end(Index row) const { return a_.begin[at(row) + 1]; }
  [[nodiscard]] Index column(Index i) const { return a_.column[at(i)]; }
  [[nodiscard]] Number& value(Index i) { return a_.value[at(i)]; }
  [[nodiscard]] Number diagonal(Index row) const {
    const Index i = diagonal_[at(row)];
    return i == kNone ? Number() : a_.value[at(i)];
  }
  void note_places(Index row) {
    for (Index i = begin(row); i < end(row); ++i) place_[at(column(i))] = i;
  }
  void forget_places(Index row) {
    for (Index i = begin(row); i < end(row); ++i) place_[at(column(i))] = kNone;
  }
  void note_zero(Index row) {
    if (zero_ == kNone) zero_ = row;
  }
  void boost(Index row) {
    const Index i = diagonal_[at(row)];
    if (!info_.boosts || i == kNone || std::abs(value(i)) > info_.tolerance) return;
    if constexpr (std::is_same_v<Number, Pair>)
      value(i) = info_.boosted;
    else
      value(i) = info_.boosted.real();
  }

  Rows<Number>& a_;
  const warpglass_factors_info& info_;
  std::vector<Index> diagonal_;
  std::vector<Index> place_;  // of the row's elements, by column
  Index zero_ = kNone;
};

}  // namespace

cusparseSpMatDescr OldMatrix::matrix(cudaDataType type) const {
  cusparseSpMatDescr all;
  all.rows = rows;
  all.cols = cols;
  all.nnz = nnz;
  all.offsets = const_cast<int*>(offsets);
  all.indices = const_cast<int*>(columns);
  all.values = const_cast<void*>(values);
  all.base = descriptor->base;
  all.type = type;
  if (block == 0) return all;
  all.format = CUSPARSE_FORMAT_BSR;
  all.rows *= block;
  all.cols *= block;
  all.block_rows = all.block_cols = block;
  all.order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  return all;
}

cusparseStatus_t analyse_factors(cusparseHandle_t handle, const char* call, const OldMatrix& matrix,
                                 const warpglass_factors_info* info) {
  return guarded(handle, [&] {
    if (!matrix.is_good() || info == nullptr) return kInvalid;
    return in_stream(handle, call, [all = matrix.matrix(CUDA_R_32F), zero = info->zero](const Memory& memory) {
      const auto diagonals = diagonals_of(load_pattern(memory, all));
      const auto none = std::ranges::find(diagonals, kNone);
      *zero = none == diagonals.end() ? kNone : (none - diagonals.begin()) / all.block_rows + all.base;
    });
  });
}

cusparseStatus_t factorise(cusparseHandle_t handle, const char* call, Factors kind, cudaDataType type,
                           const OldMatrix& matrix, const warpglass_factors_info* info) {
  return guarded(handle, [&] {
    if (!matrix.is_good() || info == nullptr) return kInvalid;
    return in_stream(handle, call, [all = matrix.matrix(type), kind, info = *info](const Memory& memory) {
      with_number({all.type}, [&](auto number) {
        using Number = decltype(number);
        auto rows = load_matrix<Number>(memory, all, CUSPARSE_OPERATION_NON_TRANSPOSE);
        Incomplete<Number> factors(rows, info);
        const Index zero = kind == Factors::cholesky ? factors.cholesky() : factors.lower_and_upper();
        *info.zero = zero == kNone ? kNone : zero / all.block_rows + all.base;
        std::vector<Number> values(rows.nnz());
        for (std::size_t i = 0; i < values.size(); ++i) values[at(rows.place[i])] = rows.value[i];
        save(memory, "array of values of the sparse matrix", values, all.values, all.type);
      });
    });
  });
}

cusparseStatus_t answer_zero_pivot(cusparseHandle_t handle, const char* call, const warpglass_factors_info* info,
                                   int* position) {
  return guarded(handle, [&] {
    if (info == nullptr || position == nullptr) return kInvalid;
    const bool on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
    const auto body = [position, zero = info->zero, on_host](const Memory& memory) {
      if (!on_host)
        memory.reach(Use::write, "position", {.base = position, .width = sizeof(int), .pitch = sizeof(int)});
      *position = static_cast<int>(*zero);
    };
    const cusparseStatus_t status = in_stream(handle, call, body, true);
    return status == kDone && *info->zero != kNone ? CUSPARSE_STATUS_ZERO_PIVOT : status;
  });
}

cusparseStatus_t set_boost(cusparseHandle_t handle, cudaDataType type, warpglass_factors_info* info, int on,
                           const double* tolerance, const void* value) {
  return guarded(handle, [&] {
    if (info == nullptr || (on != 0 && (tolerance == nullptr || value == nullptr))) return kInvalid;
    info->boosts = on != 0;
    if (!info->boosts) return kDone;
    const auto body = [tolerance = scalar(handle, tolerance, CUDA_R_64F), value = scalar(handle, value, type),
                       info](const Memory& memory) {
      info->tolerance = tolerance.get<double>(memory);
      info->boosted = value.get<Pair>(memory);
    };
    return in_stream(handle, "cusparseXcsrilu02_numericBoost", body, true);
  });
}

}  // namespace warpglass::sparse
