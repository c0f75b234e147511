#include "analysis/float_operations.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

/// What a class of instructions is counted in (InstructionClass::tensor): multiply-adds of halves.
constexpr double kTensorProducts = 16 * 8 * 16;

std::optional<MatrixElement> matrix_element(const NumberType& type) {
  if (type.kind == NumberType::Kind::brain) return MatrixElement::bfloat16;
  if (type.is_float_of(16)) return MatrixElement::float16;
  if (type.is_float_of(32)) return MatrixElement::tf32;
  if (type.is_float_of(64)) return MatrixElement::float64;
  if (type.kind == NumberType::Kind::narrow)
    return type.bits == 8 ? std::optional(MatrixElement::float8) : std::nullopt;
  if (type.bits == 8) return MatrixElement::integer8;
  if (type.bits == 4) return MatrixElement::integer4;
  return type.bits == 1 ? std::optional(MatrixElement::integer1) : std::nullopt;
}

}  // namespace

std::optional<FloatOperation> float_operation(const sim::Effects& effects) {
  if (effects.does != sim::Does::computes) return std::nullopt;
  const NumberType& type = effects.type;
  const bool half = type.bits == 16 && type.is_half();
  if (!half && !type.is_float_of(32) && !type.is_float_of(64)) return std::nullopt;
  const auto of_width = [&](FloatOperation halves, FloatOperation floats, FloatOperation doubles) {
    return half ? halves : type.bits == 32 ? floats : doubles;
  };
  using enum FloatOperation;
  if (effects.algebra == sim::Algebra::sum || effects.algebra == sim::Algebra::difference)
    return of_width(half_sum, float_sum, double_sum);
  if (effects.algebra == sim::Algebra::product) return of_width(half_product, float_product, double_product);
  if (effects.algebra == sim::Algebra::product_sum)
    return of_width(half_product_sum, float_product_sum, double_product_sum);
  return std::nullopt;
}

std::uint32_t operations_of_thread(const sim::Effects& effects) {
  return effects.type.bits == 16 ? (effects.type.count + 1u) / 2 : effects.type.count;
}

namespace {

/// K has 32 bytes: a warp's 16 rows of A take four wavefronts, and eight columns of B two, which four warps share. The
/// tensor unit's work is counted in parts of 16 rows and eight columns.
double factor_wavefronts(const sim::OpFacts& facts, const std::vector<sim::OperandFact>& operands, double parts) {
  constexpr std::uint8_t kPlaceOfA = 1;
  const auto of_a = std::ranges::count_if(sim::operands_of(facts, operands),
                                          [](const sim::OperandFact& one) { return one.position == kPlaceOfA; });
  return (of_a == 1 ? 4 : 0) + parts / 2;  // a descriptor, not a fragment
}

}  // namespace

std::optional<MatrixOperation> matrix_operation(const sim::OpFacts& facts,
                                                const std::vector<sim::OperandFact>& operands) {
  const sim::Does does = facts.effects.does;
  if (does != sim::Does::multiplies && does != sim::Does::multiplies_shared) return std::nullopt;
  const auto element = matrix_element(facts.effects.type);
  const auto tensor = std::ranges::find(facts.costs, InstructionClass::tensor, &ClassCount::which);
  if (!element || tensor == facts.costs.end()) return std::nullopt;
  return MatrixOperation{
      .element = *element,
      .operations = 2 * tensor->count * kTensorProducts * 16 / facts.effects.type.bits,
      .factor_wavefronts = does == sim::Does::multiplies ? 0 : factor_wavefronts(facts, operands, tensor->count)};
}

}  // namespace warpglass::analysis
