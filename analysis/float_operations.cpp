#include "analysis/float_operations.hpp"

namespace warpglass::analysis {

std::optional<FloatOperation> float_operation(const sim::Effects& effects) {
  if (effects.does != sim::Does::computes) return std::nullopt;
  const bool wide = effects.type.is_float_of(64);
  if (!wide && !effects.type.is_float_of(32)) return std::nullopt;
  const auto either = [&](FloatOperation floats, FloatOperation doubles) { return wide ? doubles : floats; };
  using enum FloatOperation;
  if (effects.algebra == sim::Algebra::sum || effects.algebra == sim::Algebra::difference)
    return either(float_sum, double_sum);
  if (effects.algebra == sim::Algebra::product) return either(float_product, double_product);
  if (effects.algebra == sim::Algebra::product_sum) return either(float_product_sum, double_product_sum);
  return std::nullopt;
}

}  // namespace warpglass::analysis
