// Arithmetic of floats and doubles, by the operations that Nsight Compute counts for its roofline.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/effects.hpp"

namespace warpglass::analysis {

enum class FloatOperation : std::uint8_t {
  float_sum,
  float_product,
  float_product_sum,
  double_sum,
  double_product,
  double_product_sum,
};
inline constexpr std::size_t kFloatOperations = 6;

/// Nothing for halves, for products of matrices, and for quotients and roots, of which the assembler makes several.
[[nodiscard]] std::optional<FloatOperation> float_operation(const sim::Effects& effects);

}  // namespace warpglass::analysis
