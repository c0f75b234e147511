#include "analysis/equal_fetches.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warpglass::analysis {

bool has_equal_fetches(const KernelRecord& kernel) {
  using Source = std::tuple<sim::OperandFact::Kind, sim::RegisterId, std::uint64_t>;
  std::set<std::tuple<std::uint32_t, std::string, std::vector<Source>>> seen;
  for (std::size_t pc = 0; pc < kernel.facts.size() && pc < kernel.counters.size(); ++pc) {
    const sim::OpFacts& facts = kernel.facts[pc];
    const bool fetches = facts.effects.does == sim::Does::fetches || facts.effects.does == sim::Does::fetches_texels;
    if (!fetches || kernel.counters[pc].executions == 0) continue;
    std::vector<Source> sources;
    for (const sim::OperandFact& operand : sim::operands_of(facts, kernel.operands)) {
      if (!operand.written) sources.emplace_back(operand.kind, operand.reg, operand.bits);
    }
    if (!seen.emplace(facts.function, facts.spelling, std::move(sources)).second) return true;
  }
  return false;
}

}  // namespace warpglass::analysis
