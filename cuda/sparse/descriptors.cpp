// Descriptors of vectors and matrices. What is made of arrays that may not be written is the same, and never written.
#include "cuda/sparse/descriptors.hpp"

#include <cstring>

using warpglass::sparse::bytes_of;
using warpglass::sparse::guarded;
using warpglass::sparse::kDone;
using warpglass::sparse::kInvalid;

namespace {

bool are_known(cusparseIndexType_t type, cusparseIndexBase_t base, cudaDataType value_type) {
  return type >= CUSPARSE_INDEX_16U && type <= CUSPARSE_INDEX_64I &&
         (base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE) && bytes_of(value_type) != 0;
}

template <class Descriptor>
cusparseStatus_t create(Descriptor** to, const Descriptor& from, bool good) {
  return guarded([&] {
    if (to == nullptr || !good) return kInvalid;
    *to = new Descriptor(from);
    return kDone;
  });
}

cusparseStatus_t create_matrix(cusparseSpMatDescr_t* to, const cusparseSpMatDescr& from) {
  const bool sizes = from.rows >= 0 && from.cols >= 0 && from.nnz >= 0;
  return create(to, from, sizes && are_known(from.index_type, from.base, from.type));
}

template <class T>
T* mutable_of(const T* values) {
  return const_cast<T*>(values);
}
void* mutable_of(const void* values) { return const_cast<void*>(values); }

/// What is wanted of a descriptor: null pointers are passed over.
template <class To, class From>
void give(To* to, const From& from) {
  if (to != nullptr) *to = from;
}

cusparseSpMatDescr compressed(cusparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz, const void* offsets,
                              const void* indices, const void* values, cusparseIndexType_t offset_type,
                              cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  cusparseSpMatDescr matrix;
  matrix.format = format;
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.nnz = nnz;
  matrix.offsets = mutable_of(offsets);
  matrix.indices = mutable_of(indices);
  matrix.values = mutable_of(values);
  matrix.offset_type = offset_type;
  matrix.index_type = index_type;
  matrix.base = base;
  matrix.type = type;
  return matrix;
}

template <class Void>
cusparseStatus_t get_compressed(cusparseConstSpMatDescr_t matrix, cusparseFormat_t format, int64_t* rows, int64_t* cols,
                                int64_t* nnz, Void** offsets, Void** indices, Void** values,
                                cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                                cusparseIndexBase_t* base, cudaDataType* type) {
  if (matrix == nullptr || matrix->format != format) return kInvalid;
  give(rows, matrix->rows);
  give(cols, matrix->cols);
  give(nnz, matrix->nnz);
  give(offsets, matrix->offsets);
  give(indices, matrix->indices);
  give(values, matrix->values);
  give(offset_type, matrix->offset_type);
  give(index_type, matrix->index_type);
  give(base, matrix->base);
  give(type, matrix->type);
  return kDone;
}

cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, cusparseFormat_t format, void* offsets, void* indices,
                              void* values) {
  if (matrix == nullptr || matrix->format != format) return kInvalid;
  matrix->offsets = offsets;
  matrix->indices = indices;
  matrix->values = values;
  return kDone;
}

cusparseStatus_t set_batches(cusparseSpMatDescr_t matrix, int count, int64_t offsets, int64_t indices, int64_t values) {
  if (matrix == nullptr || count < 1) return kInvalid;
  matrix->batches = count;
  matrix->offsets_stride = offsets;
  matrix->indices_stride = indices;
  matrix->values_stride = values;
  return kDone;
}

template <class Descriptor, class Void>
cusparseStatus_t get_values(const Descriptor* of, Void** values) {
  if (of == nullptr || values == nullptr) return kInvalid;
  *values = of->values;
  return kDone;
}
template <class Descriptor>
cusparseStatus_t set_values(Descriptor* of, void* values) {
  if (of == nullptr || values == nullptr) return kInvalid;
  of->values = values;
  return kDone;
}

template <class Void>
cusparseStatus_t get_vector(cusparseConstSpVecDescr_t vector, int64_t* size, int64_t* nnz, Void** indices,
                            Void** values, cusparseIndexType_t* index_type, cusparseIndexBase_t* base,
                            cudaDataType* type) {
  if (vector == nullptr) return kInvalid;
  give(size, vector->size);
  give(nnz, vector->nnz);
  give(indices, vector->indices);
  give(values, vector->values);
  give(index_type, vector->index_type);
  give(base, vector->base);
  give(type, vector->type);
  return kDone;
}

template <class Void>
cusparseStatus_t get_dense(cusparseConstDnMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* ld, Void** values,
                           cudaDataType* type, cusparseOrder_t* order) {
  if (matrix == nullptr) return kInvalid;
  give(rows, matrix->rows);
  give(cols, matrix->cols);
  give(ld, matrix->ld);
  give(values, matrix->values);
  give(type, matrix->type);
  give(order, matrix->order);
  return kDone;
}

