// Counting a basic block: done by the op that ends it, so that the instructions inside cost nothing.
#pragma once

#include <cstdint>

#include "sim/warp.hpp"

namespace warpglass::isa {

inline void count_block(sim::Warp& warp, const sim::Op* op, bool divergent = false) {
  if (warp.counts == nullptr) return;
  sim::BlockCount& count = warp.counts[op->site];
  ++count.executions;
  count.threads += static_cast<std::uint64_t>(lane_count(warp.active));
  count.divergent += divergent ? 1 : 0;
}

}  // namespace warpglass::isa
