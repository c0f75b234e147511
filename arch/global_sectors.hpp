// How many 32-byte sectors and 128-byte lines one warp instruction asks for in global or local memory: the first-level
// cache works on lines, of which it fetches the sectors that any lane touches.
#pragma once

#include <cstdint>
#include <span>

#include "base/lane_mask.hpp"

namespace warpglass::arch {

struct Sectors {
  std::uint32_t sectors = 0;
  std::uint32_t ideal = 0;  // least that could hold what the lanes ask for
  std::uint32_t lines = 0;
};

/// \param bytes  per lane, all vector elements together: 1 to 32; a lane's bytes may reach over sector borders
[[nodiscard]] Sectors global_sectors(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes,
                                     std::uint32_t bytes);

}  // namespace warpglass::arch
