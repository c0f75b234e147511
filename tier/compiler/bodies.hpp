// A body: a plan's ops as one function, for full warps or for others. Ops that are understood are part of it
// (operation.hpp); all others it calls as the engine would, after it has written the rows back, and goes on if the warp
// does.
#pragma once

#include <cstddef>

#include "llvm/IR/Function.h"

#include "tier/compiler/operation.hpp"
#include "tier/plan.hpp"

namespace warpglass::tier {

struct BodyCounts {
  std::size_t inlined = 0;
  std::size_t called = 0;
};

/// (warp, op) -> next op, for `op` among the plan's entries and a warp whose lanes are as `mask` says.
/// \param general  of Mask::usual: the body for all lanes, which goes on where an access does not move as usual. It can
///                 be entered behind each of those
llvm::Function* make_body(const OperationRequest& request, const Plan& plan, Mask mask, BodyCounts& counts,
                          llvm::Function* general = nullptr);

/// The same for any warp. What is executed once by a part of the lanes is left to the handlers: to fill the rows takes
/// longer than the few ops.
llvm::Function* make_entrance(const OperationRequest& request, const Plan& plan, llvm::Function& full,
                              llvm::Function& partial, const char* name);

}  // namespace warpglass::tier
