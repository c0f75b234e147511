// The calls of cuSOLVER's sparse part that compute, each once, as warpglass/solver_calls.h has the dense ones. Names and
// parameters are those of NVIDIA's cuSOLVER guide.
#ifndef WARPGLASS_SOLVER_SPARSE_CALLS_H
#define WARPGLASS_SOLVER_SPARSE_CALLS_H

// clang-format off

// Calls that there are for S, D, C and Z. L: the letter; T: its type, R: its real one, C: its complex one.
#define WARPGLASS_SOLVER_SPARSE_EVERY_TYPE(CALL, L, T, R, C) \
  CALL(cusolverSp##L##csrlsvluHost, solve_on_host<Factors::lu>, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int reorder, T* x, int* singularity), \
       (call, Given<T>{n, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, b, tol, reorder, x, singularity)) \
  CALL(cusolverSp##L##csrlsvqr, solve_on_device<Factors::lu>, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr, const int* csrColInd, const T* b, R tol, int reorder, T* x, int* singularity), \
       (call, Given<T>{m, m, nnz, descrA, csrVal, csrRowPtr, csrColInd}, b, tol, reorder, x, singularity)) \
  CALL(cusolverSp##L##csrlsvqrHost, solve_on_host<Factors::lu>, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int reorder, T* x, int* singularity), \
       (call, Given<T>{m, m, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, b, tol, reorder, x, singularity)) \
  CALL(cusolverSp##L##csrlsvcholHost, solve_on_host<Factors::cholesky>, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr, const int* csrColInd, const T* b, R tol, int reorder, T* x, int* singularity), \
       (call, Given<T>{m, m, nnz, descrA, csrVal, csrRowPtr, csrColInd}, b, tol, reorder, x, singularity)) \
  CALL(cusolverSp##L##csrlsvchol, solve_on_device<Factors::cholesky>, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr, const int* csrColInd, const T* b, R tol, int reorder, T* x, int* singularity), \
       (call, Given<T>{m, m, nnz, descrA, csrVal, csrRowPtr, csrColInd}, b, tol, reorder, x, singularity)) \
  CALL(cusolverSp##L##csrlsqvqrHost, least_squares, \
       (cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int* rankA, T* x, int* p, R* min_norm), \
       (call, Given<T>{m, n, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, b, tol, rankA, x, p, min_norm)) \
  CALL(cusolverSp##L##csreigvsiHost, eigenvalue_on_host, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, T mu0, const T* x0, int maxite, R tol, T* mu, T* x), \
       (call, Given<T>{m, m, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, mu0, x0, maxite, tol, mu, x)) \
  CALL(cusolverSp##L##csreigvsi, eigenvalue_on_device, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, T mu0, const T* x0, int maxite, R eps, T* mu, T* x), \
       (call, Given<T>{m, m, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, mu0, x0, maxite, eps, mu, x)) \
  CALL(cusolverSp##L##csreigsHost, count_eigenvalues, \
       (cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, C left_bottom_corner, C right_upper_corner, int* num_eigs), \
       (call, Given<T>{m, m, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, left_bottom_corner, right_upper_corner, num_eigs)) \
  CALL(cusolverSp##L##csrzfdHost, free_diagonal, \
       (cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, int* P, int* numnz), \
       (call, Given<T>{n, n, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, P, numnz)) \
  CALL(cusolverSp##L##csrqrBufferInfoBatched, batch_sizes, \
       (cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr, const int* csrColInd, int batchSize, csrqrInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes), \
       (call, Given<T>{m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd}, batchSize, info, internalDataInBytes, workspaceInBytes)) \
  CALL(cusolverSp##L##csrqrsvBatched, solve_batch, \
       (cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, const T* b, T* x, int batchSize, csrqrInfo_t info, void* pBuffer), \
       (call, Given<T>{m, n, nnz, descrA, csrValA, csrRowPtrA, csrColIndA}, b, x, batchSize, info))

#define WARPGLASS_SOLVER_SPARSE_CALLS(CALL, COMPLEX, DOUBLE_COMPLEX) \
  CALL(cusolverSpXcsrissymHost, is_symmetric, \
       (cusolverSpHandle_t handle, int m, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrEndPtrA, const int* csrColIndA, int* issym), \
       (call, GivenPattern{m, m, nnzA, descrA, csrRowPtrA, csrColIndA}, csrEndPtrA, issym)) \
  CALL(cusolverSpXcsrsymrcmHost, order<Ordering::bandwidth>, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, int* p), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p)) \
  CALL(cusolverSpXcsrsymmdqHost, order<Ordering::fill>, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, int* p), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p)) \
  CALL(cusolverSpXcsrsymamdHost, order<Ordering::fill>, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, int* p), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p)) \
  CALL(cusolverSpXcsrmetisndHost, order<Ordering::fill>, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, const int64_t* options, int* p), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p)) \
  CALL(cusolverSpXcsrperm_bufferSizeHost, permutation_size, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, const int* p, const int* q, size_t* bufferSizeInBytes), \
       (call, GivenPattern{m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, p, q, bufferSizeInBytes)) \
  CALL(cusolverSpXcsrpermHost, permute, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, int* csrRowPtrA, int* csrColIndA, const int* p, const int* q, int* map, void* pBuffer), \
       (call, GivenPattern{m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, csrRowPtrA, csrColIndA, p, q, map)) \
  CALL(cusolverSpXcsrqrAnalysisBatched, analyse_batch, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, csrqrInfo_t info), \
       (call, GivenPattern{m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info)) \
  WARPGLASS_SOLVER_SPARSE_EVERY_TYPE(CALL, S, float, float, COMPLEX) \
  WARPGLASS_SOLVER_SPARSE_EVERY_TYPE(CALL, D, double, double, DOUBLE_COMPLEX) \
  WARPGLASS_SOLVER_SPARSE_EVERY_TYPE(CALL, C, COMPLEX, float, COMPLEX) \
  WARPGLASS_SOLVER_SPARSE_EVERY_TYPE(CALL, Z, DOUBLE_COMPLEX, double, DOUBLE_COMPLEX)

// clang-format on

#endif  // WARPGLASS_SOLVER_SPARSE_CALLS_H
