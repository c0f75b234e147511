#include "isa/chapters/pair_addresses.hpp"

#include "sim/block.hpp"
#include "sim/memory.hpp"

namespace warpglass::isa {

bool is_of_first_of_pair(const BindContext& context, const ptx::Operand& operand) {
  constexpr std::uint32_t kBit = std::uint32_t{1} << sim::kClusterShift;
  constexpr std::uint32_t kAlignment = 0xff;  // compilers leave out what alignment says
  const ptx::Function& function = context.function();
  const ptx::Operand& base = context.children(operand)[0];
  if (base.kind != ptx::Operand::Kind::reg) return false;
  const ptx::Instruction* writer = nullptr;
  for (const ptx::Instruction& one : function.instructions) {
    const auto operands = function.operands_of(one);
    if (operands.size() < 2 || operands[0].kind != ptx::Operand::Kind::reg || operands[0].index != base.index) continue;
    if (writer != nullptr) return false;
    writer = &one;
  }
  if (writer == nullptr) return false;
  const auto operands = function.operands_of(*writer);
  if (operands.size() != 3 || operands[2].kind != ptx::Operand::Kind::integer) return false;
  const auto mask = static_cast<std::uint32_t>(operands[2].bits);
  return (mask & kBit) == 0 && (mask | kBit | kAlignment) == 0xffffffffu;
}

std::uint64_t of_first_of_pair(const sim::Warp& warp, std::uint64_t address) {
  return sim::mapped_to(address, sim::named_rank(address).value_or(warp.block->rank()) & ~1u);
}

}  // namespace warpglass::isa
