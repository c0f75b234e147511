// An array of a thread lives in registers once every index of it is known, which takes that the loops over it are
// unrolled. NVIDIA's compiler unrolls those which LLVM, as it is set for NVPTX, leaves: without them the sums of a
// tiled product lie in local memory, and what is loaded for them is loaded again for each.
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include "toolkit/plugin/device_pass.hpp"

namespace warpglass::plugin {
namespace {

using namespace llvm;

/// Whether an access of the loop has another place in an array of the function each time.
bool goes_through_an_array(const Loop& loop, ScalarEvolution& evolution) {
  for (BasicBlock* const block : loop.blocks()) {
    for (Instruction& instruction : *block) {
      Value* const address = getLoadStorePointerOperand(&instruction);
      if (address == nullptr) continue;
      const auto* const array = dyn_cast<AllocaInst>(getUnderlyingObject(address));
      if (array == nullptr || loop.contains(array) || !array->isStaticAlloca()) continue;
      if (!evolution.isLoopInvariant(evolution.getSCEV(address), &loop)) return true;
    }
  }
  return false;
}

}  // namespace

bool wants_unrolled(Loop& loop, const TargetTransformInfo& target, AssumptionCache& assumptions,
                    ScalarEvolution& evolution) {
  if (hasUnrollTransformation(&loop) != TM_Unspecified) return false;  // the source says what is wanted
  const unsigned count = evolution.getSmallConstantTripCount(&loop);
  if (count < 2 || !goes_through_an_array(loop, evolution)) return false;
  SmallPtrSet<const Value*, 32> ephemeral;
  CodeMetrics::collectEphemeralValues(&loop, &assumptions, ephemeral);
  constexpr unsigned kAtItsEnd = 2;  // the comparison and the branch, which are gone then
  const UnrollCostEstimator cost(&loop, target, ephemeral, kAtItsEnd);
  if (!cost.canUnroll()) return false;
  return std::uint64_t{count} * (cost.getRolledLoopSize() - kAtItsEnd) <= kUnrolledInstructions;
}

}  // namespace warpglass::plugin
