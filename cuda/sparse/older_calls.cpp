// The calls that name a type in their own name, and those that go with them.
#include "cuda/sparse/older_calls.hpp"

using warpglass::sparse::add_matrices;
using warpglass::sparse::add_patterns;
using warpglass::sparse::analyse_factors;
using warpglass::sparse::answer_size;
using warpglass::sparse::answer_zero_pivot;
using warpglass::sparse::count_elements;
using warpglass::sparse::count_greater;
using warpglass::sparse::factorise;
using warpglass::sparse::Factors;
using warpglass::sparse::guarded;
using warpglass::sparse::kDone;
using warpglass::sparse::keep_greater;
using warpglass::sparse::multiply_dense;
using warpglass::sparse::set_boost;
using warpglass::sparse::solve_interleaved;
using warpglass::sparse::solve_tridiagonal;

namespace {

double real_of(float number) { return number; }
double real_of(double number) { return number; }
double real_of(cuComplex number) { return number.x; }
double real_of(cuDoubleComplex number) { return number.x; }

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): types
#define OLD(A) {m, n, nnz##A, descr##A, csrVal##A, csrRowPtr##A, csrColInd##A}

#define FACTORS(LETTER, TYPE, DATA, KIND, HOW)                                                                       \
  cusparseStatus_t cusparse##LETTER##KIND##_bufferSize(cusparseHandle_t handle, int, int, const cusparseMatDescr_t,  \
                                                       TYPE*, const int*, const int*, KIND##Info_t, int* size) {     \
    return answer_size(handle, size);                                                                                \
  }                                                                                                                  \
  cusparseStatus_t cusparse##LETTER##KIND##_analysis(                                                                \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descriptor, const TYPE* values,              \
      const int* offsets, const int* columns, KIND##Info_t info, cusparseSolvePolicy_t, void*) {                     \
    return analyse_factors(handle, "cusparse" #LETTER #KIND "_analysis",                                             \
                           {m, m, nnz, descriptor, values, offsets, columns}, info);                                 \
  }                                                                                                                  \
  cusparseStatus_t cusparse##LETTER##KIND(cusparseHandle_t handle, int m, int nnz,                                   \
                                          const cusparseMatDescr_t descriptor, TYPE* values, const int* offsets,     \
                                          const int* columns, KIND##Info_t info, cusparseSolvePolicy_t, void*) {     \
    return factorise(handle, "cusparse" #LETTER #KIND, HOW, DATA, {m, m, nnz, descriptor, values, offsets, columns}, \
                     info);                                                                                          \
  }

#define BLOCK_FACTORS(LETTER, TYPE, DATA, KIND, GIVEN, HOW)                                                          \
  cusparseStatus_t cusparse##LETTER##KIND##_bufferSize(cusparseHandle_t handle, cusparseDirection_t, int, int,       \
                                                       const cusparseMatDescr_t, TYPE*, const int*, const int*, int, \
                                                       KIND##Info_t, int* size) {                                    \
    return answer_size(handle, size);                                                                                \
  }                                                                                                                  \
  cusparseStatus_t cusparse##LETTER##KIND##_analysis(cusparseHandle_t handle, cusparseDirection_t direction, int mb, \
                                                     int nnzb, const cusparseMatDescr_t descriptor, GIVEN* values,   \
                                                     const int* offsets, const int* columns, int block,              \
                                                     KIND##Info_t info, cusparseSolvePolicy_t, void*) {              \
    if (block <= 0) return warpglass::sparse::kInvalid;                                                              \
    return analyse_factors(handle, "cusparse" #LETTER #KIND "_analysis",                                             \
                           {mb, mb, nnzb, descriptor, values, offsets, columns, block, direction}, info);            \
  }                                                                                                                  \
  cusparseStatus_t cusparse##LETTER##KIND(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,  \
                                          const cusparseMatDescr_t descriptor, TYPE* values, const int* offsets,     \
                                          const int* columns, int block, KIND##Info_t info, cusparseSolvePolicy_t,   \
                                          void*) {                                                                   \
    if (block <= 0) return warpglass::sparse::kInvalid;                                                              \
    return factorise(handle, "cusparse" #LETTER #KIND, HOW, DATA,                                                    \
                     {mb, mb, nnzb, descriptor, values, offsets, columns, block, direction}, info);                  \
  }

