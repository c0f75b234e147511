// The calls of cuSOLVER that compute, each once: CALL(name, what computes it, parameters, arguments). cusolverDn.h makes
// declarations of them, and the library their definitions, where complex numbers are std::complex and `call` is the
// call itself. Names and parameters are those of NVIDIA's cuSOLVER guide.
#ifndef WARPGLASS_SOLVER_CALLS_H
#define WARPGLASS_SOLVER_CALLS_H

// clang-format off

// Calls that there are for S, D, C and Z. L: the letter; T: its type, R: its real one; OR, SY: or and sy, or un and he.
#define WARPGLASS_SOLVER_EVERY_TYPE(CALL, L, T, R, OR, SY) \
  CALL(cusolverDn##L##potrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* Lwork), \
       (call, is_triangle(uplo) ? Lwork : nullptr)) \
  CALL(cusolverDn##L##potrf, potrf, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, T* Workspace, int Lwork, int* devInfo), \
       (call, uplo, n, A, lda, devInfo)) \
  CALL(cusolverDn##L##potrs, potrs, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T* A, int lda, T* B, int ldb, int* devInfo), \
       (call, uplo, n, nrhs, A, lda, B, ldb, devInfo)) \
  CALL(cusolverDn##L##potrfBatched, potrf_batched, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* Aarray[], int lda, int* infoArray, int batchSize), \
       (call, uplo, n, Aarray, lda, infoArray, batchSize)) \
  CALL(cusolverDn##L##potrsBatched, potrs_batched, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, T* A[], int lda, T* B[], int ldb, int* d_info, int batchSize), \
       (call, uplo, n, nrhs, A, lda, B, ldb, d_info, batchSize)) \
  CALL(cusolverDn##L##potri_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##potri, potri, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, T* work, int lwork, int* devInfo), \
       (call, uplo, n, A, lda, devInfo)) \
  CALL(cusolverDn##L##lauum_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##lauum, lauum, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, T* work, int lwork, int* devInfo), \
       (call, uplo, n, A, lda, devInfo)) \
  CALL(cusolverDn##L##getrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, int m, int n, T* A, int lda, int* Lwork), \
       (call, Lwork)) \
  CALL(cusolverDn##L##getrf, getrf, \
       (cusolverDnHandle_t handle, int m, int n, T* A, int lda, T* Workspace, int* devIpiv, int* devInfo), \
       (call, m, n, A, lda, devIpiv, devInfo)) \
  CALL(cusolverDn##L##laswp, laswp, \
       (cusolverDnHandle_t handle, int n, T* A, int lda, int k1, int k2, const int* devIpiv, int incx), \
       (call, n, A, lda, k1, k2, devIpiv, incx)) \
  CALL(cusolverDn##L##getrs, getrs, \
       (cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T* A, int lda, const int* devIpiv, T* B, int ldb, int* devInfo), \
       (call, trans, n, nrhs, A, lda, devIpiv, B, ldb, devInfo)) \
  CALL(cusolverDn##L##geqrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, int m, int n, T* A, int lda, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##geqrf, geqrf, \
       (cusolverDnHandle_t handle, int m, int n, T* A, int lda, T* TAU, T* Workspace, int Lwork, int* devInfo), \
       (call, m, n, A, lda, TAU, devInfo)) \
  CALL(cusolverDn##L##OR##gqr_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, int m, int n, int k, const T* A, int lda, const T* tau, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##OR##gqr, orgqr, \
       (cusolverDnHandle_t handle, int m, int n, int k, T* A, int lda, const T* tau, T* work, int lwork, int* info), \
       (call, m, n, k, A, lda, tau, info)) \
  CALL(cusolverDn##L##OR##mqr_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const T* A, int lda, const T* tau, const T* C, int ldc, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##OR##mqr, ormqr, \
       (cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const T* A, int lda, const T* tau, T* C, int ldc, T* work, int lwork, int* devInfo), \
       (call, side, trans, m, n, k, A, lda, tau, C, ldc, devInfo)) \
  CALL(cusolverDn##L##sytrf_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, int n, T* A, int lda, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##sytrf, sytrf, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, int* ipiv, T* work, int lwork, int* info), \
       (call, uplo, n, A, lda, ipiv, info)) \
  CALL(cusolverDn##L##sytri_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, const int* ipiv, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##sytri, sytri, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, const int* ipiv, T* work, int lwork, int* info), \
       (call, uplo, n, A, lda, ipiv, info)) \
  CALL(cusolverDn##L##gebrd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, int m, int n, int* Lwork), \
       (call, Lwork)) \
  CALL(cusolverDn##L##gebrd, gebrd, \
       (cusolverDnHandle_t handle, int m, int n, T* A, int lda, R* D, R* E, T* TAUQ, T* TAUP, T* Work, int Lwork, int* devInfo), \
       (call, m, n, A, lda, D, E, TAUQ, TAUP, devInfo)) \
  CALL(cusolverDn##L##OR##gbr_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, const T* A, int lda, const T* tau, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##OR##gbr, orgbr, \
       (cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T* A, int lda, const T* tau, T* work, int lwork, int* info), \
       (call, side, m, n, k, A, lda, tau, info)) \
  CALL(cusolverDn##L##SY##trd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, const R* d, const R* e, const T* tau, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##trd, sytrd, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, R* d, R* e, T* tau, T* work, int lwork, int* info), \
       (call, uplo, n, A, lda, d, e, tau, info)) \
  CALL(cusolverDn##L##OR##gtr_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, const T* tau, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##OR##gtr, orgtr, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* A, int lda, const T* tau, T* work, int lwork, int* info), \
       (call, uplo, n, A, lda, tau, info)) \
  CALL(cusolverDn##L##OR##mtr_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, const T* A, int lda, const T* tau, const T* C, int ldc, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##OR##mtr, ormtr, \
       (cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, T* A, int lda, T* tau, T* C, int ldc, T* work, int lwork, int* info), \
       (call, side, uplo, trans, m, n, A, lda, tau, C, ldc, info)) \
  CALL(cusolverDn##L##gesvd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, int m, int n, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##gesvd, gesvd, \
       (cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T* A, int lda, R* S, T* U, int ldu, T* VT, int ldvt, T* work, int lwork, R* rwork, int* info), \
       (call, jobu, jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, info)) \
  CALL(cusolverDn##L##SY##evd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A, int lda, const R* W, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##evd, syevd, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, R* W, T* work, int lwork, int* info), \
       (call, jobz, uplo, n, A, lda, W, info)) \
  CALL(cusolverDn##L##SY##evdx_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T* A, int lda, R vl, R vu, int il, int iu, int* meig, const R* W, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##evdx, syevdx, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, T* A, int lda, R vl, R vu, int il, int iu, int* meig, R* W, T* work, int lwork, int* info), \
       (call, jobz, Chosen<R>{range, vl, vu, il, iu}, uplo, n, A, lda, meig, W, info)) \
  CALL(cusolverDn##L##SY##gvdx_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T* A, int lda, const T* B, int ldb, R vl, R vu, int il, int iu, int* meig, const R* W, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##gvdx, sygvdx, \
       (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R vl, R vu, int il, int iu, int* meig, R* W, T* work, int lwork, int* info), \
       (call, itype, jobz, Chosen<R>{range, vl, vu, il, iu}, uplo, n, A, lda, B, ldb, meig, W, info)) \
  CALL(cusolverDn##L##SY##gvd_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A, int lda, const T* B, int ldb, const R* W, int* lwork), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##gvd, sygvd, \
       (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, T* work, int lwork, int* info), \
       (call, itype, jobz, uplo, n, A, lda, B, ldb, W, info)) \
  CALL(cusolverDn##L##SY##evjBatched_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A, int lda, const R* W, int* lwork, syevjInfo_t params, int batchSize), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##evjBatched, syevj_batched, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, R* W, T* work, int lwork, int* info, syevjInfo_t params, int batchSize), \
       (call, jobz, uplo, n, A, lda, W, info, params, batchSize)) \
  CALL(cusolverDn##L##SY##evj_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A, int lda, const R* W, int* lwork, syevjInfo_t params), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##evj, syevj, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, R* W, T* work, int lwork, int* info, syevjInfo_t params), \
       (call, jobz, uplo, n, A, lda, W, info, params)) \
  CALL(cusolverDn##L##SY##gvj_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T* A, int lda, const T* B, int ldb, const R* W, int* lwork, syevjInfo_t params), \
       (call, lwork)) \
  CALL(cusolverDn##L##SY##gvj, sygvj, \
       (cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, T* work, int lwork, int* info, syevjInfo_t params), \
       (call, itype, jobz, uplo, n, A, lda, B, ldb, W, info, params)) \
  CALL(cusolverDn##L##gesvdjBatched_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, const T* A, int lda, const R* S, const T* U, int ldu, const T* V, int ldv, int* lwork, gesvdjInfo_t params, int batchSize), \
       (call, lwork)) \
  CALL(cusolverDn##L##gesvdjBatched, gesvdj_batched, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T* A, int lda, R* S, T* U, int ldu, T* V, int ldv, T* work, int lwork, int* info, gesvdjInfo_t params, int batchSize), \
       (call, jobz, m, n, A, lda, S, U, ldu, V, ldv, info, params, batchSize)) \
  CALL(cusolverDn##L##gesvdj_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, const T* A, int lda, const R* S, const T* U, int ldu, const T* V, int ldv, int* lwork, gesvdjInfo_t params), \
       (call, lwork)) \
  CALL(cusolverDn##L##gesvdj, gesvdj, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T* A, int lda, R* S, T* U, int ldu, T* V, int ldv, T* work, int lwork, int* info, gesvdjInfo_t params), \
       (call, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv, info, params)) \
  CALL(cusolverDn##L##gesvdaStridedBatched_bufferSize, buffer_size, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T* d_A, int lda, long long int strideA, const R* d_S, long long int strideS, const T* d_U, int ldu, long long int strideU, const T* d_V, int ldv, long long int strideV, int* lwork, int batchSize), \
       (call, lwork)) \
  CALL(cusolverDn##L##gesvdaStridedBatched, gesvda, \
       (cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T* d_A, int lda, long long int strideA, R* d_S, long long int strideS, T* d_U, int ldu, long long int strideU, T* d_V, int ldv, long long int strideV, T* d_work, int lwork, int* d_info, double* h_R_nrmF, int batchSize), \
       (call, jobz, rank, m, n, d_A, lda, strideA, d_S, strideS, d_U, ldu, strideU, d_V, ldv, strideV, d_info, h_R_nrmF, batchSize))

