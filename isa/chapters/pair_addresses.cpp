#include "isa/chapters/pair_addresses.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/block.hpp"
#include "sim/memory.hpp"

namespace warpglass::isa {

namespace {

/// Whether an instruction takes the bit off an address.
bool takes_rank_off(const ptx::Function& function, const ptx::Instruction& instruction) {
  constexpr std::uint32_t kBit = std::uint32_t{1} << sim::kClusterShift;
  constexpr std::uint32_t kAlignment = 0xffff;  // compilers leave out what alignment says
  const auto operands = function.operands_of(instruction);
  if (operands.size() != 3 || operands[2].kind != ptx::Operand::Kind::integer) return false;
  const auto mask = static_cast<std::uint32_t>(operands[2].bits);
  return (mask & kBit) == 0 && (mask | kBit | kAlignment) == 0xffffffffu;
}

/// Which instructions write a register, of those that compute it from others.
using Writers = std::unordered_map<std::uint32_t, std::vector<const ptx::Instruction*>>;

Writers writers_of(const ptx::Function& function) {
  Writers writers;
  for (const ptx::Instruction& one : function.instructions) {
    const auto operands = function.operands_of(one);
    const auto reads_memory = [](const ptx::Operand& operand) { return operand.kind == ptx::Operand::Kind::address; };
    if (operands.size() < 2 || operands[0].kind != ptx::Operand::Kind::reg) continue;
    if (std::ranges::none_of(operands, reads_memory)) writers[operands[0].index].push_back(&one);
  }
  return writers;
}

}  // namespace

bool is_of_first_of_pair(const BindContext& context, const ptx::Operand& operand) {
  const ptx::Function& function = context.function();
  const ptx::Operand& base = context.children(operand)[0];
  const auto takes = [&](const ptx::Instruction& one) { return takes_rank_off(function, one); };
  if (base.kind != ptx::Operand::Kind::reg || std::ranges::none_of(function.instructions, takes)) return false;
  // Whatever is computed from such an address: another place beside it.
  const Writers writers = writers_of(function);
  std::vector<std::uint32_t> left{base.index};
  std::unordered_set<std::uint32_t> seen(left.begin(), left.end());
  while (!left.empty()) {
    const auto found = writers.find(left.back());
    left.pop_back();
    if (found == writers.end()) continue;
    for (const ptx::Instruction* writer : found->second) {
      if (takes(*writer)) return true;
      for (const ptx::Operand& source : function.operands_of(*writer).subspan(1)) {
        if (source.kind == ptx::Operand::Kind::reg && seen.insert(source.index).second) left.push_back(source.index);
      }
    }
  }
  return false;
}

std::uint64_t of_first_of_pair(const sim::Warp& warp, std::uint64_t address) {
  return sim::mapped_to(address, sim::named_rank(address).value_or(warp.block->rank()) & ~1u);
}

}  // namespace warpglass::isa
