// Which lane a lane reads from in a shuffle.
#pragma once

#include <cstdint>

#include "base/lane_mask.hpp"

namespace warpglass::isa {

enum class ShuffleMode : std::uint8_t { up, down, bfly, idx };

struct ShuffleSource {
  int lane = 0;           // 0..31; the lane itself when out of range
  bool in_range = false;  // what the predicate destination gets
};

/// PTX ISA, shfl.sync. The segment mask (bits 8..12 of `c`) divides the warp into segments; the clamp (bits 0..4 of
/// `c`) bounds the source within one.
[[nodiscard]] constexpr ShuffleSource shuffle_source(ShuffleMode mode, int lane, std::uint32_t b, std::uint32_t c) {
  const int distance = static_cast<int>(b & 0x1f);
  const int segment = static_cast<int>(c >> 8 & 0x1f);
  const int clamp = static_cast<int>(c & 0x1f);
  const int highest = (lane & segment) | (clamp & ~segment);
  int source = lane;
  bool in_range = false;
  switch (mode) {
    case ShuffleMode::up:
      source = lane - distance;
      in_range = source >= highest;
      break;
    case ShuffleMode::down:
      source = lane + distance;
      in_range = source <= highest;
      break;
    case ShuffleMode::bfly:
      source = lane ^ distance;
      in_range = source <= highest;
      break;
    case ShuffleMode::idx:
      source = (lane & segment) | (distance & ~segment & 0x1f);
      in_range = source <= highest;
      break;
  }
  return {in_range ? source : lane, in_range};
}

}  // namespace warpglass::isa
