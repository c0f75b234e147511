// Products of matrices of any types, with the types that sums are kept in: what cublasGemmEx and cublasLtMatmul share.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cuda/blas/gemm.hpp"

namespace warpglass::blas {

/// Bytes of an element; 0 for a type that matrices are not of.
[[nodiscard]] Index size_of_type(cudaDataType type);

/// A matrix's type and the distance of its columns.
struct MatrixType {
  cudaDataType type = CUDA_R_32F;
  Index leading = 1;
};

/// Numbers that alpha and beta are, whichever type they have.
struct ScalarValues {
  DoubleComplex alpha, beta;
  bool are_devices = false;
};

/// A scalar of a type at an address of the host.
[[nodiscard]] DoubleComplex read_scalar(cudaDataType type, const void* at);

/// Elements of a matrix that may be touched, as numbers of single or double precision.
template <class T>
[[nodiscard]] std::vector<T> widened(MatrixType type, const void* first, Index rows, Index columns);
/// Numbers put into a matrix, rounded to its type; integers saturate.
template <class T>
void store(const std::vector<T>& values, MatrixType type, void* first, Index rows, Index columns);

class TypedScalars;

struct TypedProduct {
  Shape shape;
  MatrixType a, b, c;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;

  /// Of alpha and beta.
  [[nodiscard]] cudaDataType scalar_type() const;
  /// What is wrong with it; CUBLAS_STATUS_SUCCESS: nothing.
  [[nodiscard]] cublasStatus_t check(const TypedScalars& scalars) const;
  void run(const Memory& memory, const ScalarValues& values, const void* A, const void* B, void* C) const;
};

/// Whether there is a product of such types: cuBLAS guide, cublasGemmEx() and cublasLtMatmul().
[[nodiscard]] bool types_go_together(const TypedProduct& product);

/// alpha and beta, of the host or of the device.
class TypedScalars {
 public:
  TypedScalars(cublasHandle_t handle, const TypedProduct& product, const void* alpha, const void* beta);
  [[nodiscard]] bool missing() const { return missing_; }
  [[nodiscard]] ScalarValues get(const Memory& memory) const;

 private:
  cudaDataType type_;
  bool missing_;
  ScalarValues values_;
  const void* device_alpha_ = nullptr;
  const void* device_beta_ = nullptr;
};

/// Sums are rounded to half precision as they grow: those of so many products are made in single precision and added.
inline constexpr Index kHalfStep = 16;

/// alpha op(A) op(B) + beta C in the type of the sums. \param rounds_to_half  CUBLAS_COMPUTE_16F
void multiply_rounding(const Shape& shape, float alpha, Matrix<const float> a, Matrix<const float> b, float beta,
                       Matrix<float> c, bool rounds_to_half);

/// Of half precision, sums too.
void multiply(const Shape& shape, Half alpha, Matrix<const Half> a, Matrix<const Half> b, Half beta, Matrix<Half> c);

}  // namespace warpglass::blas