// Calls that name their types.
#define WARPGLASS_SOLVER_ANY_TYPE(CALL) \
  CALL(cusolverDnIRSXgesv, irs_gesv, \
       (cusolverDnHandle_t handle, cusolverDnIRSParams_t gesv_irs_params, cusolverDnIRSInfos_t gesv_irs_infos, cusolver_int_t n, cusolver_int_t nrhs, void* dA, cusolver_int_t ldda, void* dB, cusolver_int_t lddb, void* dX, cusolver_int_t lddx, void* dWorkspace, size_t lwork_bytes, cusolver_int_t* niters, cusolver_int_t* d_info), \
       (call, gesv_irs_params, gesv_irs_infos, n, nrhs, dA, ldda, dB, lddb, dX, lddx, niters, d_info)) \
  CALL(cusolverDnIRSXgesv_bufferSize, irs_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolver_int_t n, cusolver_int_t nrhs, size_t* lwork_bytes), \
       (call, params, is_sizes(n, nrhs), lwork_bytes)) \
  CALL(cusolverDnIRSXgels, irs_gels, \
       (cusolverDnHandle_t handle, cusolverDnIRSParams_t gels_irs_params, cusolverDnIRSInfos_t gels_irs_infos, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, void* dA, cusolver_int_t ldda, void* dB, cusolver_int_t lddb, void* dX, cusolver_int_t lddx, void* dWorkspace, size_t lwork_bytes, cusolver_int_t* niters, cusolver_int_t* d_info), \
       (call, gels_irs_params, gels_irs_infos, m, n, nrhs, dA, ldda, dB, lddb, dX, lddx, niters, d_info)) \
  CALL(cusolverDnIRSXgels_bufferSize, irs_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, size_t* lwork_bytes), \
       (call, params, is_tall(m, n) && is_sizes(n, nrhs), lwork_bytes)) \
  CALL(cusolverDnXtrtri_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXtrtri, x_trtri, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* devInfo), \
       (call, uplo, diag, n, dataTypeA, A, lda, devInfo)) \
  CALL(cusolverDnXsytrs_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXsytrs, x_sytrs, \
       (cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, uplo, n, nrhs, dataTypeA, A, lda, ipiv, dataTypeB, B, ldb, info)) \
  CALL(cusolverDnXpotrf_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXpotrf, x_potrf, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, uplo, n, dataTypeA, A, lda, computeType, info)) \
  CALL(cusolverDnXpotrs, x_potrs, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeB, void* B, int64_t ldb, int* info), \
       (call, uplo, n, nrhs, dataTypeA, A, lda, dataTypeB, B, ldb, info)) \
  CALL(cusolverDnXgeqrf_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeTau, const void* tau, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXgeqrf, x_geqrf, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeTau, void* tau, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, m, n, dataTypeA, A, lda, dataTypeTau, tau, computeType, info)) \
  CALL(cusolverDnXgetrf_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXgetrf, x_getrf, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, int64_t* ipiv, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, m, n, dataTypeA, A, lda, ipiv, computeType, info)) \
  CALL(cusolverDnXgetrs, x_getrs, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, int* info), \
       (call, trans, n, nrhs, dataTypeA, A, lda, ipiv, dataTypeB, B, ldb, info)) \
  CALL(cusolverDnXsyevd_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, is_spectral(dataTypeA, dataTypeW, computeType) && is_eigen(jobz, uplo, n, lda), workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXsyevd, x_syevd, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW, void* W, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, info)) \
  CALL(cusolverDnXsyevBatched_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost, int64_t batchSize), \
       (call, is_spectral(dataTypeA, dataTypeW, computeType) && is_eigen(jobz, uplo, n, lda) && batchSize >= 0, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXsyevBatched, x_syev_batched, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW, void* W, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info, int64_t batchSize), \
       (call, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, info, batchSize)) \
  CALL(cusolverDnXsyevdx_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, void* vl, void* vu, int64_t il, int64_t iu, int64_t* h_meig, cudaDataType dataTypeW, const void* W, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, is_spectral(dataTypeA, dataTypeW, computeType) && is_eigen(jobz, uplo, n, lda) && is_range(range, dataTypeW, vl, vu, il, iu, n), workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXsyevdx, x_syevdx, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, void* vl, void* vu, int64_t il, int64_t iu, int64_t* meig64, cudaDataType dataTypeW, void* W, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, jobz, range, uplo, n, dataTypeA, A, lda, vl, vu, il, iu, meig64, dataTypeW, W, computeType, info)) \
  CALL(cusolverDnXgeev_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W, cudaDataType dataTypeVL, const void* VL, int64_t ldvl, cudaDataType dataTypeVR, const void* VR, int64_t ldvr, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, GeevTypes{dataTypeA, dataTypeW, dataTypeVL, dataTypeVR, computeType}.go_together() && is_geev(jobvl, jobvr, n, lda, ldvl, ldvr), workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXgeev, x_geev, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeW, void* W, cudaDataType dataTypeVL, void* VL, int64_t ldvl, cudaDataType dataTypeVR, void* VR, int64_t ldvr, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, jobvl, jobvr, n, GeevTypes{dataTypeA, dataTypeW, dataTypeVL, dataTypeVR, computeType}, A, lda, W, ldvl, VR, ldvr, info)) \
  CALL(cusolverDnXgesvd_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeS, const void* S, cudaDataType dataTypeU, const void* U, int64_t ldu, cudaDataType dataTypeVT, const void* VT, int64_t ldvt, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, SvdTypes{dataTypeA, dataTypeS, dataTypeU, dataTypeVT, computeType}.go_together() && is_gesvd(jobu, jobvt, m, n, lda, ldu, ldvt), workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXgesvd, x_gesvd, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeS, void* S, cudaDataType dataTypeU, void* U, int64_t ldu, cudaDataType dataTypeVT, void* VT, int64_t ldvt, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info), \
       (call, jobu, jobvt, m, n, SvdTypes{dataTypeA, dataTypeS, dataTypeU, dataTypeVT, computeType}, A, lda, S, U, ldu, VT, ldvt, info)) \
  CALL(cusolverDnXgesvdp_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeS, const void* S, cudaDataType dataTypeU, const void* U, int64_t ldu, cudaDataType dataTypeV, const void* V, int64_t ldv, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXgesvdp, x_gesvdp, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeS, void* S, cudaDataType dataTypeU, void* U, int64_t ldu, cudaDataType dataTypeV, void* V, int64_t ldv, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* d_info, double* h_err_sigma), \
       (call, jobz, econ, m, n, SvdTypes{dataTypeA, dataTypeS, dataTypeU, dataTypeV, computeType}, A, lda, S, U, ldu, V, ldv, d_info, h_err_sigma)) \
  CALL(cusolverDnXgesvdr_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p, int64_t niters, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeSrand, const void* Srand, cudaDataType dataTypeUrand, const void* Urand, int64_t ldUrand, cudaDataType dataTypeVrand, const void* Vrand, int64_t ldVrand, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, SvdTypes{dataTypeA, dataTypeSrand, dataTypeUrand, dataTypeVrand, computeType}.go_together() && is_gesvdr(jobu, jobv, m, n, k, p, niters, lda, ldUrand, ldVrand), workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXgesvdr, x_gesvdr, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p, int64_t niters, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeSrand, void* Srand, cudaDataType dataTypeUrand, void* Urand, int64_t ldUrand, cudaDataType dataTypeVrand, void* Vrand, int64_t ldVrand, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* d_info), \
       (call, jobu, jobv, m, n, k, p, niters, SvdTypes{dataTypeA, dataTypeSrand, dataTypeUrand, dataTypeVrand, computeType}, A, lda, Srand, Urand, ldUrand, Vrand, ldVrand, d_info)) \
  CALL(cusolverDnXlarft_bufferSize, x_buffer_size, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n, int64_t k, cudaDataType dataTypeV, const void* V, int64_t ldv, cudaDataType dataTypeTau, const void* tau, cudaDataType dataTypeT, void* T, int64_t ldt, cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost), \
       (call, workspaceInBytesOnDevice, workspaceInBytesOnHost)) \
  CALL(cusolverDnXlarft, x_larft, \
       (cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n, int64_t k, cudaDataType dataTypeV, const void* V, int64_t ldv, cudaDataType dataTypeTau, const void* tau, cudaDataType dataTypeT, void* T, int64_t ldt, cudaDataType computeType, void* bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost), \
       (call, direct, storev, n, k, dataTypeV, V, ldv, dataTypeTau, tau, dataTypeT, T, ldt, computeType))

