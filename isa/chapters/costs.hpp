// Which machine instructions the instructions of PTX become, as far as that can be said of each alone: a column of
// their rows. The assembler merges, moves and drops instructions (isa/lowering), so numbers that are made of this are
// estimates.
#pragma once

#include <span>

#include "base/instruction_class.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {

using sim::Algebra;
using sim::Does;

namespace costs {

using Operands = std::span<const ptx::Operand>;

/// Nothing is issued: a copy of a register, a number known beforehand.
Costs nothing(const Spelling& spelling, Operands operands);
/// Not known.
Costs unknown(const Spelling& spelling, Operands operands);

/// Machine instructions of one class: two where the type has 64 bits.
Costs of_class(InstructionClass which, const Spelling& spelling);
template <InstructionClass kWhich>
inline constexpr CostOf kOne = [](const Spelling& spelling, Operands) { return of_class(kWhich, spelling); };
inline constexpr CostOf absolute_difference = kOne<InstructionClass::absolute_difference>;
inline constexpr CostOf barrier = kOne<InstructionClass::barrier>;
inline constexpr CostOf barrier_object = kOne<InstructionClass::barrier_object>;
inline constexpr CostOf matrix_move = kOne<InstructionClass::matrix_move>;
inline constexpr CostOf bit_reverse = kOne<InstructionClass::bit_reverse>;
inline constexpr CostOf compare = kOne<InstructionClass::compare>;
inline constexpr CostOf control = kOne<InstructionClass::control>;
inline constexpr CostOf dot_product = kOne<InstructionClass::dot_product>;
inline constexpr CostOf logic = kOne<InstructionClass::logic>;
inline constexpr CostOf most_significant_bit = kOne<InstructionClass::leading_zeros>;
inline constexpr CostOf multiply24 = kOne<InstructionClass::multiply24>;
inline constexpr CostOf population_count = kOne<InstructionClass::population_count>;
inline constexpr CostOf shift = kOne<InstructionClass::shift>;
inline constexpr CostOf shuffle = kOne<InstructionClass::shuffle>;
inline constexpr CostOf special = kOne<InstructionClass::special>;
inline constexpr CostOf texture = kOne<InstructionClass::texture>;
inline constexpr CostOf video = kOne<InstructionClass::video>;
inline constexpr CostOf vote = kOne<InstructionClass::vote>;
inline constexpr CostOf warp_reduce = kOne<InstructionClass::warp_reduce>;

Costs sum(const Spelling& spelling, Operands operands);
Costs product(const Spelling& spelling, Operands operands);
Costs product_sum(const Spelling& spelling, Operands operands);
Costs quotient(const Spelling& spelling, Operands operands);
Costs square_root(const Spelling& spelling, Operands operands);
Costs reciprocal(const Spelling& spelling, Operands operands);
Costs angle(const Spelling& spelling, Operands operands);
Costs extremum(const Spelling& spelling, Operands operands);
Costs test(const Spelling& spelling, Operands operands);       // a predicate
Costs test_into(const Spelling& spelling, Operands operands);  // a number
Costs sign(const Spelling& spelling, Operands operands);
Costs conversion(const Spelling& spelling, Operands operands);
Costs field(const Spelling& spelling, Operands operands);
Costs leading_zero_count(const Spelling& spelling, Operands operands);
Costs match_any(const Spelling& spelling, Operands operands);
Costs matrix_product(const Spelling& spelling, Operands operands);
Costs group_product(const Spelling& spelling, Operands operands);
Costs access(const Spelling& spelling, Operands operands);
Costs fence(const Spelling& spelling, Operands operands);
Costs call(const Spelling& spelling, Operands operands);

}  // namespace costs

/// Rows that compute each lane's results from its own sources.
constexpr RowEffects computes(CostOf costs, Algebra algebra = Algebra::other) {
  return {.does = Does::computes, .costs = costs, .algebra = algebra};
}
/// Rows that do something else.
constexpr RowEffects effects(Does does, CostOf costs, sim::Order order = sim::Order::weak) {
  return {.does = does, .costs = costs, .order = order};
}

}  // namespace warpglass::isa
