// cuBLAS as it was first: one handle for all, numbers by value, answers by cublasGetError(). Each call is one of
// cublas_api.h: RESULT(type, name, parameters, arguments of that one) gives a number back, CALL(name, ...) does not.
#ifndef WARPGLASS_BLAS_LEGACY_CALLS_H
#define WARPGLASS_BLAS_LEGACY_CALLS_H

// clang-format off
#define WARPGLASS_BLAS_LEGACY_CALLS(CALL, RESULT) \
  RESULT(float, cublasSnrm2, (int n, const float* x, int incx), \
         (n, x, incx)) \
  RESULT(double, cublasDnrm2, (int n, const double* x, int incx), \
         (n, x, incx)) \
  RESULT(float, cublasScnrm2, (int n, const cuComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(double, cublasDznrm2, (int n, const cuDoubleComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(float, cublasSdot, (int n, const float* x, int incx, const float* y, int incy), \
         (n, x, incx, y, incy)) \
  RESULT(double, cublasDdot, (int n, const double* x, int incx, const double* y, int incy), \
         (n, x, incx, y, incy)) \
  RESULT(cuComplex, cublasCdotu, (int n, const cuComplex* x, int incx, const cuComplex* y, int incy), \
         (n, x, incx, y, incy)) \
  RESULT(cuComplex, cublasCdotc, (int n, const cuComplex* x, int incx, const cuComplex* y, int incy), \
         (n, x, incx, y, incy)) \
  RESULT(cuDoubleComplex, cublasZdotu, (int n, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy), \
         (n, x, incx, y, incy)) \
  RESULT(cuDoubleComplex, cublasZdotc, (int n, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy), \
         (n, x, incx, y, incy)) \
  CALL(cublasSscal, (int n, float alpha, float* x, int incx), \
       (n, &alpha, x, incx)) \
  CALL(cublasDscal, (int n, double alpha, double* x, int incx), \
       (n, &alpha, x, incx)) \
  CALL(cublasCscal, (int n, cuComplex alpha, cuComplex* x, int incx), \
       (n, &alpha, x, incx)) \
  CALL(cublasZscal, (int n, cuDoubleComplex alpha, cuDoubleComplex* x, int incx), \
       (n, &alpha, x, incx)) \
  CALL(cublasCsscal, (int n, float alpha, cuComplex* x, int incx), \
       (n, &alpha, x, incx)) \
  CALL(cublasZdscal, (int n, double alpha, cuDoubleComplex* x, int incx), \
       (n, &alpha, x, incx)) \
  CALL(cublasSaxpy, (int n, float alpha, const float* x, int incx, float* y, int incy), \
       (n, &alpha, x, incx, y, incy)) \
  CALL(cublasDaxpy, (int n, double alpha, const double* x, int incx, double* y, int incy), \
       (n, &alpha, x, incx, y, incy)) \
  CALL(cublasCaxpy, (int n, cuComplex alpha, const cuComplex* x, int incx, cuComplex* y, int incy), \
       (n, &alpha, x, incx, y, incy)) \
  CALL(cublasZaxpy, (int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy), \
       (n, &alpha, x, incx, y, incy)) \
  CALL(cublasScopy, (int n, const float* x, int incx, float* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasDcopy, (int n, const double* x, int incx, double* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasCcopy, (int n, const cuComplex* x, int incx, cuComplex* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasZcopy, (int n, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasSswap, (int n, float* x, int incx, float* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasDswap, (int n, double* x, int incx, double* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasCswap, (int n, cuComplex* x, int incx, cuComplex* y, int incy), \
       (n, x, incx, y, incy)) \
  CALL(cublasZswap, (int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy), \
       (n, x, incx, y, incy)) \
  RESULT(int, cublasIsamax, (int n, const float* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIdamax, (int n, const double* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIcamax, (int n, const cuComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIzamax, (int n, const cuDoubleComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIsamin, (int n, const float* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIdamin, (int n, const double* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIcamin, (int n, const cuComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(int, cublasIzamin, (int n, const cuDoubleComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(float, cublasSasum, (int n, const float* x, int incx), \
         (n, x, incx)) \
  RESULT(double, cublasDasum, (int n, const double* x, int incx), \
         (n, x, incx)) \
  RESULT(float, cublasScasum, (int n, const cuComplex* x, int incx), \
         (n, x, incx)) \
  RESULT(double, cublasDzasum, (int n, const cuDoubleComplex* x, int incx), \
         (n, x, incx)) \
  CALL(cublasSrot, (int n, float* x, int incx, float* y, int incy, float sc, float ss), \
       (n, x, incx, y, incy, &sc, &ss)) \
  CALL(cublasDrot, (int n, double* x, int incx, double* y, int incy, double sc, double ss), \
       (n, x, incx, y, incy, &sc, &ss)) \
  CALL(cublasCrot, (int n, cuComplex* x, int incx, cuComplex* y, int incy, float c, cuComplex s), \
       (n, x, incx, y, incy, &c, &s)) \
  CALL(cublasZrot, (int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy, double sc, cuDoubleComplex cs), \
       (n, x, incx, y, incy, &sc, &cs)) \
  CALL(cublasCsrot, (int n, cuComplex* x, int incx, cuComplex* y, int incy, float c, float s), \
       (n, x, incx, y, incy, &c, &s)) \
  CALL(cublasZdrot, (int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy, double c, double s), \
       (n, x, incx, y, incy, &c, &s)) \
  CALL(cublasSrotg, (float* sa, float* sb, float* sc, float* ss), \
       (sa, sb, sc, ss)) \
  CALL(cublasDrotg, (double* sa, double* sb, double* sc, double* ss), \
       (sa, sb, sc, ss)) \
  CALL(cublasCrotg, (cuComplex* ca, cuComplex cb, float* sc, cuComplex* cs), \
       (ca, &cb, sc, cs)) \
  CALL(cublasZrotg, (cuDoubleComplex* ca, cuDoubleComplex cb, double* sc, cuDoubleComplex* cs), \
       (ca, &cb, sc, cs)) \
  CALL(cublasSrotm, (int n, float* x, int incx, float* y, int incy, const float* sparam), \
       (n, x, incx, y, incy, sparam)) \
  CALL(cublasDrotm, (int n, double* x, int incx, double* y, int incy, const double* sparam), \
       (n, x, incx, y, incy, sparam)) \
  CALL(cublasSrotmg, (float* sd1, float* sd2, float* sx1, const float* sy1, float* sparam), \
       (sd1, sd2, sx1, sy1, sparam)) \
  CALL(cublasDrotmg, (double* sd1, double* sd2, double* sx1, const double* sy1, double* sparam), \
       (sd1, sd2, sx1, sy1, sparam)) \
  CALL(cublasSgemv, (char trans, int m, int n, float alpha, const float* A, int lda, const float* x, int incx, float beta, float* y, int incy), \
       (operation_of(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasDgemv, (char trans, int m, int n, double alpha, const double* A, int lda, const double* x, int incx, double beta, double* y, int incy), \
       (operation_of(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasCgemv, (char trans, int m, int n, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* x, int incx, cuComplex beta, cuComplex* y, int incy), \
       (operation_of(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasZgemv, (char trans, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y, int incy), \
       (operation_of(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasSgbmv, (char trans, int m, int n, int kl, int ku, float alpha, const float* A, int lda, const float* x, int incx, float beta, float* y, int incy), \
       (operation_of(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasDgbmv, (char trans, int m, int n, int kl, int ku, double alpha, const double* A, int lda, const double* x, int incx, double beta, double* y, int incy), \
       (operation_of(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasCgbmv, (char trans, int m, int n, int kl, int ku, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* x, int incx, cuComplex beta, cuComplex* y, int incy), \
       (operation_of(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasZgbmv, (char trans, int m, int n, int kl, int ku, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y, int incy), \
       (operation_of(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasStrmv, (char uplo, char trans, char diag, int n, const float* A, int lda, float* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasDtrmv, (char uplo, char trans, char diag, int n, const double* A, int lda, double* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasCtrmv, (char uplo, char trans, char diag, int n, const cuComplex* A, int lda, cuComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasZtrmv, (char uplo, char trans, char diag, int n, const cuDoubleComplex* A, int lda, cuDoubleComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasStbmv, (char uplo, char trans, char diag, int n, int k, const float* A, int lda, float* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasDtbmv, (char uplo, char trans, char diag, int n, int k, const double* A, int lda, double* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasCtbmv, (char uplo, char trans, char diag, int n, int k, const cuComplex* A, int lda, cuComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasZtbmv, (char uplo, char trans, char diag, int n, int k, const cuDoubleComplex* A, int lda, cuDoubleComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasStpmv, (char uplo, char trans, char diag, int n, const float* AP, float* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasDtpmv, (char uplo, char trans, char diag, int n, const double* AP, double* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasCtpmv, (char uplo, char trans, char diag, int n, const cuComplex* AP, cuComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasZtpmv, (char uplo, char trans, char diag, int n, const cuDoubleComplex* AP, cuDoubleComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasStrsv, (char uplo, char trans, char diag, int n, const float* A, int lda, float* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasDtrsv, (char uplo, char trans, char diag, int n, const double* A, int lda, double* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasCtrsv, (char uplo, char trans, char diag, int n, const cuComplex* A, int lda, cuComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasZtrsv, (char uplo, char trans, char diag, int n, const cuDoubleComplex* A, int lda, cuDoubleComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, A, lda, x, incx)) \
  CALL(cublasStpsv, (char uplo, char trans, char diag, int n, const float* AP, float* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasDtpsv, (char uplo, char trans, char diag, int n, const double* AP, double* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasCtpsv, (char uplo, char trans, char diag, int n, const cuComplex* AP, cuComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasZtpsv, (char uplo, char trans, char diag, int n, const cuDoubleComplex* AP, cuDoubleComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, AP, x, incx)) \
  CALL(cublasStbsv, (char uplo, char trans, char diag, int n, int k, const float* A, int lda, float* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasDtbsv, (char uplo, char trans, char diag, int n, int k, const double* A, int lda, double* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasCtbsv, (char uplo, char trans, char diag, int n, int k, const cuComplex* A, int lda, cuComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasZtbsv, (char uplo, char trans, char diag, int n, int k, const cuDoubleComplex* A, int lda, cuDoubleComplex* x, int incx), \
       (triangle_of(uplo), operation_of(trans), diagonal_of(diag), n, k, A, lda, x, incx)) \
  CALL(cublasSsymv, (char uplo, int n, float alpha, const float* A, int lda, const float* x, int incx, float beta, float* y, int incy), \
       (triangle_of(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasDsymv, (char uplo, int n, double alpha, const double* A, int lda, const double* x, int incx, double beta, double* y, int incy), \
       (triangle_of(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasChemv, (char uplo, int n, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* x, int incx, cuComplex beta, cuComplex* y, int incy), \
       (triangle_of(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasZhemv, (char uplo, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y, int incy), \
       (triangle_of(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasSsbmv, (char uplo, int n, int k, float alpha, const float* A, int lda, const float* x, int incx, float beta, float* y, int incy), \
       (triangle_of(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasDsbmv, (char uplo, int n, int k, double alpha, const double* A, int lda, const double* x, int incx, double beta, double* y, int incy), \
       (triangle_of(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasChbmv, (char uplo, int n, int k, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* x, int incx, cuComplex beta, cuComplex* y, int incy), \
       (triangle_of(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasZhbmv, (char uplo, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y, int incy), \
       (triangle_of(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)) \
  CALL(cublasSspmv, (char uplo, int n, float alpha, const float* AP, const float* x, int incx, float beta, float* y, int incy), \
       (triangle_of(uplo), n, &alpha, AP, x, incx, &beta, y, incy)) \
  CALL(cublasDspmv, (char uplo, int n, double alpha, const double* AP, const double* x, int incx, double beta, double* y, int incy), \
       (triangle_of(uplo), n, &alpha, AP, x, incx, &beta, y, incy)) \
  CALL(cublasChpmv, (char uplo, int n, cuComplex alpha, const cuComplex* AP, const cuComplex* x, int incx, cuComplex beta, cuComplex* y, int incy), \
       (triangle_of(uplo), n, &alpha, AP, x, incx, &beta, y, incy)) \
  CALL(cublasZhpmv, (char uplo, int n, cuDoubleComplex alpha, const cuDoubleComplex* AP, const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y, int incy), \
       (triangle_of(uplo), n, &alpha, AP, x, incx, &beta, y, incy)) \
  CALL(cublasSger, (int m, int n, float alpha, const float* x, int incx, const float* y, int incy, float* A, int lda), \
       (m, n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasDger, (int m, int n, double alpha, const double* x, int incx, const double* y, int incy, double* A, int lda), \
       (m, n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasCgeru, (int m, int n, cuComplex alpha, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* A, int lda), \
       (m, n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasCgerc, (int m, int n, cuComplex alpha, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* A, int lda), \
       (m, n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasZgeru, (int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda), \
       (m, n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasZgerc, (int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda), \
       (m, n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasSsyr, (char uplo, int n, float alpha, const float* x, int incx, float* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, A, lda)) \
  CALL(cublasDsyr, (char uplo, int n, double alpha, const double* x, int incx, double* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, A, lda)) \
  CALL(cublasCher, (char uplo, int n, float alpha, const cuComplex* x, int incx, cuComplex* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, A, lda)) \
  CALL(cublasZher, (char uplo, int n, double alpha, const cuDoubleComplex* x, int incx, cuDoubleComplex* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, A, lda)) \
  CALL(cublasSspr, (char uplo, int n, float alpha, const float* x, int incx, float* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, AP)) \
  CALL(cublasDspr, (char uplo, int n, double alpha, const double* x, int incx, double* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, AP)) \
  CALL(cublasChpr, (char uplo, int n, float alpha, const cuComplex* x, int incx, cuComplex* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, AP)) \
  CALL(cublasZhpr, (char uplo, int n, double alpha, const cuDoubleComplex* x, int incx, cuDoubleComplex* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, AP)) \
  CALL(cublasSsyr2, (char uplo, int n, float alpha, const float* x, int incx, const float* y, int incy, float* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasDsyr2, (char uplo, int n, double alpha, const double* x, int incx, const double* y, int incy, double* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasCher2, (char uplo, int n, cuComplex alpha, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasZher2, (char uplo, int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, A, lda)) \
  CALL(cublasSspr2, (char uplo, int n, float alpha, const float* x, int incx, const float* y, int incy, float* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, AP)) \
  CALL(cublasDspr2, (char uplo, int n, double alpha, const double* x, int incx, const double* y, int incy, double* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, AP)) \
  CALL(cublasChpr2, (char uplo, int n, cuComplex alpha, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, AP)) \
  CALL(cublasZhpr2, (char uplo, int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* AP), \
       (triangle_of(uplo), n, &alpha, x, incx, y, incy, AP)) \
  CALL(cublasSgemm, (char transa, char transb, int m, int n, int k, float alpha, const float* A, int lda, const float* B, int ldb, float beta, float* C, int ldc), \
       (operation_of(transa), operation_of(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasDgemm, (char transa, char transb, int m, int n, int k, double alpha, const double* A, int lda, const double* B, int ldb, double beta, double* C, int ldc), \
       (operation_of(transa), operation_of(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasCgemm, (char transa, char transb, int m, int n, int k, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc), \
       (operation_of(transa), operation_of(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasZgemm, (char transa, char transb, int m, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb, cuDoubleComplex beta, cuDoubleComplex* C, int ldc), \
       (operation_of(transa), operation_of(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasSsyrk, (char uplo, char trans, int n, int k, float alpha, const float* A, int lda, float beta, float* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)) \
  CALL(cublasDsyrk, (char uplo, char trans, int n, int k, double alpha, const double* A, int lda, double beta, double* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)) \
  CALL(cublasCsyrk, (char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex* A, int lda, cuComplex beta, cuComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)) \
  CALL(cublasZsyrk, (char uplo, char trans, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, cuDoubleComplex beta, cuDoubleComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)) \
  CALL(cublasCherk, (char uplo, char trans, int n, int k, float alpha, const cuComplex* A, int lda, float beta, cuComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)) \
  CALL(cublasZherk, (char uplo, char trans, int n, int k, double alpha, const cuDoubleComplex* A, int lda, double beta, cuDoubleComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)) \
  CALL(cublasSsyr2k, (char uplo, char trans, int n, int k, float alpha, const float* A, int lda, const float* B, int ldb, float beta, float* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasDsyr2k, (char uplo, char trans, int n, int k, double alpha, const double* A, int lda, const double* B, int ldb, double beta, double* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasCsyr2k, (char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasZsyr2k, (char uplo, char trans, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb, cuDoubleComplex beta, cuDoubleComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasCher2k, (char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb, float beta, cuComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasZher2k, (char uplo, char trans, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb, double beta, cuDoubleComplex* C, int ldc), \
       (triangle_of(uplo), operation_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasSsymm, (char side, char uplo, int m, int n, float alpha, const float* A, int lda, const float* B, int ldb, float beta, float* C, int ldc), \
       (side_of(side), triangle_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasDsymm, (char side, char uplo, int m, int n, double alpha, const double* A, int lda, const double* B, int ldb, double beta, double* C, int ldc), \
       (side_of(side), triangle_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasCsymm, (char side, char uplo, int m, int n, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc), \
       (side_of(side), triangle_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasZsymm, (char side, char uplo, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb, cuDoubleComplex beta, cuDoubleComplex* C, int ldc), \
       (side_of(side), triangle_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasChemm, (char side, char uplo, int m, int n, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc), \
       (side_of(side), triangle_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasZhemm, (char side, char uplo, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb, cuDoubleComplex beta, cuDoubleComplex* C, int ldc), \
       (side_of(side), triangle_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)) \
  CALL(cublasStrsm, (char side, char uplo, char transa, char diag, int m, int n, float alpha, const float* A, int lda, float* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb)) \
  CALL(cublasDtrsm, (char side, char uplo, char transa, char diag, int m, int n, double alpha, const double* A, int lda, double* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb)) \
  CALL(cublasCtrsm, (char side, char uplo, char transa, char diag, int m, int n, cuComplex alpha, const cuComplex* A, int lda, cuComplex* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb)) \
  CALL(cublasZtrsm, (char side, char uplo, char transa, char diag, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, cuDoubleComplex* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb)) \
  CALL(cublasStrmm, (char side, char uplo, char transa, char diag, int m, int n, float alpha, const float* A, int lda, float* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb, B, ldb)) \
  CALL(cublasDtrmm, (char side, char uplo, char transa, char diag, int m, int n, double alpha, const double* A, int lda, double* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb, B, ldb)) \
  CALL(cublasCtrmm, (char side, char uplo, char transa, char diag, int m, int n, cuComplex alpha, const cuComplex* A, int lda, cuComplex* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb, B, ldb)) \
  CALL(cublasZtrmm, (char side, char uplo, char transa, char diag, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda, cuDoubleComplex* B, int ldb), \
       (side_of(side), triangle_of(uplo), operation_of(transa), diagonal_of(diag), m, n, &alpha, A, lda, B, ldb, B, ldb))
// clang-format on

#endif
