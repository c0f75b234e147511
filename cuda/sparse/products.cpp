// Products of sparse vectors and matrices with dense ones, and what vectors do to each other.
#include "cuda/sparse/matrices.hpp"

using warpglass::sparse::answer_size;
using warpglass::sparse::conjugate;
using warpglass::sparse::Dense;
using warpglass::sparse::guarded;
using warpglass::sparse::in_stream;
using warpglass::sparse::Index;
using warpglass::sparse::kDone;
using warpglass::sparse::kInvalid;
using warpglass::sparse::load;
using warpglass::sparse::load_dense;
using warpglass::sparse::load_indices;
using warpglass::sparse::load_matrix;
using warpglass::sparse::Memory;
using warpglass::sparse::Rows;
using warpglass::sparse::save;
using warpglass::sparse::save_dense;
using warpglass::sparse::scalar;
using warpglass::sparse::store;
using warpglass::sparse::Use;
using warpglass::sparse::with_number;

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

std::vector<Index> indices_of(const Memory& memory, const cusparseSpVecDescr& vector) {
  auto indices = load_indices(memory, "array of indices of the sparse vector", vector.indices, vector.nnz,
                              vector.index_type, vector.base);
  if (std::ranges::any_of(indices, [&](Index index) { return index < 0 || index >= vector.size; }))
    memory.refuse("an index of the sparse vector is not of it");
  return indices;
}
template <class Number>
std::vector<Number> values_of(const Memory& memory, const cusparseSpVecDescr& vector) {
  return load<Number>(memory, "array of values of the sparse vector", vector.values, vector.nnz, vector.type);
}
template <class Number>
std::vector<Number> values_of(const Memory& memory, const char* name, const cusparseDnVecDescr& vector) {
  return load<Number>(memory, name, vector.values, vector.size, vector.type);
}

/// What is there of a result, times beta; nothing is read where beta is zero.
template <class Number>
std::vector<Number> so_far(const Memory& memory, const cusparseDnVecDescr& y, const Number& beta) {
  if (beta == Number()) return std::vector<Number>(at(y.size));
  std::vector<Number> values = values_of<Number>(memory, "vector y", y);
  for (Number& one : values) one *= beta;
  return values;
}

/// A dense and a sparse vector of one size and type.
bool go_together(const cusparseSpVecDescr* x, const cusparseDnVecDescr* y) {
  return x != nullptr && y != nullptr && x->size == y->size;
}

/// The inner products of rows of A and x are handed to `put(row, sum)`.
template <class Number, class Put>
void multiply(const Rows<Number>& a, const std::vector<Number>& x, Put&& put) {
  for (Index row = 0; row < a.rows; ++row) {
    Number sum = Number();
    for (Index i = a.begin[at(row)]; i < a.begin[at(row) + 1]; ++i) sum += a.value[at(i)] * x[at(a.column[at(i)])];
    put(row, sum);
  }
}

bool is_plain(cusparseOperation_t operation) { return operation == CUSPARSE_OPERATION_NON_TRANSPOSE; }

