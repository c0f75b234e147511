// C = alpha op(A) op(B) + beta C on the host: what all of BLAS's level 3 is made of. OpenBLAS computes it where it is
// installed, a plain loop otherwise.
#pragma once

#include "cuda/blas/call.hpp"

namespace warpglass::blas {

struct Shape {
  cublasOperation_t transa = CUBLAS_OP_N;
  cublasOperation_t transb = CUBLAS_OP_N;
  Index m = 0, n = 0, k = 0;
  bool zero_counts = false;  // an alpha of 0 is multiplied by: what is no number in A or B makes none in C

  [[nodiscard]] Index rows_of_a() const { return transa == CUBLAS_OP_N ? m : k; }
  [[nodiscard]] Index columns_of_a() const { return transa == CUBLAS_OP_N ? k : m; }
  [[nodiscard]] Index rows_of_b() const { return transb == CUBLAS_OP_N ? k : n; }
  [[nodiscard]] Index columns_of_b() const { return transb == CUBLAS_OP_N ? n : k; }
  [[nodiscard]] bool is_valid() const {
    return is_operation(transa) && is_operation(transb) && m >= 0 && n >= 0 && k >= 0;
  }
  [[nodiscard]] bool takes(Index lda, Index ldb, Index ldc) const {
    return is_leading(lda, rows_of_a()) && is_leading(ldb, rows_of_b()) && is_leading(ldc, m);
  }
};

/// Of memory that may be touched. beta 0: what C holds is not read.
void multiply(const Shape& shape, float alpha, Matrix<const float> a, Matrix<const float> b, float beta,
              Matrix<float> c);
void multiply(const Shape& shape, double alpha, Matrix<const double> a, Matrix<const double> b, double beta,
              Matrix<double> c);
void multiply(const Shape& shape, Complex alpha, Matrix<const Complex> a, Matrix<const Complex> b, Complex beta,
              Matrix<Complex> c);
void multiply(const Shape& shape, DoubleComplex alpha, Matrix<const DoubleComplex> a, Matrix<const DoubleComplex> b,
              DoubleComplex beta, Matrix<DoubleComplex> c);

/// Integers, which wrap around.
void multiply(const Shape& shape, std::int32_t alpha, Matrix<const std::int32_t> a, Matrix<const std::int32_t> b,
              std::int32_t beta, Matrix<std::int32_t> c);

}  // namespace warpglass::blas
