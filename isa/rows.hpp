// Copying register rows where handlers are not compiled for each instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/lane_mask.hpp"

namespace warpglass::isa {

/// Copies the elements of `lanes`, 4 or 8 bytes each, from one row to another. Of some lanes all are blended, which
/// compilers make vector code of; few are copied one by one.
template <std::size_t kBytes>
void copy_row(std::byte* to, const std::byte* from, LaneMask lanes) {
  using Element = std::conditional_t<kBytes == 8, std::uint64_t, std::uint32_t>;
  static_assert(sizeof(Element) == kBytes);
  if (lanes == kFullMask) {
    std::memcpy(to, from, kWarpSize * kBytes);
  } else if (lane_count(lanes) < 4) {
    for_each_lane(lanes, [&](int lane) {
      std::memcpy(to + std::size_t(lane) * kBytes, from + std::size_t(lane) * kBytes, kBytes);
    });
  } else {
    static constexpr auto kLaneBits = [] {
      std::array<Element, kWarpSize> bits{};
      for (int lane = 0; lane < kWarpSize; ++lane) bits[std::size_t(lane)] = lane_bit(lane);
      return bits;
    }();
    std::array<Element, kWarpSize> kept;
    std::array<Element, kWarpSize> copied;
    std::memcpy(kept.data(), to, sizeof kept);
    std::memcpy(copied.data(), from, sizeof copied);
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
      const Element mask = Element{0} - static_cast<Element>((lanes & kLaneBits[lane]) != 0);  // no branch
      kept[lane] ^= (kept[lane] ^ copied[lane]) & mask;
    }
    std::memcpy(to, kept.data(), sizeof kept);
  }
}

}  // namespace warpglass::isa
