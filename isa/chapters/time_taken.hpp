// Copies and products are done when they are issued, and take their time on a machine.
#pragma once

#include "sim/divergence.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// Goes on at `next` after a copy or products. Where they have completed a phase of an mbarrier, the other warps have a
/// turn first: who asks for each phase, and has no part in it, does not miss one.
[[nodiscard]] inline const sim::Op* after_copy(sim::Warp& warp, const sim::Op* next, bool completes) {
  if (!completes) return next;
  // Under a seed others may have short turns.
  constexpr std::uint32_t kTurns = 16;
  if (warp.schedule != nullptr) warp.held = kTurns;
  return yield_warp(warp, next);
}

}  // namespace warpglass::isa