#define TRIDIAGONAL(LETTER, TYPE, DATA, KIND)                                                                          \
  cusparseStatus_t cusparse##LETTER##KIND##_bufferSizeExt(cusparseHandle_t handle, int, int, const TYPE*, const TYPE*, \
                                                          const TYPE*, const TYPE*, int, size_t* size) {               \
    return answer_size(handle, size);                                                                                  \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##KIND(cusparseHandle_t handle, int m, int n, const TYPE* dl, const TYPE* d,        \
                                          const TYPE* du, TYPE* B, int ldb, void*) {                                   \
    return solve_tridiagonal(handle, "cusparse" #LETTER #KIND, DATA, {m, n, dl, d, du, B, ldb, 0});                    \
  }

#define CALLS(LETTER, TYPE, DATA)                                                                                      \
  cusparseStatus_t cusparse##LETTER##gemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t, int, int, int,     \
                                                      int* size) {                                                     \
    return answer_size(handle, size);                                                                                  \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##gemvi(                                                                            \
      cusparseHandle_t handle, cusparseOperation_t operation, int m, int n, const TYPE* alpha, const TYPE* A, int lda, \
      int nnz, const TYPE* values, const int* indices, const TYPE* beta, TYPE* y, cusparseIndexBase_t base, void*) {   \
    return multiply_dense(handle, "cusparse" #LETTER "gemvi", DATA,                                                    \
                          {operation, m, n, lda, nnz, alpha, A, values, indices, beta, y, base});                      \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,         \
                                         const cusparseMatDescr_t, const TYPE* A, int lda, int* counts, int* total) {  \
    return count_elements(handle, "cusparse" #LETTER "nnz", DATA, direction, m, n, A, lda, counts, total);             \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##csrgeam2_bufferSizeExt(                                                           \
      cusparseHandle_t handle, int, int, const TYPE*, const cusparseMatDescr_t, int, const TYPE*, const int*,          \
      const int*, const TYPE*, const cusparseMatDescr_t, int, const TYPE*, const int*, const int*,                     \
      const cusparseMatDescr_t, const TYPE*, const int*, const int*, size_t* size) {                                   \
    return answer_size(handle, size);                                                                                  \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##csrgeam2(                                                                         \
      cusparseHandle_t handle, int m, int n, const TYPE* alpha, const cusparseMatDescr_t descrA, int nnzA,             \
      const TYPE* csrValA, const int* csrRowPtrA, const int* csrColIndA, const TYPE* beta,                             \
      const cusparseMatDescr_t descrB, int nnzB, const TYPE* csrValB, const int* csrRowPtrB, const int* csrColIndB,    \
      const cusparseMatDescr_t descrC, TYPE* values, int* offsets, int* columns, void*) {                              \
    return add_matrices(handle, "cusparse" #LETTER "csrgeam2", DATA, alpha, OLD(A), beta, OLD(B), descrC, values,      \
                        offsets, columns);                                                                             \
  }                                                                                                                    \
  FACTORS(LETTER, TYPE, DATA, csrilu02, Factors::lower_and_upper)                                                      \
  FACTORS(LETTER, TYPE, DATA, csric02, Factors::cholesky)                                                              \
  BLOCK_FACTORS(LETTER, TYPE, DATA, bsrilu02, TYPE, Factors::lower_and_upper)                                          \
  BLOCK_FACTORS(LETTER, TYPE, DATA, bsric02, const TYPE, Factors::cholesky)                                            \
  cusparseStatus_t cusparse##LETTER##bsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t info, int on,       \
                                                           double* tolerance, TYPE* value) {                           \
    return set_boost(handle, DATA, info, on, tolerance, value);                                                        \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##nnz_compress(cusparseHandle_t handle, int m, const cusparseMatDescr_t descriptor, \
                                                  const TYPE* values, const int* offsets, int* counts, int* total,     \
                                                  TYPE tolerance) {                                                    \
    return count_greater(handle, "cusparse" #LETTER "nnz_compress", DATA,                                              \
                         {m, 0, 0, descriptor, values, offsets, nullptr}, real_of(tolerance), counts, total);          \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##csr2csr_compress(                                                                 \
      cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descriptor, const TYPE* values,                  \
      const int* columns, const int* offsets, int nnz, const int*, TYPE* values_left, int* columns_left,               \
      int* offsets_left, TYPE tolerance) {                                                                             \
    return keep_greater(handle, "cusparse" #LETTER "csr2csr_compress", DATA,                                           \
                        {m, n, nnz, descriptor, values, offsets, columns}, real_of(tolerance), values_left,            \
                        columns_left, offsets_left);                                                                   \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##csrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t info, int on,       \
                                                           double* tolerance, TYPE* value) {                           \
    return set_boost(handle, DATA, info, on, tolerance, value);                                                        \
  }                                                                                                                    \
  TRIDIAGONAL(LETTER, TYPE, DATA, gtsv2)                                                                               \
  TRIDIAGONAL(LETTER, TYPE, DATA, gtsv2_nopivot)                                                                       \
  cusparseStatus_t cusparse##LETTER##gtsv2StridedBatch_bufferSizeExt(                                                  \
      cusparseHandle_t handle, int, const TYPE*, const TYPE*, const TYPE*, const TYPE*, int, int, size_t* size) {      \
    return answer_size(handle, size);                                                                                  \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##gtsv2StridedBatch(cusparseHandle_t handle, int m, const TYPE* dl, const TYPE* d,  \
                                                       const TYPE* du, TYPE* x, int count, int stride, void*) {        \
    return solve_tridiagonal(handle, "cusparse" #LETTER "gtsv2StridedBatch", DATA,                                     \
                             {m, count, dl, d, du, x, stride, stride});                                                \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##gtsvInterleavedBatch_bufferSizeExt(                                               \
      cusparseHandle_t handle, int, int, const TYPE*, const TYPE*, const TYPE*, const TYPE*, int, size_t* size) {      \
    return answer_size(handle, size);                                                                                  \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##gtsvInterleavedBatch(cusparseHandle_t handle, int, int m, TYPE* dl, TYPE* d,      \
                                                          TYPE* du, TYPE* x, int count, void*) {                       \
    return solve_interleaved(handle, "cusparse" #LETTER "gtsvInterleavedBatch", DATA, m, count, {dl, d, du}, x);       \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##gpsvInterleavedBatch_bufferSizeExt(                                               \
      cusparseHandle_t handle, int, int, const TYPE*, const TYPE*, const TYPE*, const TYPE*, const TYPE*, const TYPE*, \
      int, size_t* size) {                                                                                             \
    return answer_size(handle, size);                                                                                  \
  }                                                                                                                    \
  cusparseStatus_t cusparse##LETTER##gpsvInterleavedBatch(cusparseHandle_t handle, int, int m, TYPE* ds, TYPE* dl,     \
                                                          TYPE* d, TYPE* du, TYPE* dw, TYPE* x, int count, void*) {    \
    return solve_interleaved(handle, "cusparse" #LETTER "gpsvInterleavedBatch", DATA, m, count, {ds, dl, d, du, dw},   \
                             x);                                                                                       \
  }