// Systems of equations, solved with factors of a lower precision. L, T: of the matrices; LOWER: the letter of the factors.
#define WARPGLASS_SOLVER_REFINED(CALL, L, LOWER, T) \
  CALL(cusolverDn##L##LOWER##gesv_bufferSize, refined_buffer_size, \
       (cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T* dA, cusolver_int_t ldda, cusolver_int_t* dipiv, T* dB, cusolver_int_t lddb, T* dX, cusolver_int_t lddx, void* dWorkspace, size_t* lwork_bytes), \
       (call, is_gesv(n, nrhs, ldda, lddb, lddx), lwork_bytes)) \
  CALL(cusolverDn##L##LOWER##gesv, gesv, \
       (cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T* dA, cusolver_int_t ldda, cusolver_int_t* dipiv, T* dB, cusolver_int_t lddb, T* dX, cusolver_int_t lddx, void* dWorkspace, size_t lwork_bytes, cusolver_int_t* iter, cusolver_int_t* d_info), \
       (call, n, nrhs, dA, ldda, dipiv, dB, lddb, dX, lddx, iter, d_info)) \
  CALL(cusolverDn##L##LOWER##gels_bufferSize, refined_buffer_size, \
       (cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T* dA, cusolver_int_t ldda, T* dB, cusolver_int_t lddb, T* dX, cusolver_int_t lddx, void* dWorkspace, size_t* lwork_bytes), \
       (call, is_gels(m, n, nrhs, ldda, lddb, lddx), lwork_bytes)) \
  CALL(cusolverDn##L##LOWER##gels, gels, \
       (cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T* dA, cusolver_int_t ldda, T* dB, cusolver_int_t lddb, T* dX, cusolver_int_t lddx, void* dWorkspace, size_t lwork_bytes, cusolver_int_t* iter, cusolver_int_t* d_info), \
       (call, m, n, nrhs, dA, ldda, dB, lddb, dX, lddx, iter, d_info))

