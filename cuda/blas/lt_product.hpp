// A product by descriptors, with what is done to the result on its way to memory.
#pragma once

#include <vector>

#include "cuda/blas/lt_matrix.hpp"

namespace warpglass::blas {

/// What is done to the result: bits of cublasLtEpilogue_t.
struct Epilogue {
  std::uint32_t bits;
  [[nodiscard]] bool has(std::uint32_t some) const { return (bits & some) == some; }
  [[nodiscard]] bool relu() const { return has(CUBLASLT_EPILOGUE_RELU); }
  [[nodiscard]] bool gelu() const { return has(CUBLASLT_EPILOGUE_GELU); }
  [[nodiscard]] bool bias() const { return has(CUBLASLT_EPILOGUE_BIAS); }
  [[nodiscard]] bool aux() const { return has(kAux); }
  [[nodiscard]] bool relu_gradient() const { return has(CUBLASLT_EPILOGUE_DRELU); }
  [[nodiscard]] bool gelu_gradient() const { return has(CUBLASLT_EPILOGUE_DGELU); }
  [[nodiscard]] bool bias_gradient() const { return has(kBiasGradient); }
  /// Of A, or B: the sums along the products.
  [[nodiscard]] bool sums_a() const { return has(CUBLASLT_EPILOGUE_BGRADA); }
  [[nodiscard]] bool sums_b() const { return has(CUBLASLT_EPILOGUE_BGRADB); }
  static constexpr std::uint32_t kAux = 128, kBiasGradient = 16;
};

/// A call of cublasLtMatmul.
struct Call {
  Operation operation;
  Layout a, b, c, d;
  const void *A = nullptr, *B = nullptr, *C = nullptr;
  void* D = nullptr;
  ScalarValues values{};
  const void *device_alpha = nullptr, *device_beta = nullptr;
  bool alpha_is_vector = false;

  [[nodiscard]] Epilogue epilogue() const { return {operation.epilogue}; }
  [[nodiscard]] bool reads_c() const { return device_beta != nullptr || values.beta != DoubleComplex{}; }
  [[nodiscard]] Shape shape() const {
    const bool plain = operation.transa == CUBLAS_OP_N;
    return {.transa = static_cast<cublasOperation_t>(operation.transa),
            .transb = static_cast<cublasOperation_t>(operation.transb),
            .m = static_cast<Index>(d.rows),
            .n = static_cast<Index>(d.columns),
            .k = static_cast<Index>(plain ? a.columns : a.rows)};
  }
  [[nodiscard]] cudaDataType aux_type() const {
    return operation.aux_type < 0 ? d.type : static_cast<cudaDataType>(operation.aux_type);
  }
  [[nodiscard]] cudaDataType bias_type() const {
    if (operation.bias_type >= 0) return static_cast<cudaDataType>(operation.bias_type);
    const bool eight_bits = size_of_type(d.type) == 1;
    return !eight_bits ? d.type : d.type == CUDA_R_8I ? CUDA_R_32F : CUDA_R_16BF;
  }

  [[nodiscard]] cublasStatus_t check() const;
  void run(const Memory& memory) const;

 private:
  template <class T>
  void run_in(const Memory& memory, const ScalarValues& scalars) const;
  void finish(const Memory& memory, Index batch, std::vector<float>& values) const;
  void add_bias(const Memory& memory, Index batch, std::vector<float>& values) const;
  void apply_gradient(const Memory& memory, Index batch, std::vector<float>& values) const;
  void put_aux(const Memory& memory, Index batch, std::vector<float>& values) const;
  void put_sums(const Memory& memory, Index batch, const std::vector<float>& sums) const;
  [[nodiscard]] void* bias_of(Index batch) const {
    return static_cast<char*>(operation.bias) + batch * operation.bias_stride * size_of_type(bias_type());
  }
};

/// Of a call, read now where they are the host's.
[[nodiscard]] cublasStatus_t take_scalars(Call& call, const void* alpha, const void* beta);

}  // namespace warpglass::blas