template <class Void>
cusparseStatus_t get_ell(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* block,
                         int64_t* ell_cols, Void** indices, Void** values, cusparseIndexType_t* index_type,
                         cusparseIndexBase_t* base, cudaDataType* type) {
  if (matrix == nullptr || matrix->format != CUSPARSE_FORMAT_BLOCKED_ELL) return kInvalid;
  give(rows, matrix->rows);
  give(cols, matrix->cols);
  give(block, matrix->block_rows);
  give(ell_cols, matrix->ell_cols);
  give(indices, matrix->indices);
  give(values, matrix->values);
  give(index_type, matrix->index_type);
  give(base, matrix->base);
  give(type, matrix->type);
  return kDone;
}

}  // namespace

// ---- Vectors ----

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* to, int64_t size, int64_t nnz, void* indices, void* values,
                                     cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  const cusparseSpVecDescr vector{size, nnz, indices, values, index_type, base, type};
  return create(to, vector, size >= 0 && nnz >= 0 && nnz <= size && are_known(index_type, base, type));
}
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t* to, int64_t size, int64_t nnz, const void* indices,
                                          const void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                          cudaDataType type) {
  return cusparseCreateSpVec(const_cast<cusparseSpVecDescr_t*>(to), size, nnz, mutable_of(indices), mutable_of(values),
                             index_type, base, type);
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) {
  delete vector;
  return kDone;
}
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t vector, int64_t* size, int64_t* nnz, void** indices,
                                  void** values, cusparseIndexType_t* index_type, cusparseIndexBase_t* base,
                                  cudaDataType* type) {
  return get_vector(vector, size, nnz, indices, values, index_type, base, type);
}
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t vector, int64_t* size, int64_t* nnz,
                                       const void** indices, const void** values, cusparseIndexType_t* index_type,
                                       cusparseIndexBase_t* base, cudaDataType* type) {
  return get_vector(vector, size, nnz, indices, values, index_type, base, type);
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector, cusparseIndexBase_t* base) {
  if (vector == nullptr || base == nullptr) return kInvalid;
  *base = vector->base;
  return kDone;
}
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void** values) {
  return get_values(vector, values);
}
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t vector, const void** values) {
  return get_values(vector, values);
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void* values) {
  return set_values(vector, values);
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* to, int64_t size, void* values, cudaDataType type) {
  return create(to, cusparseDnVecDescr{size, values, type}, size >= 0 && bytes_of(type) != 0);
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* to, int64_t size, const void* values,
                                          cudaDataType type) {
  return cusparseCreateDnVec(const_cast<cusparseDnVecDescr_t*>(to), size, mutable_of(values), type);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) {
  delete vector;
  return kDone;
}
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t vector, int64_t* size, const void** values,
                                       cudaDataType* type) {
  if (vector == nullptr) return kInvalid;
  give(size, vector->size);
  give(values, vector->values);
  give(type, vector->type);
  return kDone;
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t* size, void** values, cudaDataType* type) {
  return cusparseConstDnVecGet(vector, size, const_cast<const void**>(values), type);
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void** values) {
  return get_values(vector, values);
}
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t vector, const void** values) {
  return get_values(vector, values);
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  return set_values(vector, values);
}

// ---- Sparse matrices ----

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz, void* offsets,
                                   void* indices, void* values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  return create_matrix(to, compressed(CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values, offset_type,
                                      index_type, base, type));
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* offsets, const void* indices, const void* values,
                                        cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                        cusparseIndexBase_t base, cudaDataType type) {
  return create_matrix(
      const_cast<cusparseSpMatDescr_t*>(to),
      compressed(CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values, offset_type, index_type, base, type));
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz, void* offsets,
                                   void* indices, void* values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  return create_matrix(to, compressed(CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values, offset_type,
                                      index_type, base, type));
}
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* offsets, const void* indices, const void* values,
                                        cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                        cusparseIndexBase_t base, cudaDataType type) {
  return create_matrix(
      const_cast<cusparseSpMatDescr_t*>(to),
      compressed(CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values, offset_type, index_type, base, type));
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz, void* row_indices,
                                   void* column_indices, void* values, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return create_matrix(to, compressed(CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, column_indices, values,
                                      index_type, index_type, base, type));
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz,
                                        const void* row_indices, const void* column_indices, const void* values,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  return create_matrix(const_cast<cusparseSpMatDescr_t*>(to),
                       compressed(CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, column_indices, values, index_type,
                                  index_type, base, type));
}