// All of them.
#define WARPGLASS_SOLVER_CALLS(CALL, CT, ZT) \
  WARPGLASS_SOLVER_EVERY_TYPE(CALL, S, float, float, or, sy) \
  WARPGLASS_SOLVER_EVERY_TYPE(CALL, D, double, double, or, sy) \
  WARPGLASS_SOLVER_EVERY_TYPE(CALL, C, CT, float, un, he) \
  WARPGLASS_SOLVER_EVERY_TYPE(CALL, Z, ZT, double, un, he) \
  WARPGLASS_SOLVER_ANY_TYPE(CALL) \
  WARPGLASS_SOLVER_REFINED(CALL, S, S, float) \
  WARPGLASS_SOLVER_REFINED(CALL, S, H, float) \
  WARPGLASS_SOLVER_REFINED(CALL, S, B, float) \
  WARPGLASS_SOLVER_REFINED(CALL, S, X, float) \
  WARPGLASS_SOLVER_REFINED(CALL, D, D, double) \
  WARPGLASS_SOLVER_REFINED(CALL, D, S, double) \
  WARPGLASS_SOLVER_REFINED(CALL, D, H, double) \
  WARPGLASS_SOLVER_REFINED(CALL, D, B, double) \
  WARPGLASS_SOLVER_REFINED(CALL, D, X, double) \
  WARPGLASS_SOLVER_REFINED(CALL, C, C, CT) \
  WARPGLASS_SOLVER_REFINED(CALL, C, K, CT) \
  WARPGLASS_SOLVER_REFINED(CALL, C, E, CT) \
  WARPGLASS_SOLVER_REFINED(CALL, C, Y, CT) \
  WARPGLASS_SOLVER_REFINED(CALL, Z, Z, ZT) \
  WARPGLASS_SOLVER_REFINED(CALL, Z, C, ZT) \
  WARPGLASS_SOLVER_REFINED(CALL, Z, K, ZT) \
  WARPGLASS_SOLVER_REFINED(CALL, Z, E, ZT) \
  WARPGLASS_SOLVER_REFINED(CALL, Z, Y, ZT)
// clang-format on

#endif
