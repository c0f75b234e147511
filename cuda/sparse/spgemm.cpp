// Products of two sparse matrices. How many elements there are is known once the product has been made, which its first
// step that has all it needs does; the last step puts it where the program has made room.
#include "cuda/sparse/matrices.hpp"

using warpglass::sparse::guarded;
using warpglass::sparse::in_stream;
using warpglass::sparse::Index;
using warpglass::sparse::kBufferBytes;
using warpglass::sparse::kDone;
using warpglass::sparse::kInvalid;
using warpglass::sparse::load;
using warpglass::sparse::load_matrix;
using warpglass::sparse::Memory;
using warpglass::sparse::Pair;
using warpglass::sparse::Pattern;
using warpglass::sparse::Rows;
using warpglass::sparse::save;
using warpglass::sparse::save_indices;
using warpglass::sparse::scalar;
using warpglass::sparse::with_number;

struct cusparseSpGEMMDescr {
  std::shared_ptr<Pattern> pattern;            // of the product
  std::shared_ptr<std::vector<Pair>> product;  // its values, times alpha
  Index products = 0;                          // of two elements
};

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

/// Which elements a product has, by rows in the order of columns, and how many products of two they are made of.
Index multiply_patterns(const Pattern& a, const Pattern& b, Pattern& c) {
  c = {.rows = a.rows, .cols = b.cols, .begin = {0}};
  std::vector<bool> seen(at(b.cols));
  Index products = 0;
  for (Index row = 0; row < a.rows; ++row) {
    const std::size_t first = c.column.size();
    for (Index i = a.begin[at(row)]; i < a.begin[at(row) + 1]; ++i) {
      const Index middle = a.column[at(i)];
      for (Index j = b.begin[at(middle)]; j < b.begin[at(middle) + 1]; ++j, ++products) {
        if (seen[at(b.column[at(j)])]) continue;
        seen[at(b.column[at(j)])] = true;
        c.column.push_back(b.column[at(j)]);
      }
    }
    std::sort(c.column.begin() + static_cast<std::ptrdiff_t>(first), c.column.end());
    for (std::size_t i = first; i < c.column.size(); ++i) seen[at(c.column[i])] = false;
    c.begin.push_back(static_cast<Index>(c.column.size()));
  }
  return products;
}

template <class Number>
std::vector<Number> multiply_values(const Rows<Number>& a, const Rows<Number>& b, const Pattern& c) {
  std::vector<Number> values(c.nnz());
  std::vector<Number> sums(at(c.cols));
  for (Index row = 0; row < a.rows; ++row) {
    for (Index i = a.begin[at(row)]; i < a.begin[at(row) + 1]; ++i) {
      const Index middle = a.column[at(i)];
      for (Index j = b.begin[at(middle)]; j < b.begin[at(middle) + 1]; ++j)
        sums[at(b.column[at(j)])] += a.value[at(i)] * b.value[at(j)];
    }
    for (Index i = c.begin[at(row)]; i < c.begin[at(row) + 1]; ++i)
      values[at(i)] = std::exchange(sums[at(c.column[at(i)])], Number());
  }
  return values;
}

bool go_together(cusparseOperation_t of_a, cusparseOperation_t of_b, cusparseConstSpMatDescr_t a,
                 cusparseConstSpMatDescr_t b, cusparseConstSpMatDescr_t c) {
  const auto plain = [](cusparseOperation_t operation) { return operation == CUSPARSE_OPERATION_NON_TRANSPOSE; };
  return a != nullptr && b != nullptr && c != nullptr && plain(of_a) && plain(of_b) && a->cols == b->rows &&
         c->rows == a->rows && c->cols == b->cols && c->format == CUSPARSE_FORMAT_CSR;
}

