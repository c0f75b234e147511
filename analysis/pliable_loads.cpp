#include "analysis/pliable_loads.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

/// Lanes that came to a block, over all warps; those not that only pass it where its branch became predicates.
std::uint64_t threads_in(const KernelRecord& kernel, std::uint32_t number) {
  const sim::BasicBlock& block = kernel.blocks[number];
  std::uint64_t threads = 0;
  for (std::uint32_t pc = block.first_op; pc < block.first_op + block.op_count; ++pc) {
    if (kernel.facts[pc].kind != sim::OpKind::pseudo) threads = std::max(threads, kernel.counters[pc].threads_pred_on);
  }
  return threads;
}

}  // namespace

bool has_pliable_loads(const KernelRecord& kernel) {
  for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
    const std::uint32_t way = kernel.facts[pc].lowering.may_move_to;
    if (way == sim::Lowering::kNoBlock || kernel.counters[pc].requests == 0) continue;
    if (kernel.counters[pc].threads != threads_in(kernel, way)) return true;
  }
  return false;
}

}  // namespace warpglass::analysis
