// Arithmetic of floating-point numbers, by the operations that Nsight Compute counts for its rooflines.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/effects.hpp"
#include "sim/op_facts.hpp"

namespace warpglass::analysis {

enum class FloatOperation : std::uint8_t {
  half_sum,  // of halves and of bfloat16
  half_product,
  half_product_sum,
  float_sum,
  float_product,
  float_product_sum,
  double_sum,
  double_product,
  double_product_sum,
};
inline constexpr std::size_t kFloatOperations = 9;

/// Nothing for products of matrices, and for quotients and roots, of which the assembler makes several.
[[nodiscard]] std::optional<FloatOperation> float_operation(const sim::Effects& effects);

/// How often a thread executes the operation. One instruction of the machine takes two halves, and a single half takes
/// one as well.
[[nodiscard]] std::uint32_t operations_of_thread(const sim::Effects& effects);

/// What a product of matrices multiplies.
enum class MatrixElement : std::uint8_t { float16, bfloat16, tf32, float64, float8, integer8, integer4, integer1 };
inline constexpr std::size_t kMatrixElements = 8;

struct MatrixOperation {
  MatrixElement element = MatrixElement::float16;
  double operations = 0;  // of a warp: products and sums, 2 m n k; of single bits `xor` or `and` and the count of ones
  /// Shared-memory wavefronts that Nsight Compute reckons for a warp's part of reading factors through descriptors:
  /// those of its 16 rows of A, if they are there, and a quarter of those of B, however they lie (recorded on an H100:
  /// tests/hardware/wgmma/wavefronts.tsv).
  double factor_wavefronts = 0;
};

/// Nothing for other instructions. \param operands  of all ops of the program
[[nodiscard]] std::optional<MatrixOperation> matrix_operation(const sim::OpFacts& facts,
                                                              const std::vector<sim::OperandFact>& operands);

}  // namespace warpglass::analysis
