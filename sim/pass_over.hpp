// Mistakes that a launch goes on after, noted by the op that finds them (sim/fault_log.hpp).
#pragma once

#include <utility>

#include "sim/fault_log.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// Notes what lanes have come to, where the launch keeps such a log. \param tell  fills in the rest of the Fault
template <class Tell>
void pass_over(const Warp& warp, const Op* op, LaneMask lanes, FaultKind kind, const Tell& tell) {
  FaultLog* const log = warp.launch->passed_faults;
  if (lanes == 0 || log == nullptr || !log->count(kind, op->pc, warp.block_number)) return;
  Fault fault;
  fault.kind = kind;
  fault.lane = first_lane(lanes);
  tell(fault);
  log->keep(placed(warp, op, lanes, std::move(fault)), warp.block_number);
}

}  // namespace warpglass::sim