struct Extent {
  Index rows, cols;
};
template <class Matrix>
Extent extent(const Matrix& matrix, cusparseOperation_t operation) {
  if (is_plain(operation)) return {matrix.rows, matrix.cols};
  return {matrix.cols, matrix.rows};
}

}  // namespace

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
                               const void* beta, cusparseDnVecDescr_t y) {
  return guarded(handle, [&] {
    if (!go_together(x, y) || alpha == nullptr || beta == nullptr) return kInvalid;
    return in_stream(
        handle, "cusparseAxpby",
        [x = *x, y = *y, a = scalar(handle, alpha, y->type), b = scalar(handle, beta, y->type)](const Memory& memory) {
          with_number({x.type, y.type}, [&](auto number) {
            using Number = decltype(number);
            std::vector<Number> sums = so_far(memory, y, b.template get<Number>(memory));
            const Number factor = a.template get<Number>(memory);
            if (factor != Number()) {
              const auto indices = indices_of(memory, x);
              const auto values = values_of<Number>(memory, x);
              for (std::size_t i = 0; i < indices.size(); ++i) sums[at(indices[i])] += factor * values[i];
            }
            save(memory, "vector y", sums, y.values, y.type);
          });
        });
  });
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) {
  return guarded(handle, [&] {
    if (!go_together(x, y)) return kInvalid;
    return in_stream(handle, "cusparseGather", [x = *x, y = *y](const Memory& memory) {
      with_number({x.type, y.type}, [&](auto number) {
        using Number = decltype(number);
        const auto from = values_of<Number>(memory, "vector y", y);
        std::vector<Number> values;
        for (const Index index : indices_of(memory, x)) values.push_back(from[at(index)]);
        save(memory, "array of values of the sparse vector", values, x.values, x.type);
      });
    });
  });
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) {
  return guarded(handle, [&] {
    if (!go_together(x, y)) return kInvalid;
    return in_stream(handle, "cusparseScatter", [x = *x, y = *y](const Memory& memory) {
      with_number({x.type, y.type}, [&](auto number) {
        using Number = decltype(number);
        const auto indices = indices_of(memory, x);
        const auto values = values_of<Number>(memory, x);
        const std::size_t bytes = warpglass::sparse::bytes_of(y.type);
        for (std::size_t i = 0; i < indices.size(); ++i) {
          const auto* const place = static_cast<const std::byte*>(y.values) + at(indices[i]) * bytes;
          memory.reach(Use::write, "vector y", {.base = place, .width = bytes, .pitch = bytes});
          store(values[i], y.values, at(indices[i]), y.type);
        }
      });
    });
  });
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* c, const void* s, cusparseSpVecDescr_t x,
                             cusparseDnVecDescr_t y) {
  return guarded(handle, [&] {
    if (!go_together(x, y) || c == nullptr || s == nullptr) return kInvalid;
    return in_stream(
        handle, "cusparseRot",
        [x = *x, y = *y, c = scalar(handle, c, y->type), s = scalar(handle, s, y->type)](const Memory& memory) {
          with_number({x.type, y.type}, [&](auto number) {
            using Number = decltype(number);
            const Number cosine = c.template get<Number>(memory), sine = s.template get<Number>(memory);
            const auto indices = indices_of(memory, x);
            std::vector<Number> sparse = values_of<Number>(memory, x);
            std::vector<Number> dense = values_of<Number>(memory, "vector y", y);
            for (std::size_t i = 0; i < indices.size(); ++i) {
              Number& other = dense[at(indices[i])];
              const Number was = sparse[i];
              sparse[i] = cosine * was + sine * other;
              other = cosine * other - conjugate(sine) * was;
            }
            save(memory, "array of values of the sparse vector", sparse, x.values, x.type);
            save(memory, "vector y", dense, y.values, y.type);
          });
        });
  });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseConstSpVecDescr_t,
                                         cusparseConstDnVecDescr_t, const void*, cudaDataType, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t operation, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void* result, cudaDataType type, void*) {
  return guarded(handle, [&] {
    if (!go_together(x, y) || result == nullptr) return kInvalid;
    const bool on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
    const auto body = [x = *x, y = *y, operation, result, type, on_host](const Memory& memory) {
      with_number({x.type, y.type, type}, [&](auto number) {
        using Number = decltype(number);
        const auto indices = indices_of(memory, x);
        const auto values = values_of<Number>(memory, x);
        const auto dense = values_of<Number>(memory, "vector y", y);
        Number sum = Number();
        for (std::size_t i = 0; i < indices.size(); ++i)
          sum += (operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(values[i]) : values[i]) *
                 dense[at(indices[i])];
        if (on_host) return store(sum, result, 0, type);
        save(memory, "result", std::vector<Number>{sum}, result, type);
      });
    };
    return in_stream(handle, "cusparseSpVV", body, on_host, true);
  });
}

