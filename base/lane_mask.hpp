// Which of a warp's 32 lanes something is about: bit i stands for lane i.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace warpglass {

using LaneMask = std::uint32_t;

inline constexpr int kWarpSize = 32;
inline constexpr LaneMask kFullMask = 0xffffffffu;

[[nodiscard]] constexpr int lane_count(LaneMask mask) { return std::popcount(mask); }

/// Lowest lane of a mask that is not empty.
[[nodiscard]] constexpr int first_lane(LaneMask mask) {
  assert(mask != 0);
  return std::countr_zero(mask);
}

[[nodiscard]] constexpr LaneMask lane_bit(int lane) {
  assert(lane >= 0 && lane < kWarpSize);
  return LaneMask{1} << lane;
}

/// Calls `visit(lane)` for every lane of the mask, in ascending order.
template <class Visit>
constexpr void for_each_lane(LaneMask mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(first_lane(mask));
}

}  // namespace warpglass
