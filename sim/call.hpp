// Calls of functions and returns from them.
//
// Each verb returns the op to go on with; nullptr: the warp has nothing to run just now.
#pragma once

#include <cstdint>

#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// Calls `function`; active lanes resume at `return_to`. Parameters have been stored in the caller's parameter bytes
/// and are copied by the call's op after this returns, through `warp.frame`.
const Op* call_function(Warp& warp, const Op* op, std::uint32_t function, const Op* return_to);

/// Returns from the running frame (from the kernel: exits).
const Op* return_lanes(Warp& warp, const Op* op, LaneMask lanes, const Op* next);

}  // namespace warpglass::sim
