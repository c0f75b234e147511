// What cp.async costs: it writes shared memory as the data arrive from global memory, so that its passes depend on both
// addresses of every lane. As an H200 counts it; the machines before (cc 8.x) are taken to do the same.
//
// Recordings: tests/hardware/h200/facts/async_copies.tsv, async_tiles.tsv, async_filled.tsv.
#pragma once

#include <cstdint>
#include <span>

#include "arch/global_sectors.hpp"
#include "arch/shared_wavefronts.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::arch {

struct CopyRequest {
  std::uint32_t bytes = 16;                        // per lane: 4, 8 or 16
  bool past_first_level = false;                   // .cg
  LaneMask lanes = 0;                              // that write shared memory
  LaneMask reads = 0;                              // those of them that read global memory; the others write zeros
  std::span<const std::uint64_t, kWarpSize> to;    // byte offsets in shared memory
  std::span<const std::uint64_t, kWarpSize> from;  // global addresses, read for lanes that read
};

struct CopyCost {
  /// `profiled` is what follows below. What the unit takes (`taken`) past the first level are the passes of a store,
  /// and those of one more by the lanes that write zeros.
  Wavefronts shared;
  Sectors global;
};

/// Through the first level (.ca) a warp goes by groups whose data are 128 bytes. A lane waits for all others of its
/// group that ask for its bank on either side, so that a group takes as many passes as the most that one lane meets.
///
/// Past it (.cg) sectors are copied: of lanes that write one address the first counts, and lanes go together that copy
/// the two halves of one sector to one sector, straight or both crossed. Sectors share a pass that come from one line,
/// go to one line, are as full, cross their halves or not alike, and all change or keep the parity of their place. If
/// no lane reads, they write as a store does. If some do, those that write zeros are taken to cost as if they read, and
/// the others once more: an estimate, since the profiler's arithmetic depends on which register holds the predicate
/// (with P0, lanes that write zeros make no difference to it).
[[nodiscard]] CopyCost copy_cost(const CopyRequest& request);

}  // namespace warpglass::arch
