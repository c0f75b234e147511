// Splitting, rejoining, and waiting for other lanes of the warp.
//
// A divergent branch opens a convergence barrier at its immediate post-dominator, where the decoder has put
// a join op; splits arriving there wait until all lanes the barrier expects have come or exited. Waiting is soft: when
// only spinning splits remain, those that wait are let go, so every lane makes progress (Volta and later). Where
// LaunchRequest::lockstep asks for what was before, the parked splits are a stack: only the last one goes on.
//
// Nothing here blocks a host thread: an op that must wait parks its split and the warp goes on with another, or
// returns nullptr to the block's scheduler.
//
// Each verb returns the op to go on with; nullptr: the warp has nothing to run just now.
#pragma once

#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// Puts the running split aside, ready to go on at `pc`; the caller says what is different about it.
Split& park(Warp& warp, const Op* pc);

/// Picks a split that can run and makes it the running one; nullptr when none can.
const Op* resume_any(Warp& warp);

/// `lanes` will not come to the convergence barriers at or below `limit` in the chain any more.
void withdraw(Warp& warp, LaneMask lanes, const Frame* only_frame = nullptr);

/// Lanes have exited: others of the warp may have waited for them alone.
void settle(Warp& warp);

/// The running split divides: `taken` lanes go to `target`, the others to `fallthrough`.
/// \param join  join op at the branch's immediate post-dominator, or nullptr when the paths never meet again
const Op* diverge(Warp& warp, const Op* target, const Op* fallthrough, LaneMask taken, const Op* join);

/// As diverge, for any number of targets (brx.idx): `target[lane]` for the active lanes.
const Op* diverge_many(Warp& warp, const Op* const target[32], const Op* join);

/// The running split has come to the join op `op`.
const Op* arrive_at_join(Warp& warp, const Op* op);

/// Start of a *.sync op with member mask `members` (of live lanes). Returns `op` itself when all of them are active
/// in the running split now, so that the caller executes; otherwise parks the split at `op` until the others come and
/// returns what to run instead (the op is executed anew when the members have gathered).
const Op* gather_for_sync(Warp& warp, const Op* op, LaneMask members);

/// bar.warp.sync: waits until all live lanes of `members` wait here or at another bar.warp.sync with these members.
const Op* sync_warp(Warp& warp, const Op* op, LaneMask members, const Op* next);

/// A taken back edge: lets other splits and warps run now and then, and ends endless loops.
const Op* take_back_edge_slow(Warp& warp, const Op* op, const Op* target);
inline const Op* take_back_edge(Warp& warp, const Op* op, const Op* target) {
  if (--warp.credit != 0) [[likely]]
    return target;
  return take_back_edge_slow(warp, op, target);
}

/// Lets other warps run (nanosleep, or an op that must try again at `resume`).
const Op* yield_warp(Warp& warp, const Op* resume);

}  // namespace warpglass::sim
