// Systems of equations with a sparse triangle: of op(A) the half is used that A's attributes name.
#include <map>

#include "cuda/sparse/matrices.hpp"

using warpglass::sparse::answer_size;
using warpglass::sparse::Dense;
using warpglass::sparse::guarded;
using warpglass::sparse::in_stream;
using warpglass::sparse::Index;
using warpglass::sparse::kDone;
using warpglass::sparse::kInvalid;
using warpglass::sparse::load;
using warpglass::sparse::load_dense;
using warpglass::sparse::Memory;
using warpglass::sparse::Pair;
using warpglass::sparse::Pattern;
using warpglass::sparse::Rows;
using warpglass::sparse::save;
using warpglass::sparse::save_dense;
using warpglass::sparse::scalar;
using warpglass::sparse::taken;
using warpglass::sparse::with_number;

/// Values that an update has put in the place of the matrix's own.
struct cusparseSpSVDescr {
  cusparseSpMatDescr matrix;  // that was analysed
  struct Values {
    std::vector<Pair> all;       // by place; empty: the matrix's
    std::vector<Pair> diagonal;  // by row; likewise
  };
  std::shared_ptr<Values> updated = std::make_shared<Values>();
};
struct cusparseSpSMDescr : cusparseSpSVDescr {};

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

bool is_plain(cusparseOperation_t operation) { return operation == CUSPARSE_OPERATION_NON_TRANSPOSE; }

template <class Number>
Number number_of(const Pair& pair) {
  if constexpr (std::is_same_v<Number, Pair>)
    return pair;
  else
    return pair.real();
}

