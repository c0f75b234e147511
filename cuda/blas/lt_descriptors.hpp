// What the descriptors of cuBLASLt hold. Programs keep them as words, and set and read them by attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cublasLt.h"
#include "cuda/blas/call.hpp"

namespace warpglass::blas {

struct Layout {
  cudaDataType type = CUDA_R_32F;
  std::int32_t order = CUBLASLT_ORDER_COL;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::int64_t leading = 0;
  std::int32_t batch_count = 1;
  std::uint32_t batch_mode = CUBLASLT_BATCH_MODE_STRIDED;
  std::int64_t batch_stride = 0;  // elements
  std::int64_t plane_offset = 0;
};

struct Operation {
  std::int32_t compute = CUBLAS_COMPUTE_32F;
  std::int32_t scale_type = CUDA_R_32F;
  std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N;
  std::int32_t transb = CUBLAS_OP_N;
  std::int32_t transc = CUBLAS_OP_N;
  std::int32_t fill_mode = CUBLAS_FILL_MODE_FULL;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  void* bias = nullptr;
  std::int64_t bias_stride = 0;
  void* aux = nullptr;
  std::int64_t aux_leading = 0;
  std::int64_t aux_stride = 0;
  std::int64_t alpha_stride = 0;
  std::int32_t sm_count = 0;
  std::int8_t fast_accumulation = 0;
  const void* a_scale = nullptr;
  const void* b_scale = nullptr;
  const void* c_scale = nullptr;
  const void* d_scale = nullptr;
  void* d_largest = nullptr;
  std::int32_t aux_type = -1;  // D's
  std::int32_t bias_type = -1;
  const void* aux_scale = nullptr;
  void* aux_largest = nullptr;
  std::int32_t a_scale_mode = 0;
  std::int32_t b_scale_mode = 0;
  std::int32_t c_scale_mode = 0;
  std::int32_t d_scale_mode = 0;
  std::int32_t aux_scale_mode = 0;
  std::int32_t d_out_scale_mode = 0;
  void* d_out_scale = nullptr;
  const void* emulation = nullptr;
};

struct Transform {
  std::int32_t scale_type = CUDA_R_32F;
  std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N;
  std::int32_t transb = CUBLAS_OP_N;
};

struct Preference {
  std::uint32_t search_mode = CUBLASLT_SEARCH_BEST_FIT;
  std::uint32_t reduction_schemes = CUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint64_t most_workspace = 0;
  std::uint32_t alignments[4] = {256, 256, 256, 256};
  float most_waves = 0;
  std::uint64_t implementations = ~std::uint64_t{0};
};

/// A descriptor's words as what they hold.
template <class Held, class Opaque>
Held held_by(const Opaque* descriptor) {
  static_assert(sizeof(Held) <= sizeof(Opaque));
  Held held;
  std::memcpy(&held, descriptor->data, sizeof held);
  return held;
}

}  // namespace warpglass::blas