/// Makes the pattern of the product, and waits for it.
cusparseStatus_t find_pattern(cusparseHandle_t handle, const char* call, cusparseConstSpMatDescr_t a,
                              cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c, cusparseSpGEMMDescr_t descriptor) {
  auto pattern = std::make_shared<Pattern>();
  auto products = std::make_shared<Index>(0);
  const auto body = [a = *a, b = *b, pattern, products](const Memory& memory) {
    *products = multiply_patterns(warpglass::sparse::load_pattern(memory, a),
                                  warpglass::sparse::load_pattern(memory, b), *pattern);
  };
  const cusparseStatus_t status = in_stream(handle, call, body, true);
  if (status != kDone) return status;
  descriptor->pattern = pattern;
  descriptor->products = *products;
  c->nnz = static_cast<Index>(pattern->nnz());
  return kDone;
}

/// Puts offsets and indices where the matrix has them.
void save_pattern(const Memory& memory, const Pattern& pattern, const cusparseSpMatDescr& c) {
  save_indices(memory, "array of offsets of the sparse matrix", pattern.begin, c.offsets, c.offset_type, c.base);
  save_indices(memory, "array of indices of the sparse matrix", pattern.column, c.indices, c.index_type, c.base);
}

/// The first call for a buffer's size is one without a buffer.
bool asks_for_size(std::size_t* size, const void* buffer) {
  if (buffer != nullptr) return false;
  *size = kBufferBytes;
  return true;
}

}  // namespace

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descriptor) {
  return guarded([&] { return warpglass::sparse::make(descriptor); });
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descriptor) {
  delete descriptor;
  return kDone;
}

cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t of_a,
                                               cusparseOperation_t of_b, const void*, cusparseConstSpMatDescr_t a,
                                               cusparseConstSpMatDescr_t b, const void*, cusparseSpMatDescr_t c,
                                               cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descriptor,
                                               size_t* size, void* buffer) {
  return guarded(handle, [&] {
    if (!go_together(of_a, of_b, a, b, c) || descriptor == nullptr || size == nullptr) return kInvalid;
    if (asks_for_size(size, buffer)) return kDone;
    return find_pattern(handle, "cusparseSpGEMM_workEstimation", a, b, c, descriptor);
  });
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descriptor, int64_t* count) {
  if (descriptor == nullptr || count == nullptr) return kInvalid;
  *count = descriptor->products;
  return kDone;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                               const void*, cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                               const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSpGEMMAlg_t,
                                               cusparseSpGEMMDescr_t, float, size_t* third, void*, size_t* second) {
  return guarded(handle, [&] {
    if (third != nullptr) *third = kBufferBytes;
    if (second != nullptr) *second = kBufferBytes;
    return kDone;
  });
}

cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,
                                        const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                                        cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descriptor, size_t* size,
                                        void* buffer) {
  return guarded(handle, [&] {
    if (!go_together(of_a, of_b, a, b, c) || descriptor == nullptr || alpha == nullptr || beta == nullptr ||
        size == nullptr)
      return kInvalid;
    if (asks_for_size(size, buffer)) return kDone;
    if (descriptor->pattern == nullptr) {
      const cusparseStatus_t status = find_pattern(handle, "cusparseSpGEMM_compute", a, b, c, descriptor);
      if (status != kDone) return status;
    }
    descriptor->product = std::make_shared<std::vector<Pair>>();
    const auto body = [a = *a, b = *b, c = *c, type, alpha = scalar(handle, alpha, type), pattern = descriptor->pattern,
                       product = descriptor->product](const Memory& memory) {
      with_number({a.type, b.type, c.type, type}, [&](auto number) {
        using Number = decltype(number);
        constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
        const auto factor = alpha.template get<Number>(memory);
        const auto values =
            multiply_values(load_matrix<Number>(memory, a, kPlain), load_matrix<Number>(memory, b, kPlain), *pattern);
        product->clear();
        for (const Number& one : values) product->emplace_back(factor * one);
      });
    };
    return in_stream(handle, "cusparseSpGEMM_compute", body);
  });
}

cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                     cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void* beta,
                                     cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t descriptor) {
  return guarded(handle, [&] {
    if (c == nullptr || beta == nullptr || descriptor == nullptr || descriptor->product == nullptr) return kInvalid;
    const auto body = [c = *c, beta = scalar(handle, beta, type), pattern = descriptor->pattern,
                       product = descriptor->product](const Memory& memory) {
      std::vector<Pair> values = *product;
      const auto kept = beta.template get<Pair>(memory);
      if (kept != Pair()) {
        const auto before = load<Pair>(memory, "array of values of the sparse matrix", c.values, c.nnz, c.type);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] += kept * before[i];
      }
      save_pattern(memory, *pattern, c);
      save(memory, "array of values of the sparse matrix", values, c.values, c.type);
    };
    return in_stream(handle, "cusparseSpGEMM_copy", body);
  });
}

// ---- The same pattern, several times ----

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle, cusparseOperation_t of_a,
                                                    cusparseOperation_t of_b, cusparseConstSpMatDescr_t a,
                                                    cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                                    cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descriptor, size_t* size,
                                                    void* buffer) {
  return guarded(handle, [&] {
    if (!go_together(of_a, of_b, a, b, c) || descriptor == nullptr || size == nullptr) return kInvalid;
    static_cast<void>(asks_for_size(size, buffer));
    return kDone;
  });
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t of_a, cusparseOperation_t of_b,
                                         cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                         cusparseSpMatDescr_t c, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descriptor,
                                         size_t* second, void* second_buffer, size_t* third, void*, size_t* fourth,
                                         void*) {
  return guarded(handle, [&] {
    if (!go_together(of_a, of_b, a, b, c) || descriptor == nullptr || second == nullptr) return kInvalid;
    if (third != nullptr) *third = kBufferBytes;
    if (fourth != nullptr) *fourth = kBufferBytes;
    if (asks_for_size(second, second_buffer)) return kDone;
    return find_pattern(handle, "cusparseSpGEMMreuse_nnz", a, b, c, descriptor);
  });
}

cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                          cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, cusparseSpMatDescr_t c,
                                          cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descriptor, size_t* size,
                                          void* buffer) {
  return guarded(handle, [&] {
    if (c == nullptr || descriptor == nullptr || descriptor->pattern == nullptr || size == nullptr) return kInvalid;
    if (asks_for_size(size, buffer)) return kDone;
    return in_stream(handle, "cusparseSpGEMMreuse_copy", [c = *c, pattern = descriptor->pattern](const Memory& memory) {
      save_pattern(memory, *pattern, c);
    });
  });
}

cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t of_a,
                                             cusparseOperation_t of_b, const void* alpha, cusparseConstSpMatDescr_t a,
                                             cusparseConstSpMatDescr_t b, const void* beta, cusparseSpMatDescr_t c,
                                             cudaDataType type, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descriptor) {
  return guarded(handle, [&] {
    if (!go_together(of_a, of_b, a, b, c) || alpha == nullptr || beta == nullptr || descriptor == nullptr ||
        descriptor->pattern == nullptr)
      return kInvalid;
    const auto body = [a = *a, b = *b, c = *c, type, alpha = scalar(handle, alpha, type),
                       beta = scalar(handle, beta, type), pattern = descriptor->pattern](const Memory& memory) {
      with_number({a.type, b.type, c.type, type}, [&](auto number) {
        using Number = decltype(number);
        constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
        const auto factor = alpha.template get<Number>(memory);
        const auto kept = beta.template get<Number>(memory);
        auto values =
            multiply_values(load_matrix<Number>(memory, a, kPlain), load_matrix<Number>(memory, b, kPlain), *pattern);
        for (Number& one : values) one *= factor;
        if (kept != Number()) {
          const auto before = load<Number>(memory, "array of values of the sparse matrix", c.values, c.nnz, c.type);
          for (std::size_t i = 0; i < values.size(); ++i) values[i] += kept * before[i];
        }
        save(memory, "array of values of the sparse matrix", values, c.values, c.type);
      });
    };
    return in_stream(handle, "cusparseSpGEMMreuse_compute", body);
  });
}
