// Atomics of 16 bits, of which machines have none for a single number: the word around it is loaded and swapped for a
// changed one until that comes through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/lane_mask.hpp"

namespace warpglass {

/// The word of a 16-bit number.
[[nodiscard]] constexpr std::uint64_t word_around(std::uint64_t address) { return address & ~std::uint64_t{3}; }

/// Lanes that swap again: those that find their word changed, by a lane before them.
/// \param changing  lanes that change their half, if they come through
/// \param compares  a lane whose own half has changed is through as well: it does not compare equal
[[nodiscard]] inline LaneMask left_after_swap(LaneMask lanes, LaneMask changing,
                                              std::span<const std::uint64_t, kWarpSize> address, bool compares) {
  LaneMask left = 0;
  LaneMask through = 0;  // and have changed their word
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t own = address[static_cast<std::size_t>(lane)];
    bool finds_changed = false;
    for_each_lane(through, [&](int other) {
      const std::uint64_t changed = address[static_cast<std::size_t>(other)];
      if (word_around(changed) != word_around(own)) return;
      finds_changed = true;
      if (!compares || changed != own) left |= lane_bit(lane);
    });
    if (!finds_changed) through |= changing & lane_bit(lane);
  });
  return left;
}

}  // namespace warpglass
