// Counting a basic block: done by the op that ends it, so that the instructions inside cost nothing.
#pragma once

#include <cstdint>

#include "sim/note.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// Of a program that was made for counting, in a launch that does not count: whether all the same somebody hears it.
[[nodiscard]] inline bool is_heard(const sim::Warp& warp) {
  return warp.heard_counts != nullptr || warp.audience != nullptr;
}

inline void count_block(sim::Warp& warp, const sim::Op* op) {
  if (warp.counts == nullptr) {
    if (is_heard(warp)) [[unlikely]]
      note_block_end(warp, op, warp.active, false, false);
    return;
  }
  warp.counts[op->site].add(warp.active, false);
}

/// For an op that only concerns `lanes` of the active ones.
inline void count_block(sim::Warp& warp, const sim::Op* op, LaneMask lanes, bool divergent) {
  if (warp.counts == nullptr) {
    if (is_heard(warp)) [[unlikely]]
      note_block_end(warp, op, lanes, divergent, true);
    return;
  }
  warp.counts[op->site].add(warp.active, divergent);
  warp.guard_counts[op->pc] += static_cast<std::uint64_t>(lane_count(lanes));
}

}  // namespace warpglass::isa