namespace {

cusparseSpMatDescr blocks(int64_t rows, int64_t cols, int64_t nnz, int64_t height, int64_t width, const void* offsets,
                          const void* indices, const void* values, cusparseIndexType_t offset_type,
                          cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type,
                          cusparseOrder_t order) {
  cusparseSpMatDescr matrix = compressed(CUSPARSE_FORMAT_BSR, rows * height, cols * width, nnz, offsets, indices,
                                         values, offset_type, index_type, base, type);
  matrix.block_rows = height;
  matrix.block_cols = width;
  matrix.order = order;
  return matrix;
}

cusparseSpMatDescr ell(int64_t rows, int64_t cols, int64_t block, int64_t ell_cols, const void* indices,
                       const void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                       cudaDataType type) {
  cusparseSpMatDescr matrix = compressed(CUSPARSE_FORMAT_BLOCKED_ELL, rows, cols, rows * ell_cols, nullptr, indices,
                                         values, index_type, index_type, base, type);
  matrix.block_rows = matrix.block_cols = block;
  matrix.ell_cols = ell_cols;
  return matrix;
}

cusparseSpMatDescr slices(int64_t rows, int64_t cols, int64_t nnz, int64_t values_size, int64_t slice,
                          const void* offsets, const void* indices, const void* values, cusparseIndexType_t offset_type,
                          cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  cusparseSpMatDescr matrix = compressed(CUSPARSE_FORMAT_SLICED_ELLPACK, rows, cols, nnz, offsets, indices, values,
                                         offset_type, index_type, base, type);
  matrix.block_rows = slice;
  matrix.ell_cols = values_size;
  return matrix;
}

bool is_block(int64_t rows, int64_t cols, int64_t size) { return size > 0 && rows % size == 0 && cols % size == 0; }

}  // namespace

cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz, int64_t height,
                                   int64_t width, void* offsets, void* indices, void* values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order) {
  if (height <= 0 || width <= 0) return kInvalid;
  return create_matrix(
      to, blocks(rows, cols, nnz, height, width, offsets, indices, values, offset_type, index_type, base, type, order));
}
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz,
                                        int64_t height, int64_t width, const void* offsets, const void* indices,
                                        const void* values, cusparseIndexType_t offset_type,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type,
                                        cusparseOrder_t order) {
  return cusparseCreateBsr(const_cast<cusparseSpMatDescr_t*>(to), rows, cols, nnz, height, width, mutable_of(offsets),
                           mutable_of(indices), mutable_of(values), offset_type, index_type, base, type, order);
}
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t block,
                                          int64_t ell_cols, void* indices, void* values, cusparseIndexType_t index_type,
                                          cusparseIndexBase_t base, cudaDataType type) {
  if (!is_block(rows, cols, block) || ell_cols % block != 0) return kInvalid;
  return create_matrix(to, ell(rows, cols, block, ell_cols, indices, values, index_type, base, type));
}
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t block,
                                               int64_t ell_cols, const void* indices, const void* values,
                                               cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                               cudaDataType type) {
  return cusparseCreateBlockedEll(const_cast<cusparseSpMatDescr_t*>(to), rows, cols, block, ell_cols,
                                  mutable_of(indices), mutable_of(values), index_type, base, type);
}
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz,
                                         int64_t values_size, int64_t slice, void* offsets, void* indices, void* values,
                                         cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                         cusparseIndexBase_t base, cudaDataType type) {
  if (slice <= 0) return kInvalid;
  return create_matrix(
      to, slices(rows, cols, nnz, values_size, slice, offsets, indices, values, offset_type, index_type, base, type));
}
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t* to, int64_t rows, int64_t cols, int64_t nnz,
                                              int64_t values_size, int64_t slice, const void* offsets,
                                              const void* indices, const void* values, cusparseIndexType_t offset_type,
                                              cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                              cudaDataType type) {
  return cusparseCreateSlicedEll(const_cast<cusparseSpMatDescr_t*>(to), rows, cols, nnz, values_size, slice,
                                 mutable_of(offsets), mutable_of(indices), mutable_of(values), offset_type, index_type,
                                 base, type);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
  delete matrix;
  return kDone;
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz, void** offsets,
                                void** indices, void** values, cusparseIndexType_t* offset_type,
                                cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  return get_compressed(matrix, CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values, offset_type, index_type,
                        base, type);
}
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** offsets, const void** indices, const void** values,
                                     cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                                     cusparseIndexBase_t* base, cudaDataType* type) {
  return get_compressed(matrix, CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values, offset_type, index_type,
                        base, type);
}
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz, void** offsets,
                                void** indices, void** values, cusparseIndexType_t* offset_type,
                                cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  return get_compressed(matrix, CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values, offset_type, index_type,
                        base, type);
}
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** offsets, const void** indices, const void** values,
                                     cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                                     cusparseIndexBase_t* base, cudaDataType* type) {
  return get_compressed(matrix, CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values, offset_type, index_type,
                        base, type);
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** row_indices, void** column_indices, void** values,
                                cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  return get_compressed<void>(matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, column_indices, values,
                              nullptr, index_type, base, type);
}
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz,
                                     const void** row_indices, const void** column_indices, const void** values,
                                     cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  return get_compressed<const void>(matrix, CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, column_indices, values,
                                    nullptr, index_type, base, type);
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* block,
                                       int64_t* ell_cols, void** indices, void** values,
                                       cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  return get_ell(matrix, rows, cols, block, ell_cols, indices, values, index_type, base, type);
}
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                            int64_t* block, int64_t* ell_cols, const void** indices,
                                            const void** values, cusparseIndexType_t* index_type,
                                            cusparseIndexBase_t* base, cudaDataType* type) {
  return get_ell(matrix, rows, cols, block, ell_cols, indices, values, index_type, base, type);
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices, void* values) {
  return set_pointers(matrix, CUSPARSE_FORMAT_CSR, offsets, indices, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices, void* values) {
  return set_pointers(matrix, CUSPARSE_FORMAT_CSC, offsets, indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void* rows, void* columns, void* values) {
  return set_pointers(matrix, CUSPARSE_FORMAT_COO, rows, columns, values);
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t* format) {
  if (matrix == nullptr || format == nullptr) return kInvalid;
  *format = matrix->format;
  return kDone;
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t* base) {
  if (matrix == nullptr || base == nullptr) return kInvalid;
  *base = matrix->base;
  return kDone;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void** values) {
  return get_values(matrix, values);
}
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t matrix, const void** values) {
  return get_values(matrix, values);
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void* values) {
  return set_values(matrix, values);
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz) {
  if (matrix == nullptr) return kInvalid;
  give(rows, matrix->rows);
  give(cols, matrix->cols);
  give(nnz, matrix->nnz);
  return kDone;
}
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int* count) {
  if (matrix == nullptr || count == nullptr) return kInvalid;
  *count = matrix->batches;
  return kDone;
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int count, int64_t stride) {
  return set_batches(matrix, count, stride, stride, stride);
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count, int64_t offsets, int64_t values) {
  return set_batches(matrix, count, offsets, values, values);
}
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count, int64_t offsets, int64_t indices,
                                            int64_t values) {
  return set_batches(matrix, count, offsets, indices, values);
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute, void* data,
                                           size_t size) {
  if (matrix == nullptr || data == nullptr) return kInvalid;
  const auto take = [&](auto& member) {
    if (size != sizeof member) return kInvalid;
    std::memcpy(&member, data, size);
    return kDone;
  };
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) return take(matrix->fill);
  return attribute == CUSPARSE_SPMAT_DIAG_TYPE ? take(matrix->diagonal) : kInvalid;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute,
                                           void* data, size_t size) {
  if (matrix == nullptr || data == nullptr) return kInvalid;
  const auto hand = [&](const auto& member) {
    if (size != sizeof member) return kInvalid;
    std::memcpy(data, &member, size);
    return kDone;
  };
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) return hand(matrix->fill);
  return attribute == CUSPARSE_SPMAT_DIAG_TYPE ? hand(matrix->diagonal) : kInvalid;
}

