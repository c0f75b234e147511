// Calls of cuSPARSE that there are for each of four types: WARPGLASS_SPARSE_TYPED(S, float) declares cusparseSgtsv2 and
// its like.
#ifndef WARPGLASS_SPARSE_TYPED_H_
#define WARPGLASS_SPARSE_TYPED_H_

#define WARPGLASS_SPARSE_TYPED(LETTER, TYPE)                                                                           \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gemvi_bufferSize(                                                     \
      cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, int* pBufferSize);                   \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gemvi(                                                                \
      cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, const TYPE* alpha, const TYPE* A, int lda,    \
      int nnz, const TYPE* xVal, const int* xInd, const TYPE* beta, TYPE* y, cusparseIndexBase_t idxBase,              \
      void* pBuffer);                                                                                                  \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##nnz(                                                                  \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const TYPE* A, \
      int lda, int* nnzPerRowCol, int* nnzTotalDevHostPtr);                                                            \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##csrgeam2_bufferSizeExt(                                               \
      cusparseHandle_t handle, int m, int n, const TYPE* alpha, const cusparseMatDescr_t descrA, int nnzA,             \
      const TYPE* csrValA, const int* csrRowPtrA, const int* csrColIndA, const TYPE* beta,                             \
      const cusparseMatDescr_t descrB, int nnzB, const TYPE* csrValB, const int* csrRowPtrB, const int* csrColIndB,    \
      const cusparseMatDescr_t descrC, const TYPE* csrValC, const int* csrRowPtrC, const int* csrColIndC,              \
      size_t* pBufferSizeInBytes);                                                                                     \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##csrgeam2(                                                             \
      cusparseHandle_t handle, int m, int n, const TYPE* alpha, const cusparseMatDescr_t descrA, int nnzA,             \
      const TYPE* csrValA, const int* csrRowPtrA, const int* csrColIndA, const TYPE* beta,                             \
      const cusparseMatDescr_t descrB, int nnzB, const TYPE* csrValB, const int* csrRowPtrB, const int* csrColIndB,    \
      const cusparseMatDescr_t descrC, TYPE* csrValC, int* csrRowPtrC, int* csrColIndC, void* pBuffer);                \
  WARPGLASS_SPARSE_FACTORS(LETTER, TYPE, csrilu02)                                                                     \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##bsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t info, \
      int enable_boost, double* tol, TYPE* boost_val);                                                               \
  WARPGLASS_SPARSE_BLOCK_FACTORS(LETTER, TYPE, bsrilu02, TYPE)                                                         \
  WARPGLASS_SPARSE_BLOCK_FACTORS(LETTER, TYPE, bsric02, const TYPE)                                                    \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##nnz_compress(                                                         \
      cusparseHandle_t handle, int m, const cusparseMatDescr_t descr, const TYPE* csrSortedValA,                       \
      const int* csrSortedRowPtrA, int* nnzPerRow, int* nnzC, TYPE tol);                                               \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##csr2csr_compress(                                                     \
      cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const TYPE* csrSortedValA,               \
      const int* csrSortedColIndA, const int* csrSortedRowPtrA, int nnzA, const int* nnzPerRow, TYPE* csrSortedValC,   \
      int* csrSortedColIndC, int* csrSortedRowPtrC, TYPE tol);                                                         \
  WARPGLASS_SPARSE_FACTORS(LETTER, TYPE, csric02)                                                                      \
  WARPGLASS_SPARSE_TRIDIAGONAL(LETTER, TYPE, gtsv2)                                                                    \
  WARPGLASS_SPARSE_TRIDIAGONAL(LETTER, TYPE, gtsv2_nopivot)                                                            \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gtsv2StridedBatch_bufferSizeExt(                                      \
      cusparseHandle_t handle, int m, const TYPE* dl, const TYPE* d, const TYPE* du, const TYPE* x, int batchCount,    \
      int batchStride, size_t* bufferSizeInBytes);                                                                     \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gtsv2StridedBatch(                                                    \
      cusparseHandle_t handle, int m, const TYPE* dl, const TYPE* d, const TYPE* du, TYPE* x, int batchCount,          \
      int batchStride, void* pBuffer); \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gtsvInterleavedBatch_bufferSizeExt( \
      cusparseHandle_t handle, int algo, int m, const TYPE* dl, const TYPE* d, const TYPE* du, const TYPE* x, \
      int batchCount, size_t* pBufferSizeInBytes); \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gtsvInterleavedBatch( \
      cusparseHandle_t handle, int algo, int m, TYPE* dl, TYPE* d, TYPE* du, TYPE* x, int batchCount, void* pBuffer); \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gpsvInterleavedBatch_bufferSizeExt( \
      cusparseHandle_t handle, int algo, int m, const TYPE* ds, const TYPE* dl, const TYPE* d, const TYPE* du, \
      const TYPE* dw, const TYPE* x, int batchCount, size_t* pBufferSizeInBytes); \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##gpsvInterleavedBatch( \
      cusparseHandle_t handle, int algo, int m, TYPE* ds, TYPE* dl, TYPE* d, TYPE* du, TYPE* dw, TYPE* x, \
      int batchCount, void* pBuffer);

// Factors of what is there of a matrix: KIND is csrilu02 or csric02.
#define WARPGLASS_SPARSE_FACTORS(LETTER, TYPE, KIND)                                                              \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND##_bufferSize(                                               \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, TYPE* csrVal, const int* csrRowPtr, \
      const int* csrColInd, KIND##Info_t info, int* pBufferSizeInBytes);                                          \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND##_analysis(                                                 \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const TYPE* csrVal,               \
      const int* csrRowPtr, const int* csrColInd, KIND##Info_t info, cusparseSolvePolicy_t policy, void* pBuffer); \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND(                                                            \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, TYPE* csrVal, const int* csrRowPtr, \
      const int* csrColInd, KIND##Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);

// Likewise of a matrix of blocks: bsrilu02 or bsric02.
#define WARPGLASS_SPARSE_BLOCK_FACTORS(LETTER, TYPE, KIND, GIVEN)                                                     \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND##_bufferSize(                                                  \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA,          \
      TYPE* bsrVal, const int* bsrRowPtr, const int* bsrColInd, int blockDim, KIND##Info_t info,                     \
      int* pBufferSizeInBytes);                                                                                      \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND##_analysis(                                                    \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA,          \
      GIVEN* bsrVal, const int* bsrRowPtr, const int* bsrColInd, int blockDim, KIND##Info_t info,                    \
      cusparseSolvePolicy_t policy, void* pBuffer);                                                                  \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND(                                                               \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA,          \
      TYPE* bsrVal, const int* bsrRowPtr, const int* bsrColInd, int blockDim, KIND##Info_t info,                     \
      cusparseSolvePolicy_t policy, void* pBuffer);

#define WARPGLASS_SPARSE_TRIDIAGONAL(LETTER, TYPE, KIND)                                                           \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND##_bufferSizeExt(                                             \
      cusparseHandle_t handle, int m, int n, const TYPE* dl, const TYPE* d, const TYPE* du, const TYPE* B, int ldb, \
      size_t* bufferSizeInBytes);                                                                                  \
  cusparseStatus_t CUSPARSEAPI cusparse##LETTER##KIND(cusparseHandle_t handle, int m, int n, const TYPE* dl,       \
                                                      const TYPE* d, const TYPE* du, TYPE* B, int ldb, void* pBuffer);

#endif  // WARPGLASS_SPARSE_TYPED_H_
