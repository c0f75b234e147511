// What the assembler makes of a function's instructions, brought to the facts of their ops.
#include <algorithm>
#include <optional>

#include "isa/bind/function.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

}  // namespace

const ptx::Variable* FunctionBinder::shared_variable(const ptx::Operand& name) const {
  if (name.kind == Kind::variable) {
    const ptx::Variable& variable = function_.variables[name.index];
    return variable.space == ptx::Space::shared ? &variable : nullptr;
  }
  if (name.kind != Kind::symbol) return nullptr;
  const Symbol symbol = resolve(program_.linked, module_, name.name);
  return symbol.kind == Symbol::Kind::shared ? symbol.variable : nullptr;
}

LoweringInput FunctionBinder::lowering_input() const {
  const auto shared_address = [this](const ptx::Operand& name) -> std::optional<std::uint64_t> {
    const auto& offsets = program_.reach.shared.offsets;
    const auto found = offsets.find(shared_variable(name));
    if (found == offsets.end()) return std::nullopt;
    return found->second + name.bits;
  };
  return {.function = function_,
          .flow = flow_,
          .effects = effects_,
          .uses = uses_,
          .shared_address = shared_address,
          .for_debuggers = module_.is_for_debuggers()};
}

void FunctionBinder::lower_function() {
  lowered_ = lower(lowering_input());
  if (!lowered_.moves.empty()) moves_.resize(function_.instructions.size(), nullptr);
  for (const Move& move : lowered_.moves) moves_[move.instruction] = &move;
}

/// To the op about to be appended.
void FunctionBinder::apply_lowering() {
  if (surveying_ || lowered_.instructions.empty() || facts_.kind == sim::OpKind::pseudo) return;
  facts_.lowering = lowered_.instructions[instruction_];
  if (facts_.lowering.may_move_to != sim::Lowering::kNoBlock) facts_.lowering.may_move_to += first_block_;
  if (lowered_.costs[instruction_]) facts_.costs = *lowered_.costs[instruction_];
  facts_.issue_block = first_block_ + lowered_.issue_blocks[block_];
  if (facts_.lowering.how == sim::Lowered::reduction) facts_.kind = sim::OpKind::reduction;
  if (facts_.lowering.how == sim::Lowered::resized) {
    std::uint32_t widest = 0;
    for (const sim::MachineAccess& access : facts_.lowering.accesses) widest = std::max(widest, access.bytes);
    facts_.access_bytes = static_cast<std::uint16_t>(widest);
  }
}

}  // namespace warpglass::isa
