// Counting a basic block: done by the op that ends it, so that the instructions inside cost nothing.
#pragma once

#include <cstdint>

#include "sim/note.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

inline void count_block(sim::Warp& warp, const sim::Op* op) {
  if (warp.counts == nullptr) [[unlikely]]
    return note_block_end(warp, op, warp.active, false, false);
  warp.counts[op->site].add(warp.active, false);
}

/// For an op that only concerns `lanes` of the active ones.
inline void count_block(sim::Warp& warp, const sim::Op* op, LaneMask lanes, bool divergent) {
  if (warp.counts == nullptr) [[unlikely]]
    return note_block_end(warp, op, lanes, divergent, true);
  warp.counts[op->site].add(warp.active, divergent);
  warp.guard_counts[op->pc] += static_cast<std::uint64_t>(lane_count(lanes));
}

}  // namespace warpglass::isa
