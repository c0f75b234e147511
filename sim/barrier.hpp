// Barriers of the block and the cluster, and exits, for which others may have waited.
//
// Each verb returns the op to go on with; nullptr: the warp has nothing to run just now.
#pragma once

#include <cstdint>

#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// `lanes` of the running split exit; the rest go on at `next`.
const Op* exit_lanes(Warp& warp, LaneMask lanes, const Op* next);

/// The running split waits at block barrier `barrier` (0..15) until `threads` threads (0: all of the block) have
/// arrived, then goes on at `next`.
const Op* wait_at_barrier(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, const Op* next);

/// bar.arrive: counts the active lanes' warp as arrived without waiting.
const Op* arrive_at_barrier(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, const Op* next);

/// bar.red: as wait_at_barrier, but `value` (a bit per lane) is combined over all threads of the barrier; when the
/// barrier completes, `finish(warp, op, lanes, count_true, count_all)` writes the result for the split's lanes.
const Op* reduce_at_barrier(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, LaneMask value,
                            BarrierReduction finish, const Op* next);

/// The running warp waits until the four warps of its group (128 threads, from a multiple of 128 on) have come. Then
/// `finish` runs once for each of them, one after another, before any goes on at `next`. Tells nobody: it orders no
/// accesses. (PTX ISA, Asynchronous warpgroup level matrix instructions)
const Op* meet_warp_group(Warp& warp, const Op* op, BarrierReduction finish, const Op* next);

/// barrier.cluster.arrive: the active lanes have arrived at their cluster's barrier, and go on at `next`.
const Op* arrive_at_cluster(Warp& warp, const Op* op, const Op* next);

/// barrier.cluster.wait: the running split waits until all threads of the cluster have arrived that have not exited.
const Op* wait_for_cluster(Warp& warp, const Op* op, const Op* next);

}  // namespace warpglass::sim
