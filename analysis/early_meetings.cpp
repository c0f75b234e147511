#include "analysis/early_meetings.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace warpglass::analysis {
namespace {

/// Blocks that control comes to from `first` without passing `branch` or the block where its lanes meet.
std::set<std::uint32_t> ways_from(const KernelRecord& kernel, std::uint32_t first, std::uint32_t branch) {
  std::set<std::uint32_t> blocks;
  std::vector<std::uint32_t> open{first};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (block == branch || block == kernel.blocks[branch].join || !blocks.insert(block).second) continue;
    open.insert(open.end(), kernel.blocks[block].successors.begin(), kernel.blocks[block].successors.end());
  }
  return blocks;
}

bool accesses_memory(const KernelRecord& kernel, std::uint32_t number) {
  const sim::BasicBlock& block = kernel.blocks[number];
  for (std::uint32_t pc = block.first_op; pc < block.first_op + block.op_count; ++pc) {
    if (sim::is_memory_access(kernel.facts[pc].kind) && kernel.counters[pc].requests != 0) return true;
  }
  return false;
}

}  // namespace

bool lanes_meet_early(const KernelRecord& kernel) {
  for (std::uint32_t b = 0; b < kernel.blocks.size(); ++b) {
    const sim::BasicBlock& block = kernel.blocks[b];
    if (block.op_count == 0 || block.successors.size() != 2) continue;
    if (kernel.counters[block.first_op + block.op_count - 1].divergent == 0) continue;
    const std::set<std::uint32_t> one = ways_from(kernel, block.successors[0], b);
    const std::set<std::uint32_t> other = ways_from(kernel, block.successors[1], b);
    if (std::ranges::any_of(
            one, [&](std::uint32_t number) { return other.contains(number) && accesses_memory(kernel, number); }))
      return true;
  }
  return false;
}

}  // namespace warpglass::analysis