// ---- Dense matrices ----

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* to, int64_t rows, int64_t cols, int64_t ld, void* values,
                                     cudaDataType type, cusparseOrder_t order) {
  cusparseDnMatDescr matrix;
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.ld = ld;
  matrix.values = values;
  matrix.type = type;
  matrix.order = order;
  const bool ordered = order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW;
  const bool sizes = rows >= 0 && cols >= 0 && ld >= (order == CUSPARSE_ORDER_ROW ? cols : rows);
  return create(to, matrix, ordered && sizes && bytes_of(type) != 0);
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* to, int64_t rows, int64_t cols, int64_t ld,
                                          const void* values, cudaDataType type, cusparseOrder_t order) {
  return cusparseCreateDnMat(const_cast<cusparseDnMatDescr_t*>(to), rows, cols, ld, mutable_of(values), type, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
  delete matrix;
  return kDone;
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* ld, void** values,
                                  cudaDataType* type, cusparseOrder_t* order) {
  return get_dense(matrix, rows, cols, ld, values, type, order);
}
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* ld,
                                       const void** values, cudaDataType* type, cusparseOrder_t* order) {
  return get_dense(matrix, rows, cols, ld, values, type, order);
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void** values) {
  return get_values(matrix, values);
}
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t matrix, const void** values) {
  return get_values(matrix, values);
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void* values) {
  return set_values(matrix, values);
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int count, int64_t stride) {
  if (matrix == nullptr || count < 1) return kInvalid;
  matrix->batches = count;
  matrix->batch_stride = stride;
  return kDone;
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int* count, int64_t* stride) {
  if (matrix == nullptr) return kInvalid;
  give(count, matrix->batches);
  give(stride, matrix->batch_stride);
  return kDone;
}
