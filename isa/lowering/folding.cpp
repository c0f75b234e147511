// An address is a product or a shift and an addition in PTX, and one instruction on the machine: IMAD.WIDE where an
// index is multiplied by a size, LEA where it is shifted. What is only ever added to is part of the additions.
#include <algorithm>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using sim::Algebra;

bool adds(const sim::Effects& effects, int bits) {
  return effects.algebra == Algebra::sum && effects.modular && effects.type.is_integer() && effects.type.count == 1 &&
         effects.type.bits == bits;
}

/// The width of the additions that can take the instruction in; 0 when none can.
int folds_into(const sim::Effects& effects, std::span<const ptx::Operand> operands) {
  if (operands.size() != 3) return 0;
  if (effects.algebra == Algebra::product && effects.wide && effects.type.bits == 32) return 64;
  const bool by_constant = operands[2].kind != Kind::reg && operands[2].kind != Kind::special;
  return effects.algebra == Algebra::shift_left && by_constant && effects.type.bits >= 32 ? effects.type.bits : 0;
}

}  // namespace

void fold_into_additions(Draft& draft) {
  const ptx::Function& function = draft.function();
  std::vector<std::optional<Costs>>& costs = draft.result.costs;
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const sim::Effects& effects = draft.input.effects[i];
    const auto operands = function.operands_of(function.instructions[i]);
    const int bits = folds_into(effects, operands);
    if (bits == 0 || operands[0].kind != Kind::reg || draft.uses.sole_writer(operands[0].index) != i) continue;
    const auto readers = draft.uses.readers(operands[0].index);
    const bool only_added = std::all_of(readers.begin(), readers.end(), [&](std::uint32_t reader) {
      return adds(draft.input.effects[reader], bits) && !costs[reader];
    });
    if (readers.empty() || !only_added) continue;
    costs[i] = Costs{};
    const Costs together = effects.algebra == Algebra::product
                               ? Costs{{InstructionClass::integer_multiply_wide}}
                               : Costs{{InstructionClass::integer_add, bits == 64 ? 2.0 : 1.0}};
    for (const std::uint32_t reader : readers) costs[reader] = together;
  }
}

}  // namespace warpglass::isa