CALLS(S, float, CUDA_R_32F)
CALLS(D, double, CUDA_R_64F)
CALLS(C, cuComplex, CUDA_C_32F)
CALLS(Z, cuDoubleComplex, CUDA_C_64F)

// NOLINTEND(bugprone-macro-parentheses)
#undef CALLS
#undef TRIDIAGONAL
#undef BLOCK_FACTORS
#undef FACTORS

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA,
                                      const int* csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t descrB,
                                      int nnzB, const int* csrRowPtrB, const int* csrColIndB,
                                      const cusparseMatDescr_t descrC, int* offsets, int* total, void*) {
  constexpr const void* csrValA = nullptr;
  constexpr const void* csrValB = nullptr;
  return add_patterns(handle, OLD(A), OLD(B), descrC, offsets, total);
}

#undef OLD

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t* info) {
  return guarded([&] { return warpglass::sparse::make(info); });
}
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) {
  delete info;
  return kDone;
}
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int* position) {
  return answer_zero_pivot(handle, "cusparseXcsrilu02_zeroPivot", info, position);
}
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t* info) {
  return guarded([&] { return warpglass::sparse::make(info); });
}
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info) {
  delete info;
  return kDone;
}
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int* position) {
  return answer_zero_pivot(handle, "cusparseXcsric02_zeroPivot", info, position);
}

cusparseStatus_t cusparseCreateBsrilu02Info(bsrilu02Info_t* info) {
  return guarded([&] { return warpglass::sparse::make(info); });
}
cusparseStatus_t cusparseDestroyBsrilu02Info(bsrilu02Info_t info) {
  delete info;
  return kDone;
}
cusparseStatus_t cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t info, int* position) {
  return answer_zero_pivot(handle, "cusparseXbsrilu02_zeroPivot", info, position);
}
cusparseStatus_t cusparseCreateBsric02Info(bsric02Info_t* info) {
  return guarded([&] { return warpglass::sparse::make(info); });
}
cusparseStatus_t cusparseDestroyBsric02Info(bsric02Info_t info) {
  delete info;
  return kDone;
}
cusparseStatus_t cusparseXbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info, int* position) {
  return answer_zero_pivot(handle, "cusparseXbsric02_zeroPivot", info, position);
}
