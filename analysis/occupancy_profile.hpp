// How many blocks of a kernel an SM has room for, and what that depends on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpglass::analysis {

/// One resource of an SM, and how many blocks of a kernel it has room for.
struct OccupancyResource {
  std::string name;                     // "registers"
  std::optional<std::uint32_t> blocks;  // that it allows; nothing: it does not bind
  std::uint64_t taken = 0;              // by one block, as allocated
  std::uint64_t of = 0;                 // that an SM has
  std::string unit;                     // "B", or empty for counts
  bool binds = false;

  friend bool operator==(const OccupancyResource&, const OccupancyResource&) = default;
};

/// Occupancy over one setting, the others as they are.
struct OccupancyCurve {
  struct Step {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // inclusive
    std::uint32_t blocks_per_sm = 0;
    std::uint32_t warps_per_sm = 0;

    friend bool operator==(const Step&, const Step&) = default;
  };
  std::string name;  // "block size"
  std::string unit;  // "threads", "registers a thread", "bytes a block"
  std::uint32_t now = 0;
  std::vector<Step> steps;  // without gaps

  friend bool operator==(const OccupancyCurve&, const OccupancyCurve&) = default;
};

}  // namespace warpglass::analysis
