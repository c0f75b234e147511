// The calls of cuBLAS that compute, each once: CALL(name, what computes it, parameters, arguments). cublas_api.h makes
// declarations of them, and the library their definitions, where complex numbers are std::complex. Names and parameters
// are those of NVIDIA's cuBLAS guide.
#ifndef WARPGLASS_BLAS_CALLS_H
#define WARPGLASS_BLAS_CALLS_H

// clang-format off

// Calls that there are for S, D, C and Z. L: the letter, T: its type; I: int or int64_t, SUFFIX: what the name ends in then.
#define WARPGLASS_BLAS_EVERY_TYPE(CALL, L, T, I, SUFFIX) \
  CALL(cublas##L##copy_v2##SUFFIX, copy, \
       (cublasHandle_t handle, I n, const T* x, I incx, T* y, I incy), \
       (handle, n, x, incx, y, incy)) \
  CALL(cublas##L##swap_v2##SUFFIX, swap, \
       (cublasHandle_t handle, I n, T* x, I incx, T* y, I incy), \
       (handle, n, x, incx, y, incy)) \
  CALL(cublas##L##axpy_v2##SUFFIX, axpy, \
       (cublasHandle_t handle, I n, const T* alpha, const T* x, I incx, T* y, I incy), \
       (handle, n, alpha, x, incx, y, incy)) \
  CALL(cublas##L##scal_v2##SUFFIX, scal, \
       (cublasHandle_t handle, I n, const T* alpha, T* x, I incx), \
       (handle, n, alpha, x, incx)) \
  CALL(cublas##L##gemv_v2##SUFFIX, gemv, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, trans, m, n, alpha, A, lda, x, incx, beta, y, incy)) \
  CALL(cublas##L##gbmv_v2##SUFFIX, gbmv, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, I kl, I ku, const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy)) \
  CALL(cublas##L##symv_v2##SUFFIX, symv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy)) \
  CALL(cublas##L##trmv_v2##SUFFIX, trmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T* A, I lda, T* x, I incx), \
       (handle, uplo, trans, diag, n, A, lda, x, incx)) \
  CALL(cublas##L##tbmv_v2##SUFFIX, tbmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, I k, const T* A, I lda, T* x, I incx), \
       (handle, uplo, trans, diag, n, k, A, lda, x, incx)) \
  CALL(cublas##L##tpmv_v2##SUFFIX, tpmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T* AP, T* x, I incx), \
       (handle, uplo, trans, diag, n, AP, x, incx)) \
  CALL(cublas##L##trsv_v2##SUFFIX, trsv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T* A, I lda, T* x, I incx), \
       (handle, uplo, trans, diag, n, A, lda, x, incx)) \
  CALL(cublas##L##tbsv_v2##SUFFIX, tbsv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, I k, const T* A, I lda, T* x, I incx), \
       (handle, uplo, trans, diag, n, k, A, lda, x, incx)) \
  CALL(cublas##L##tpsv_v2##SUFFIX, tpsv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T* AP, T* x, I incx), \
       (handle, uplo, trans, diag, n, AP, x, incx)) \
  CALL(cublas##L##syr_v2##SUFFIX, syr, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, T* A, I lda), \
       (handle, uplo, n, alpha, x, incx, A, lda)) \
  CALL(cublas##L##syr2_v2##SUFFIX, syr2, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* A, I lda), \
       (handle, uplo, n, alpha, x, incx, y, incy, A, lda)) \
  CALL(cublas##L##gemm_v2##SUFFIX, gemm, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb, const T* beta, T* C, I ldc), \
       (handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##symm_v2##SUFFIX, symm, \
       (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T* alpha, const T* A, I lda, const T* B, I ldb, const T* beta, T* C, I ldc), \
       (handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##syrk_v2##SUFFIX, syrk, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, const T* A, I lda, const T* beta, T* C, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, lda, beta, C, ldc)) \
  CALL(cublas##L##syr2k_v2##SUFFIX, syr2k, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb, const T* beta, T* C, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##syrkx##SUFFIX, syrkx, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb, const T* beta, T* C, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##trsm_v2##SUFFIX, trsm, \
       (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T* alpha, const T* A, I lda, T* B, I ldb), \
       (handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb)) \
  CALL(cublas##L##trmm_v2##SUFFIX, trmm, \
       (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T* alpha, const T* A, I lda, const T* B, I ldb, T* C, I ldc), \
       (handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc)) \
  CALL(cublas##L##gemmBatched##SUFFIX, gemm_batched, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* const Aarray[], I lda, const T* const Barray[], I ldb, const T* beta, T* const Carray[], I ldc, I batchCount), \
       (handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount)) \
  CALL(cublas##L##gemmStridedBatched##SUFFIX, gemm_strided, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* A, I lda, long long int strideA, const T* B, I ldb, long long int strideB, const T* beta, T* C, I ldc, long long int strideC, I batchCount), \
       (handle, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC, batchCount)) \
  CALL(cublas##L##gemvBatched##SUFFIX, gemv_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T* alpha, const T* const Aarray[], I lda, const T* const xarray[], I incx, const T* beta, T* const yarray[], I incy, I batchCount), \
       (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)) \
  CALL(cublas##L##gemvStridedBatched##SUFFIX, gemv_strided, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T* alpha, const T* A, I lda, long long int strideA, const T* x, I incx, long long int stridex, const T* beta, T* y, I incy, long long int stridey, I batchCount), \
       (handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount)) \
  CALL(cublas##L##geam##SUFFIX, geam, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, const T* alpha, const T* A, I lda, const T* beta, const T* B, I ldb, T* C, I ldc), \
       (handle, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc)) \
  CALL(cublas##L##dgmm##SUFFIX, dgmm, \
       (cublasHandle_t handle, cublasSideMode_t mode, I m, I n, const T* A, I lda, const T* x, I incx, T* C, I ldc), \
       (handle, mode, m, n, A, lda, x, incx, C, ldc)) \
  CALL(cublas##L##trsmBatched##SUFFIX, trsm_batched, \
       (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T* alpha, const T* const A[], I lda, T* const B[], I ldb, I batchCount), \
       (handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, batchCount))

// The same with numbers of type int alone.
#define WARPGLASS_BLAS_EVERY_TYPE_INT(CALL, L, T) \
  CALL(cublas##L##matinvBatched, matinv_batched, \
       (cublasHandle_t handle, int n, const T* const A[], int lda, T* const Ainv[], int lda_inv, int* info, int batchSize), \
       (handle, n, A, lda, Ainv, lda_inv, info, batchSize)) \
  CALL(cublas##L##getrfBatched, getrf_batched, \
       (cublasHandle_t handle, int n, T* const A[], int lda, int* P, int* info, int batchSize), \
       (handle, n, A, lda, P, info, batchSize)) \
  CALL(cublas##L##getriBatched, getri_batched, \
       (cublasHandle_t handle, int n, const T* const A[], int lda, const int* P, T* const C[], int ldc, int* info, int batchSize), \
       (handle, n, A, lda, P, C, ldc, info, batchSize)) \
  CALL(cublas##L##getrsBatched, getrs_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T* const Aarray[], int lda, const int* devIpiv, T* const Barray[], int ldb, int* info, int batchSize), \
       (handle, trans, n, nrhs, Aarray, lda, devIpiv, Barray, ldb, info, batchSize)) \
  CALL(cublas##L##geqrfBatched, geqrf_batched, \
       (cublasHandle_t handle, int m, int n, T* const Aarray[], int lda, T* const TauArray[], int* info, int batchSize), \
       (handle, m, n, Aarray, lda, TauArray, info, batchSize)) \
  CALL(cublas##L##gelsBatched, gels_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, T* const Aarray[], int lda, T* const Carray[], int ldc, int* info, int* devInfoArray, int batchSize), \
       (handle, trans, m, n, nrhs, Aarray, lda, Carray, ldc, info, devInfoArray, batchSize)) \
  CALL(cublas##L##tpttr, tpttr, \
       (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* AP, T* A, int lda), \
       (handle, uplo, n, AP, A, lda)) \
  CALL(cublas##L##trttp, trttp, \
       (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* A, int lda, T* AP), \
       (handle, uplo, n, A, lda, AP))

// For S and D.
#define WARPGLASS_BLAS_REAL(CALL, L, T, I, SUFFIX) \
  CALL(cublas##L##dot_v2##SUFFIX, dot, \
       (cublasHandle_t handle, I n, const T* x, I incx, const T* y, I incy, T* result), \
       (handle, n, x, incx, y, incy, result)) \
  CALL(cublas##L##nrm2_v2##SUFFIX, nrm2, \
       (cublasHandle_t handle, I n, const T* x, I incx, T* result), \
       (handle, n, x, incx, result)) \
  CALL(cublas##L##asum_v2##SUFFIX, asum, \
       (cublasHandle_t handle, I n, const T* x, I incx, T* result), \
       (handle, n, x, incx, result)) \
  CALL(cublas##L##rot_v2##SUFFIX, rot, \
       (cublasHandle_t handle, I n, T* x, I incx, T* y, I incy, const T* c, const T* s), \
       (handle, n, x, incx, y, incy, c, s)) \
  CALL(cublas##L##rotm_v2##SUFFIX, rotm, \
       (cublasHandle_t handle, I n, T* x, I incx, T* y, I incy, const T* param), \
       (handle, n, x, incx, y, incy, param)) \
  CALL(cublas##L##sbmv_v2##SUFFIX, sbmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, I k, const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy)) \
  CALL(cublas##L##spmv_v2##SUFFIX, spmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* AP, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, uplo, n, alpha, AP, x, incx, beta, y, incy)) \
  CALL(cublas##L##ger_v2##SUFFIX, ger, \
       (cublasHandle_t handle, I m, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* A, I lda), \
       (handle, m, n, alpha, x, incx, y, incy, A, lda)) \
  CALL(cublas##L##spr_v2##SUFFIX, spr, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, T* AP), \
       (handle, uplo, n, alpha, x, incx, AP)) \
  CALL(cublas##L##spr2_v2##SUFFIX, spr2, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* AP), \
       (handle, uplo, n, alpha, x, incx, y, incy, AP)) \
  CALL(cublas##L##gemmGroupedBatched##SUFFIX, gemm_grouped, \
       (cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[], const I m_array[], const I n_array[], const I k_array[], const T alpha_array[], const T* const Aarray[], const I lda_array[], const T* const Barray[], const I ldb_array[], const T beta_array[], T* const Carray[], const I ldc_array[], I group_count, const I group_size[]), \
       (handle, transa_array, transb_array, m_array, n_array, k_array, alpha_array, Aarray, lda_array, Barray, ldb_array, beta_array, Carray, ldc_array, group_count, group_size))

#define WARPGLASS_BLAS_REAL_INT(CALL, L, T) \
  CALL(cublas##L##rotg_v2, rotg, \
       (cublasHandle_t handle, T* a, T* b, T* c, T* s), \
       (handle, a, b, c, s)) \
  CALL(cublas##L##rotmg_v2, rotmg, \
       (cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param), \
       (handle, d1, d2, x1, y1, param))

// For C and Z; R: the real type.
#define WARPGLASS_BLAS_COMPLEX(CALL, L, T, R, I, SUFFIX) \
  CALL(cublas##L##dotu_v2##SUFFIX, dotu, \
       (cublasHandle_t handle, I n, const T* x, I incx, const T* y, I incy, T* result), \
       (handle, n, x, incx, y, incy, result)) \
  CALL(cublas##L##dotc_v2##SUFFIX, dotc, \
       (cublasHandle_t handle, I n, const T* x, I incx, const T* y, I incy, T* result), \
       (handle, n, x, incx, y, incy, result)) \
  CALL(cublas##L##rot_v2##SUFFIX, rot, \
       (cublasHandle_t handle, I n, T* x, I incx, T* y, I incy, const R* c, const T* s), \
       (handle, n, x, incx, y, incy, c, s)) \
  CALL(cublas##L##hemv_v2##SUFFIX, hemv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy)) \
  CALL(cublas##L##hbmv_v2##SUFFIX, hbmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, I k, const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy)) \
  CALL(cublas##L##hpmv_v2##SUFFIX, hpmv, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* AP, const T* x, I incx, const T* beta, T* y, I incy), \
       (handle, uplo, n, alpha, AP, x, incx, beta, y, incy)) \
  CALL(cublas##L##geru_v2##SUFFIX, geru, \
       (cublasHandle_t handle, I m, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* A, I lda), \
       (handle, m, n, alpha, x, incx, y, incy, A, lda)) \
  CALL(cublas##L##gerc_v2##SUFFIX, gerc, \
       (cublasHandle_t handle, I m, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* A, I lda), \
       (handle, m, n, alpha, x, incx, y, incy, A, lda)) \
  CALL(cublas##L##her_v2##SUFFIX, her, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const R* alpha, const T* x, I incx, T* A, I lda), \
       (handle, uplo, n, alpha, x, incx, A, lda)) \
  CALL(cublas##L##hpr_v2##SUFFIX, hpr, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const R* alpha, const T* x, I incx, T* AP), \
       (handle, uplo, n, alpha, x, incx, AP)) \
  CALL(cublas##L##her2_v2##SUFFIX, her2, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* A, I lda), \
       (handle, uplo, n, alpha, x, incx, y, incy, A, lda)) \
  CALL(cublas##L##hpr2_v2##SUFFIX, hpr2, \
       (cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* AP), \
       (handle, uplo, n, alpha, x, incx, y, incy, AP)) \
  CALL(cublas##L##gemm3m##SUFFIX, gemm, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb, const T* beta, T* C, I ldc), \
       (handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##hemm_v2##SUFFIX, hemm, \
       (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T* alpha, const T* A, I lda, const T* B, I ldb, const T* beta, T* C, I ldc), \
       (handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##herk_v2##SUFFIX, herk, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const R* alpha, const T* A, I lda, const R* beta, T* C, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, lda, beta, C, ldc)) \
  CALL(cublas##L##her2k_v2##SUFFIX, her2k, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb, const R* beta, T* C, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublas##L##herkx##SUFFIX, herkx, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb, const R* beta, T* C, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc))

#define WARPGLASS_BLAS_COMPLEX_INT(CALL, L, T, R) \
  CALL(cublas##L##rotg_v2, rotg, \
       (cublasHandle_t handle, T* a, T* b, R* c, T* s), \
       (handle, a, b, c, s))

// Whose names follow no letter. C, Z: the complex types.
#define WARPGLASS_BLAS_OTHER(CALL, CT, ZT, I, SUFFIX) \
  CALL(cublasIsamax_v2##SUFFIX, iamax, \
       (cublasHandle_t handle, I n, const float* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIsamin_v2##SUFFIX, iamin, \
       (cublasHandle_t handle, I n, const float* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIdamax_v2##SUFFIX, iamax, \
       (cublasHandle_t handle, I n, const double* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIdamin_v2##SUFFIX, iamin, \
       (cublasHandle_t handle, I n, const double* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIcamax_v2##SUFFIX, iamax, \
       (cublasHandle_t handle, I n, const CT* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIcamin_v2##SUFFIX, iamin, \
       (cublasHandle_t handle, I n, const CT* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIzamax_v2##SUFFIX, iamax, \
       (cublasHandle_t handle, I n, const ZT* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasIzamin_v2##SUFFIX, iamin, \
       (cublasHandle_t handle, I n, const ZT* x, I incx, I* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasScnrm2_v2##SUFFIX, nrm2, \
       (cublasHandle_t handle, I n, const CT* x, I incx, float* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasScasum_v2##SUFFIX, asum, \
       (cublasHandle_t handle, I n, const CT* x, I incx, float* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasDznrm2_v2##SUFFIX, nrm2, \
       (cublasHandle_t handle, I n, const ZT* x, I incx, double* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasDzasum_v2##SUFFIX, asum, \
       (cublasHandle_t handle, I n, const ZT* x, I incx, double* result), \
       (handle, n, x, incx, result)) \
  CALL(cublasCsscal_v2##SUFFIX, scal, \
       (cublasHandle_t handle, I n, const float* alpha, CT* x, I incx), \
       (handle, n, alpha, x, incx)) \
  CALL(cublasCsrot_v2##SUFFIX, rot, \
       (cublasHandle_t handle, I n, CT* x, I incx, CT* y, I incy, const float* c, const float* s), \
       (handle, n, x, incx, y, incy, c, s)) \
  CALL(cublasZdscal_v2##SUFFIX, scal, \
       (cublasHandle_t handle, I n, const double* alpha, ZT* x, I incx), \
       (handle, n, alpha, x, incx)) \
  CALL(cublasZdrot_v2##SUFFIX, rot, \
       (cublasHandle_t handle, I n, ZT* x, I incx, ZT* y, I incy, const double* c, const double* s), \
       (handle, n, x, incx, y, incy, c, s)) \
  CALL(cublasCgemm3mBatched##SUFFIX, gemm_batched, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const CT* alpha, const CT* const Aarray[], I lda, const CT* const Barray[], I ldb, const CT* beta, CT* const Carray[], I ldc, I batchCount), \
       (handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount)) \
  CALL(cublasCgemm3mStridedBatched##SUFFIX, gemm_strided, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const CT* alpha, const CT* A, I lda, long long int strideA, const CT* B, I ldb, long long int strideB, const CT* beta, CT* C, I ldc, long long int strideC, I batchCount), \
       (handle, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC, batchCount))

// H, B: the types of half precision and bfloat16.
#define WARPGLASS_BLAS_HALF(CALL, HT, BT, I, SUFFIX) \
  CALL(cublasHgemm##SUFFIX, gemm, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const HT* alpha, const HT* A, I lda, const HT* B, I ldb, const HT* beta, HT* C, I ldc), \
       (handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)) \
  CALL(cublasHgemmBatched##SUFFIX, gemm_batched, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const HT* alpha, const HT* const Aarray[], I lda, const HT* const Barray[], I ldb, const HT* beta, HT* const Carray[], I ldc, I batchCount), \
       (handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount)) \
  CALL(cublasHgemmStridedBatched##SUFFIX, gemm_strided, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const HT* alpha, const HT* A, I lda, long long int strideA, const HT* B, I ldb, long long int strideB, const HT* beta, HT* C, I ldc, long long int strideC, I batchCount), \
       (handle, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC, batchCount)) \
  CALL(cublasHSHgemvBatched##SUFFIX, gemv_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const HT* const Aarray[], I lda, const HT* const xarray[], I incx, const float* beta, HT* const yarray[], I incy, I batchCount), \
       (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)) \
  CALL(cublasHSHgemvStridedBatched##SUFFIX, gemv_strided, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const HT* A, I lda, long long int strideA, const HT* x, I incx, long long int stridex, const float* beta, HT* y, I incy, long long int stridey, I batchCount), \
       (handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount)) \
  CALL(cublasHSSgemvBatched##SUFFIX, gemv_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const HT* const Aarray[], I lda, const HT* const xarray[], I incx, const float* beta, float* const yarray[], I incy, I batchCount), \
       (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)) \
  CALL(cublasHSSgemvStridedBatched##SUFFIX, gemv_strided, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const HT* A, I lda, long long int strideA, const HT* x, I incx, long long int stridex, const float* beta, float* y, I incy, long long int stridey, I batchCount), \
       (handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount)) \
  CALL(cublasTSTgemvBatched##SUFFIX, gemv_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const BT* const Aarray[], I lda, const BT* const xarray[], I incx, const float* beta, BT* const yarray[], I incy, I batchCount), \
       (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)) \
  CALL(cublasTSTgemvStridedBatched##SUFFIX, gemv_strided, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const BT* A, I lda, long long int strideA, const BT* x, I incx, long long int stridex, const float* beta, BT* y, I incy, long long int stridey, I batchCount), \
       (handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount)) \
  CALL(cublasTSSgemvBatched##SUFFIX, gemv_batched, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const BT* const Aarray[], I lda, const BT* const xarray[], I incx, const float* beta, float* const yarray[], I incy, I batchCount), \
       (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)) \
  CALL(cublasTSSgemvStridedBatched##SUFFIX, gemv_strided, \
       (cublasHandle_t handle, cublasOperation_t trans, I m, I n, const float* alpha, const BT* A, I lda, long long int strideA, const BT* x, I incx, long long int stridex, const float* beta, float* y, I incy, long long int stridey, I batchCount), \
       (handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount))

// Types are arguments.
#define WARPGLASS_BLAS_ANY(CALL, CT, I, SUFFIX) \
  CALL(cublasNrm2Ex##SUFFIX, nrm2_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, void* result, cudaDataType resultType, cudaDataType executionType), \
       (handle, n, x, xType, incx, result, resultType, executionType)) \
  CALL(cublasAsumEx##SUFFIX, asum_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, void* result, cudaDataType resultType, cudaDataType executionType), \
       (handle, n, x, xType, incx, result, resultType, executionType)) \
  CALL(cublasDotEx##SUFFIX, dot_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, const void* y, cudaDataType yType, I incy, void* result, cudaDataType resultType, cudaDataType executionType), \
       (handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType)) \
  CALL(cublasDotcEx##SUFFIX, dotc_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, const void* y, cudaDataType yType, I incy, void* result, cudaDataType resultType, cudaDataType executionType), \
       (handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType)) \
  CALL(cublasScalEx##SUFFIX, scal_ex, \
       (cublasHandle_t handle, I n, const void* alpha, cudaDataType alphaType, void* x, cudaDataType xType, I incx, cudaDataType executionType), \
       (handle, n, alpha, alphaType, x, xType, incx, executionType)) \
  CALL(cublasAxpyEx##SUFFIX, axpy_ex, \
       (cublasHandle_t handle, I n, const void* alpha, cudaDataType alphaType, const void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy, cudaDataType executionType), \
       (handle, n, alpha, alphaType, x, xType, incx, y, yType, incy, executionType)) \
  CALL(cublasCopyEx##SUFFIX, copy_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy), \
       (handle, n, x, xType, incx, y, yType, incy)) \
  CALL(cublasSwapEx##SUFFIX, swap_ex, \
       (cublasHandle_t handle, I n, void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy), \
       (handle, n, x, xType, incx, y, yType, incy)) \
  CALL(cublasIamaxEx##SUFFIX, iamax_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, I* result), \
       (handle, n, x, xType, incx, result)) \
  CALL(cublasIaminEx##SUFFIX, iamin_ex, \
       (cublasHandle_t handle, I n, const void* x, cudaDataType xType, I incx, I* result), \
       (handle, n, x, xType, incx, result)) \
  CALL(cublasRotEx##SUFFIX, rot_ex, \
       (cublasHandle_t handle, I n, void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy, const void* c, const void* s, cudaDataType csType, cudaDataType executionType), \
       (handle, n, x, xType, incx, y, yType, incy, c, s, csType, executionType)) \
  CALL(cublasRotmEx##SUFFIX, rotm_ex, \
       (cublasHandle_t handle, I n, void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy, const void* param, cudaDataType paramType, cudaDataType executionType), \
       (handle, n, x, xType, incx, y, yType, incy, param, paramType, executionType)) \
  CALL(cublasGemmEx##SUFFIX, gemm_ex, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void* alpha, const void* A, cudaDataType Atype, I lda, const void* B, cudaDataType Btype, I ldb, const void* beta, void* C, cudaDataType Ctype, I ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
       (handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, computeType, algo)) \
  CALL(cublasGemmBatchedEx##SUFFIX, gemm_batched_ex, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void* alpha, const void* const Aarray[], cudaDataType Atype, I lda, const void* const Barray[], cudaDataType Btype, I ldb, const void* beta, void* const Carray[], cudaDataType Ctype, I ldc, I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
       (handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc, batchCount, computeType, algo)) \
  CALL(cublasGemmStridedBatchedEx##SUFFIX, gemm_strided_ex, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void* alpha, const void* A, cudaDataType Atype, I lda, long long int strideA, const void* B, cudaDataType Btype, I ldb, long long int strideB, const void* beta, void* C, cudaDataType Ctype, I ldc, long long int strideC, I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
       (handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC, batchCount, computeType, algo)) \
  CALL(cublasGemmGroupedBatchedEx##SUFFIX, gemm_grouped_ex, \
       (cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[], const I m_array[], const I n_array[], const I k_array[], const void* alpha_array, const void* const Aarray[], cudaDataType Atype, const I lda_array[], const void* const Barray[], cudaDataType Btype, const I ldb_array[], const void* beta_array, void* const Carray[], cudaDataType Ctype, const I ldc_array[], I group_count, const I group_size[], cublasComputeType_t computeType), \
       (handle, transa_array, transb_array, m_array, n_array, k_array, alpha_array, Aarray, Atype, lda_array, Barray, Btype, ldb_array, beta_array, Carray, Ctype, ldc_array, group_count, group_size, computeType)) \
  CALL(cublasSgemmEx##SUFFIX, gemm_typed_ex, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const float* alpha, const void* A, cudaDataType Atype, I lda, const void* B, cudaDataType Btype, I ldb, const float* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc)) \
  CALL(cublasCgemmEx##SUFFIX, gemm_typed_ex, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const CT* alpha, const void* A, cudaDataType Atype, I lda, const void* B, cudaDataType Btype, I ldb, const CT* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc)) \
  CALL(cublasCgemm3mEx##SUFFIX, gemm_typed_ex, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const CT* alpha, const void* A, cudaDataType Atype, I lda, const void* B, cudaDataType Btype, I ldb, const CT* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc)) \
  CALL(cublasCsyrkEx##SUFFIX, syrk_ex, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const CT* alpha, const void* A, cudaDataType Atype, I lda, const CT* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc)) \
  CALL(cublasCsyrk3mEx##SUFFIX, syrk_ex, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const CT* alpha, const void* A, cudaDataType Atype, I lda, const CT* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc)) \
  CALL(cublasCherkEx##SUFFIX, herk_ex, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const float* alpha, const void* A, cudaDataType Atype, I lda, const float* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc)) \
  CALL(cublasCherk3mEx##SUFFIX, herk_ex, \
       (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const float* alpha, const void* A, cudaDataType Atype, I lda, const float* beta, void* C, cudaDataType Ctype, I ldc), \
       (handle, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc))

#define WARPGLASS_BLAS_ANY_INT(CALL) \
  CALL(cublasRotgEx, rotg_ex, \
       (cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c, void* s, cudaDataType csType, cudaDataType executionType), \
       (handle, a, b, abType, c, s, csType, executionType)) \
  CALL(cublasRotmgEx, rotmg_ex, \
       (cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2, cudaDataType d2Type, void* x1, cudaDataType x1Type, const void* y1, cudaDataType y1Type, void* param, cudaDataType paramType, cudaDataType executionType), \
       (handle, d1, d1Type, d2, d2Type, x1, x1Type, y1, y1Type, param, paramType, executionType)) \
  CALL(cublasUint8gemmBias, uint8_gemm_bias, \
       (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, cublasOperation_t transc, int m, int n, int k, const unsigned char* A, int A_bias, int lda, const unsigned char* B, int B_bias, int ldb, unsigned char* C, int C_bias, int ldc, int C_mult, int C_shift), \
       (handle, transa, transb, transc, m, n, k, A, A_bias, lda, B, B_bias, ldb, C, C_bias, ldc, C_mult, C_shift))

// All of them.
#define WARPGLASS_BLAS_CALLS_OF_WIDTH(CALL, CT, ZT, HT, BT, I, SUFFIX) \
  WARPGLASS_BLAS_EVERY_TYPE(CALL, S, float, I, SUFFIX) \
  WARPGLASS_BLAS_EVERY_TYPE(CALL, D, double, I, SUFFIX) \
  WARPGLASS_BLAS_EVERY_TYPE(CALL, C, CT, I, SUFFIX) \
  WARPGLASS_BLAS_EVERY_TYPE(CALL, Z, ZT, I, SUFFIX) \
  WARPGLASS_BLAS_REAL(CALL, S, float, I, SUFFIX) \
  WARPGLASS_BLAS_REAL(CALL, D, double, I, SUFFIX) \
  WARPGLASS_BLAS_COMPLEX(CALL, C, CT, float, I, SUFFIX) \
  WARPGLASS_BLAS_COMPLEX(CALL, Z, ZT, double, I, SUFFIX) \
  WARPGLASS_BLAS_OTHER(CALL, CT, ZT, I, SUFFIX) \
  WARPGLASS_BLAS_HALF(CALL, HT, BT, I, SUFFIX) \
  WARPGLASS_BLAS_ANY(CALL, CT, I, SUFFIX)

#define WARPGLASS_BLAS_CALLS(CALL, CT, ZT, HT, BT) \
  WARPGLASS_BLAS_CALLS_OF_WIDTH(CALL, CT, ZT, HT, BT, int, ) \
  WARPGLASS_BLAS_CALLS_OF_WIDTH(CALL, CT, ZT, HT, BT, int64_t, _64) \
  WARPGLASS_BLAS_EVERY_TYPE_INT(CALL, S, float) \
  WARPGLASS_BLAS_EVERY_TYPE_INT(CALL, D, double) \
  WARPGLASS_BLAS_EVERY_TYPE_INT(CALL, C, CT) \
  WARPGLASS_BLAS_EVERY_TYPE_INT(CALL, Z, ZT) \
  WARPGLASS_BLAS_REAL_INT(CALL, S, float) \
  WARPGLASS_BLAS_REAL_INT(CALL, D, double) \
  WARPGLASS_BLAS_COMPLEX_INT(CALL, C, CT, float) \
  WARPGLASS_BLAS_COMPLEX_INT(CALL, Z, ZT, double) \
  WARPGLASS_BLAS_ANY_INT(CALL)
// clang-format on

#endif