/// op(A) with its values, updated or its own.
template <class Number>
Rows<Number> load_triangle(const Memory& memory, const cusparseSpMatDescr& matrix, cusparseOperation_t operation,
                           const cusparseSpSVDescr::Values& updated) {
  Rows<Number> rows{warpglass::sparse::load_pattern(memory, matrix), {}};
  auto values = load<Number>(memory, "array of values of the sparse matrix", matrix.values, stored_values(matrix, rows),
                             matrix.type);
  for (std::size_t i = 0; i < updated.all.size() && i < values.size(); ++i)
    values[i] = number_of<Number>(updated.all[i]);
  for (Index row = 0; row < rows.rows && !updated.diagonal.empty(); ++row)
    for (Index i = rows.begin[at(row)]; i < rows.begin[at(row) + 1]; ++i)
      if (rows.column[at(i)] == row) values[at(rows.place[at(i)])] = number_of<Number>(updated.diagonal[at(row)]);
  if (!is_plain(operation)) static_cast<Pattern&>(rows) = transposed(rows);
  rows.value = taken(values, rows.place);
  if (operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    for (Number& one : rows.value) one = warpglass::sparse::conjugate(one);
  return rows;
}

/// Solves for `columns` right sides, which stand in x by rows.
template <class Number>
void solve(const Rows<Number>& a, bool lower, bool unit, std::vector<Number>& x, Index columns) {
  for (Index step = 0; step < a.rows; ++step) {
    const Index row = lower ? step : a.rows - 1 - step;
    Number* const own = &x[at(row * columns)];
    Number diagonal = Number(unit ? 1.0 : 0.0);
    for (Index i = a.begin[at(row)]; i < a.begin[at(row) + 1]; ++i) {
      const Index column = a.column[at(i)];
      if (column == row && !unit) diagonal += a.value[at(i)];
      if (lower ? column >= row : column <= row) continue;
      const Number* const other = &x[at(column * columns)];
      for (Index j = 0; j < columns; ++j) own[j] -= a.value[at(i)] * other[j];
    }
    for (Index j = 0; j < columns; ++j) own[j] /= diagonal;
  }
}

bool is_lower(const cusparseSpMatDescr& matrix, cusparseOperation_t operation) {
  return (matrix.fill == CUSPARSE_FILL_MODE_LOWER) == is_plain(operation);
}

bool is_square(const cusparseSpMatDescr* matrix) { return matrix != nullptr && matrix->rows == matrix->cols; }

template <class Descriptor>
cusparseStatus_t create(Descriptor** to) {
  return guarded([&] { return warpglass::sparse::make(to); });
}

cusparseStatus_t analyse(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseSpSVDescr* descriptor) {
  return guarded(handle, [&] {
    if (!is_square(a) || descriptor == nullptr) return kInvalid;
    descriptor->matrix = *a;
    descriptor->updated = std::make_shared<cusparseSpSVDescr::Values>();
    return kDone;
  });
}

cusparseStatus_t update(cusparseHandle_t handle, const char* call, cusparseSpSVDescr* descriptor, const void* values,
                        bool whole) {
  return guarded(handle, [&] {
    if (descriptor == nullptr || values == nullptr) return kInvalid;
    const auto body = [matrix = descriptor->matrix, updated = descriptor->updated, values,
                       whole](const Memory& memory) {
      auto& to = whole ? updated->all : updated->diagonal;
      to = load<Pair>(memory, "array of new values", values, whole ? matrix.nnz : matrix.rows, matrix.type);
    };
    return in_stream(handle, call, body);
  });
}

}  // namespace

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* descriptor) { return create(descriptor); }
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descriptor) {
  delete descriptor;
  return kDone;
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                         cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                       cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t descriptor, void*) {
  return analyse(handle, a, descriptor);
}
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t descriptor, void* values,
                                           cusparseSpSVUpdate_t part) {
  return update(handle, "cusparseSpSV_updateMatrix", descriptor, values, part == CUSPARSE_SPSV_UPDATE_GENERAL);
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t operation, const void* alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType type, cusparseSpSVAlg_t, cusparseSpSVDescr_t descriptor) {
  return guarded(handle, [&] {
    if (!is_square(a) || x == nullptr || y == nullptr || alpha == nullptr || descriptor == nullptr) return kInvalid;
    if (x->size != a->rows || y->size != a->rows) return kInvalid;
    const auto body = [a = *a, x = *x, y = *y, operation, type, alpha = scalar(handle, alpha, type),
                       updated = descriptor->updated](const Memory& memory) {
      with_number({a.type, x.type, y.type, type}, [&](auto number) {
        using Number = decltype(number);
        const auto rows = load_triangle<Number>(memory, a, operation, *updated);
        const auto factor = alpha.template get<Number>(memory);
        auto values = load<Number>(memory, "vector x", x.values, x.size, x.type);
        for (Number& one : values) one *= factor;
        solve(rows, is_lower(a, operation), a.diagonal == CUSPARSE_DIAG_TYPE_UNIT, values, 1);
        save(memory, "vector y", values, y.values, y.type);
      });
    };
    return in_stream(handle, "cusparseSpSV_solve", body);
  });
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* descriptor) { return create(descriptor); }
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descriptor) {
  delete descriptor;
  return kDone;
}
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                         cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                       cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t descriptor, void*) {
  return analyse(handle, a, descriptor);
}
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t descriptor, void* values,
                                           cusparseSpSMUpdate_t part) {
  return update(handle, "cusparseSpSM_updateMatrix", descriptor, values, part == CUSPARSE_SPSM_UPDATE_GENERAL);
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,
                                    const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                    cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t descriptor) {
  return guarded(handle, [&] {
    if (!is_square(a) || b == nullptr || c == nullptr || alpha == nullptr || descriptor == nullptr) return kInvalid;
    const Index rows = is_plain(of_b) ? b->rows : b->cols, columns = is_plain(of_b) ? b->cols : b->rows;
    if (rows != a->rows || c->rows != rows || c->cols != columns) return kInvalid;
    const auto body = [a = *a, b = *b, c = *c, of_a, of_b, type, alpha = scalar(handle, alpha, type),
                       updated = descriptor->updated](const Memory& memory) {
      with_number({a.type, b.type, c.type, type}, [&](auto number) {
        using Number = decltype(number);
        const auto triangle = load_triangle<Number>(memory, a, of_a, *updated);
        const auto factor = alpha.template get<Number>(memory);
        Dense<Number> sides = load_dense<Number>(memory, "matrix B", b, of_b);
        for (Number& one : sides.value) one *= factor;
        solve(triangle, is_lower(a, of_a), a.diagonal == CUSPARSE_DIAG_TYPE_UNIT, sides.value, sides.cols);
        save_dense(memory, "matrix C", sides, c);
      });
    };
    return in_stream(handle, "cusparseSpSM_solve", body);
  });
}