// ---- Matrices with vectors and matrices ----

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*) {
  return guarded(handle, [] { return kDone; });
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, void*) {
  return guarded(handle, [&] {
    if (a == nullptr || x == nullptr || y == nullptr || alpha == nullptr || beta == nullptr) return kInvalid;
    const Extent size = extent(*a, operation);
    if (x->size != size.cols || y->size != size.rows) return kInvalid;
    if (operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE && !warpglass::sparse::is_complex(a->type)) return kInvalid;
    return in_stream(handle, "cusparseSpMV",
                     [a = *a, x = *x, y = *y, operation, type, alpha = scalar(handle, alpha, type),
                      beta = scalar(handle, beta, type)](const Memory& memory) {
                       with_number({a.type, x.type, y.type, type}, [&](auto number) {
                         using Number = decltype(number);
                         const auto factor = alpha.template get<Number>(memory);
                         std::vector<Number> sums = so_far(memory, y, beta.template get<Number>(memory));
                         if (factor != Number()) {
                           const auto matrix = load_matrix<Number>(memory, a, operation);
                           const auto from = values_of<Number>(memory, "vector x", x);
                           multiply(matrix, from, [&](Index row, const Number& sum) { sums[at(row)] += factor * sum; });
                         }
                         save(memory, "vector y", sums, y.values, y.type);
                       });
                     });
  });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, void*) {
  return guarded(handle, [] { return kDone; });
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,
                              const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpMMAlg_t, void*) {
  return guarded(handle, [&] {
    if (a == nullptr || b == nullptr || c == nullptr || alpha == nullptr || beta == nullptr) return kInvalid;
    const Extent left = extent(*a, of_a), right = extent(*b, of_b);
    if (left.cols != right.rows || c->rows != left.rows || c->cols != right.cols) return kInvalid;
    const auto body = [a = *a, b = *b, c = *c, of_a, of_b, type, alpha = scalar(handle, alpha, type),
                       beta = scalar(handle, beta, type)](const Memory& memory) {
      with_number({a.type, b.type, c.type, type}, [&](auto number) {
        using Number = decltype(number);
        const auto factor = alpha.template get<Number>(memory);
        const auto kept = beta.template get<Number>(memory);
        for (int batch = 0; batch < c.batches; ++batch) {
          const auto matrix = load_matrix<Number>(memory, a, of_a, a.batches > 1 ? batch : 0);
          const auto dense = load_dense<Number>(memory, "matrix B", b, of_b, b.batches > 1 ? batch : 0);
          Dense<Number> sums{c.rows, c.cols, std::vector<Number>(at(c.rows * c.cols))};
          if (kept != Number()) {
            sums = load_dense<Number>(memory, "matrix C", c, CUSPARSE_OPERATION_NON_TRANSPOSE, batch);
            for (Number& one : sums.value) one *= kept;
          }
          for (Index row = 0; factor != Number() && row < matrix.rows; ++row) {
            for (Index i = matrix.begin[at(row)]; i < matrix.begin[at(row) + 1]; ++i) {
              const Number one = factor * matrix.value[at(i)];
              const Number* const from = &dense.value[at(matrix.column[at(i)] * dense.cols)];
              Number* const to = &sums.value[at(row * sums.cols)];
              for (Index j = 0; j < sums.cols; ++j) to[j] += one * from[j];
            }
          }
          save_dense(memory, "matrix C", sums, c, batch);
        }
      });
    };
    return in_stream(handle, "cusparseSpMM", body);
  });
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                          const void*, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t,
                                          size_t* size) {
  return answer_size(handle, size);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                          const void*, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t, void*) {
  return guarded(handle, [] { return kDone; });
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,
                               const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                               const void* beta, cusparseSpMatDescr_t c, cudaDataType type, cusparseSDDMMAlg_t, void*) {
  return guarded(handle, [&] {
    if (a == nullptr || b == nullptr || c == nullptr || alpha == nullptr || beta == nullptr) return kInvalid;
    const Extent left = extent(*a, of_a), right = extent(*b, of_b);
    if (left.cols != right.rows || c->rows != left.rows || c->cols != right.cols) return kInvalid;
    const auto body = [a = *a, b = *b, c = *c, of_a, of_b, type, alpha = scalar(handle, alpha, type),
                       beta = scalar(handle, beta, type)](const Memory& memory) {
      with_number({a.type, b.type, c.type, type}, [&](auto number) {
        using Number = decltype(number);
        const auto factor = alpha.template get<Number>(memory);
        const auto kept = beta.template get<Number>(memory);
        for (int batch = 0; batch < c.batches; ++batch) {
          const auto first = load_dense<Number>(memory, "matrix A", a, of_a, a.batches > 1 ? batch : 0);
          const auto second = load_dense<Number>(memory, "matrix B", b, of_b, b.batches > 1 ? batch : 0);
          const auto pattern = warpglass::sparse::load_pattern(memory, c, batch);
          void* const values = const_cast<void*>(warpglass::sparse::values_of(c, batch));
          const Index count = stored_values(c, pattern);
          std::vector<Number> sums(at(count));
          if (kept != Number()) {
            sums = load<Number>(memory, "array of values of the sparse matrix", values, count, c.type);
            for (Number& one : sums) one *= kept;
          }
          for (Index row = 0; row < pattern.rows; ++row) {
            for (Index i = pattern.begin[at(row)]; i < pattern.begin[at(row) + 1]; ++i) {
              Number sum = Number();
              for (Index k = 0; k < first.cols; ++k) sum += first.at(row, k) * second.at(k, pattern.column[at(i)]);
              sums[at(pattern.place[at(i)])] += factor * sum;
            }
          }
          save(memory, "array of values of the sparse matrix", sums, values, c.type);
        }
      });
    };
    return in_stream(handle, "cusparseSDDMM", body);
  });
}
