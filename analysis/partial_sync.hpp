// Synchronisation that only part of those execute who have to.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "analysis/race.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::analysis {

enum class Partial : std::uint8_t {
  barrier,  // of the block, that all threads of a warp have to execute together: they come to two
  exited,   // likewise: others of the warp exit and never come to it
  mask,     // names not all lanes that execute the instruction
  stray,    // of a shuffle, names lanes that are read from and do not execute it
};

/// Of one instruction, the first in the order of blocks.
struct PartialSync {
  std::uint64_t count = 0;
  LaneMask lanes = 0;    // that execute it
  LaneMask members = 0;  // that have to: all of the warp, those that have not exited, or that the mask names
  Racer thread{};        // of those that are wrong
  Dim3 grid{};           // of the launch
  Dim3 threads{};
};

/// By pc.
using PartialSyncs = std::map<std::pair<std::uint32_t, Partial>, PartialSync>;

}  // namespace warpglass::analysis
