// Calls of cuSPARSE that name a type in their own name: what each does, of any type.
#pragma once

#include "cuda/sparse/matrices.hpp"

/// Where a factorisation has found a zero on the diagonal, and what it does about small numbers there.
struct warpglass_factors_info {
  std::shared_ptr<warpglass::sparse::Index> zero = std::make_shared<warpglass::sparse::Index>(-1);  // counted as the
                                                                                                    // matrix does
  bool boosts = false;
  double tolerance = 0;
  warpglass::sparse::Pair boosted = 0;
};
struct csrilu02Info : warpglass_factors_info {};
struct csric02Info : warpglass_factors_info {};
struct bsrilu02Info : warpglass_factors_info {};
struct bsric02Info : warpglass_factors_info {};

namespace warpglass::sparse {

/// A matrix of the older calls.
struct OldMatrix {
  int rows = 0, cols = 0, nnz = 0;
  const cusparseMatDescr* descriptor = nullptr;
  const void* values = nullptr;
  const int* offsets = nullptr;
  const int* columns = nullptr;
  int block = 0;  // rows and columns of a block, of which there are `nnz`, and `rows` of them; 0: there are none
  cusparseDirection_t direction = CUSPARSE_DIRECTION_ROW;  // within a block

  [[nodiscard]] bool is_good() const {
    return rows >= 0 && cols >= 0 && nnz >= 0 && block >= 0 && descriptor != nullptr;
  }
  [[nodiscard]] cusparseSpMatDescr matrix(cudaDataType type) const;
};

enum class Factors : std::uint8_t { lower_and_upper, cholesky };

cusparseStatus_t analyse_factors(cusparseHandle_t handle, const char* call, const OldMatrix& matrix,
                                 const warpglass_factors_info* info);
/// Of what is there of the matrix, in its place.
cusparseStatus_t factorise(cusparseHandle_t handle, const char* call, Factors kind, cudaDataType type,
                           const OldMatrix& matrix, const warpglass_factors_info* info);
cusparseStatus_t answer_zero_pivot(cusparseHandle_t handle, const char* call, const warpglass_factors_info* info,
                                   int* position);
cusparseStatus_t set_boost(cusparseHandle_t handle, cudaDataType type, warpglass_factors_info* info, int on,
                           const double* tolerance, const void* value);

/// Systems of three diagonals, with `count` right sides `distance` apart, and their diagonals `diagonal_distance`.
struct Tridiagonal {
  int size = 0, count = 1;
  const void *below = nullptr, *diagonal = nullptr, *above = nullptr;
  void* sides = nullptr;
  Index distance = 0, diagonal_distance = 0;
};
cusparseStatus_t solve_tridiagonal(cusparseHandle_t handle, const char* call, cudaDataType type,
                                   const Tridiagonal& system);

/// Systems of three or five diagonals, from the lowest to the highest; element i of system j lies at i * count + j.
cusparseStatus_t solve_interleaved(cusparseHandle_t handle, const char* call, cudaDataType type, int size, int count,
                                   const std::vector<const void*>& diagonals, void* sides);

cusparseStatus_t add_patterns(cusparseHandle_t handle, const OldMatrix& a, const OldMatrix& b,
                              const cusparseMatDescr* descriptor, int* offsets, int* total);
cusparseStatus_t add_matrices(cusparseHandle_t handle, const char* call, cudaDataType type, const void* alpha,
                              const OldMatrix& a, const void* beta, const OldMatrix& b,
                              const cusparseMatDescr* descriptor, void* values, const int* offsets, int* columns);

/// How many elements of each row are greater than a tolerance, and of all.
cusparseStatus_t count_greater(cusparseHandle_t handle, const char* call, cudaDataType type, const OldMatrix& a,
                               double tolerance, int* counts, int* total);
/// The matrix of those.
cusparseStatus_t keep_greater(cusparseHandle_t handle, const char* call, cudaDataType type, const OldMatrix& a,
                              double tolerance, void* values, int* columns, int* offsets);

struct DenseBySparse {
  cusparseOperation_t operation;
  int rows, cols, leading, nnz;
  const void *alpha, *matrix, *values;
  const int* indices;
  const void* beta;
  void* y;
  cusparseIndexBase_t base;
};
cusparseStatus_t multiply_dense(cusparseHandle_t handle, const char* call, cudaDataType type,
                                const DenseBySparse& product);
cusparseStatus_t count_elements(cusparseHandle_t handle, const char* call, cudaDataType type,
                                cusparseDirection_t direction, int rows, int cols, const void* matrix, int leading,
                                int* counts, int* total);

}  // namespace warpglass::sparse
