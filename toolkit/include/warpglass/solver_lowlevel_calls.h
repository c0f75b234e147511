// The calls of cuSOLVER's sparse part that go step by step, each once, as warpglass/solver_calls.h has the dense ones.
// Names and parameters are those of NVIDIA's cuSOLVER guide and library.
#ifndef WARPGLASS_SOLVER_LOWLEVEL_CALLS_H
#define WARPGLASS_SOLVER_LOWLEVEL_CALLS_H

// clang-format off

// L: the letter; T: its type, R: its real one; ON: Host, or nothing on the device; INFO: the type of what is kept.
#define WARPGLASS_SOLVER_LOWLEVEL_LU(CALL, L, T, R) \
  CALL(cusolverSp##L##csrluBufferInfoHost, step_sizes, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes), \
       (call, Given<T>{n, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, info, internalDataInBytes, workspaceInBytes)) \
  CALL(cusolverSp##L##csrluFactorHost, factor_lu, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info, R pivot_threshold, void* pBuffer), \
       (call, Given<T>{n, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSp##L##csrluZeroPivotHost, zero_pivot<T>, \
       (cusolverSpHandle_t handle, csrluInfoHost_t info, R tol, int* position), \
       (call, info, tol, position)) \
  CALL(cusolverSp##L##csrluSolveHost, solve_step, \
       (cusolverSpHandle_t handle, int n, const T* b, T* x, csrluInfoHost_t info, void* pBuffer), \
       (call, n, n, b, x, info)) \
  CALL(cusolverSp##L##csrluExtractHost, extract_lu, \
       (cusolverSpHandle_t handle, int* P, int* Q, const cusparseMatDescr_t descrL, T* csrValL, int* csrRowPtrL, int* csrColIndL, const cusparseMatDescr_t descrU, T* csrValU, int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t info, void* pBuffer), \
       (call, P, Q, Extracted<T>{descrL, csrValL, csrRowPtrL, csrColIndL}, Extracted<T>{descrU, csrValU, csrRowPtrU, csrColIndU}, info))

#define WARPGLASS_SOLVER_LOWLEVEL_QR(CALL, L, T, R, ON, INFO) \
  CALL(cusolverSp##L##csrqrBufferInfo##ON, step_sizes, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, INFO info, size_t* internalDataInBytes, size_t* workspaceInBytes), \
       (call, Given<T>{m, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, info, internalDataInBytes, workspaceInBytes)) \
  CALL(cusolverSp##L##csrqrSetup##ON, set_up_qr, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, T mu, INFO info), \
       (call, Given<T>{m, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, mu, info)) \
  CALL(cusolverSp##L##csrqrFactor##ON, factor_qr, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, T* b, T* x, INFO info, void* pBuffer), \
       (call, m, n, nnzA, b, x, info)) \
  CALL(cusolverSp##L##csrqrZeroPivot##ON, zero_pivot<T>, \
       (cusolverSpHandle_t handle, INFO info, R tol, int* position), \
       (call, info, tol, position)) \
  CALL(cusolverSp##L##csrqrSolve##ON, solve_step, \
       (cusolverSpHandle_t handle, int m, int n, T* b, T* x, INFO info, void* pBuffer), \
       (call, m, n, b, x, info))

#define WARPGLASS_SOLVER_LOWLEVEL_CHOLESKY(CALL, L, T, R, ON, INFO) \
  CALL(cusolverSp##L##csrcholBufferInfo##ON, step_sizes, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, INFO info, size_t* internalDataInBytes, size_t* workspaceInBytes), \
       (call, Given<T>{n, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, info, internalDataInBytes, workspaceInBytes)) \
  CALL(cusolverSp##L##csrcholFactor##ON, factor_cholesky, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, INFO info, void* pBuffer), \
       (call, Given<T>{n, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSp##L##csrcholZeroPivot##ON, zero_pivot<T>, \
       (cusolverSpHandle_t handle, INFO info, R tol, int* position), \
       (call, info, tol, position)) \
  CALL(cusolverSp##L##csrcholSolve##ON, solve_step, \
       (cusolverSpHandle_t handle, int n, const T* b, T* x, INFO info, void* pBuffer), \
       (call, n, n, b, x, info))

#define WARPGLASS_SOLVER_LOWLEVEL_EVERY_TYPE(CALL, L, T, R) \
  WARPGLASS_SOLVER_LOWLEVEL_LU(CALL, L, T, R) \
  WARPGLASS_SOLVER_LOWLEVEL_QR(CALL, L, T, R, Host, csrqrInfoHost_t) \
  WARPGLASS_SOLVER_LOWLEVEL_QR(CALL, L, T, R, , csrqrInfo_t) \
  WARPGLASS_SOLVER_LOWLEVEL_CHOLESKY(CALL, L, T, R, Host, csrcholInfoHost_t) \
  WARPGLASS_SOLVER_LOWLEVEL_CHOLESKY(CALL, L, T, R, , csrcholInfo_t) \
  CALL(cusolverSp##L##csrcholDiag, diagonal_of<T>, \
       (cusolverSpHandle_t handle, csrcholInfo_t info, R* diag), \
       (call, info, diag))

#define WARPGLASS_SOLVER_LOWLEVEL_CALLS(CALL, COMPLEX, DOUBLE_COMPLEX) \
  CALL(cusolverSpXcsrluAnalysisHost, analyse_step, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSpXcsrcholAnalysisHost, analyse_step, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, csrcholInfoHost_t info), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSpXcsrcholAnalysis, analyse_step, \
       (cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, csrcholInfo_t info), \
       (call, GivenPattern{n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSpXcsrqrAnalysisHost, analyse_step, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, csrqrInfoHost_t info), \
       (call, GivenPattern{m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSpXcsrqrAnalysis, analyse_step, \
       (cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA, csrqrInfo_t info), \
       (call, GivenPattern{m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info)) \
  CALL(cusolverSpXcsrluNnzHost, count_lu, \
       (cusolverSpHandle_t handle, int* nnzLRef, int* nnzURef, csrluInfoHost_t info), \
       (call, nnzLRef, nnzURef, info)) \
  WARPGLASS_SOLVER_LOWLEVEL_EVERY_TYPE(CALL, S, float, float) \
  WARPGLASS_SOLVER_LOWLEVEL_EVERY_TYPE(CALL, D, double, double) \
  WARPGLASS_SOLVER_LOWLEVEL_EVERY_TYPE(CALL, C, COMPLEX, float) \
  WARPGLASS_SOLVER_LOWLEVEL_EVERY_TYPE(CALL, Z, DOUBLE_COMPLEX, double)

// clang-format on

#endif  // WARPGLASS_SOLVER_LOWLEVEL_CALLS_H
