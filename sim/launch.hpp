// Runs a grid: blocks on a pool of workers, warps within a block, until all have exited or one faults.
//
// Blocks of a kernel that can talk to each other (global atomics, fences, volatile loads) run in one deterministic
// order on one worker, interleaved when they wait for each other; others run in parallel, the blocks of a cluster on
// one worker. So do blocks that reach each other by reductions only, which are brought to memory in the order of the
// blocks (sim/reduction_log.hpp). The result is the same for every number of workers.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/counters.hpp"
#include "sim/fault.hpp"
#include "sim/launch_request.hpp"
#include "sim/reductions.hpp"

namespace warpglass::sim {

class Turns;

struct LaunchResult {
  std::vector<OpCounters> counters;  // one per op when observed, else empty
  std::vector<Fault> faults;         // of the first block in order that faulted, each op once; then the launch stopped
  std::vector<Fault> passed_faults;  // of LaunchRequest::passed_faults
  bool cancelled = false;
  std::uint64_t warp_instructions = 0;  // observed launches
  std::uint64_t thread_instructions = 0;
};

/// Executes the grid. Returns when it is complete, has faulted or was cancelled. Throws nothing of its own.
/// Preconditions (checked by the runtime): block.volume() in 1..1024, grid dimensions at least 1, divided by the
/// cluster's, params complete.
/// \param reductions  of a program with global atomics: where they go, and what else goes there; nullptr: its blocks
///                    may talk to each other
/// \param turns  to whom a launch gives way that waits (sim/turns.hpp); where blocks cannot talk to each other it never
///               does. nullptr: to nobody
[[nodiscard]] LaunchResult launch(const LaunchRequest& request, const Reductions* reductions = nullptr,
                                  Turns* turns = nullptr);

}  // namespace warpglass::sim
