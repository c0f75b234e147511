// Functions of the C library on all lanes at once.
#pragma once

#include <span>

#include "base/lane_mask.hpp"

namespace warpglass::isa {

/// What the C library's `expf` answers for each lane; NaN as it comes.
void exponentials(std::span<const float, kWarpSize> x, std::span<float, kWarpSize> y);
/// The same of `exp2f`.
void powers_of_two(std::span<const float, kWarpSize> x, std::span<float, kWarpSize> y);
/// The same of `sinf` and `cosf`.
void sines(std::span<const float, kWarpSize> x, std::span<float, kWarpSize> y);
void cosines(std::span<const float, kWarpSize> x, std::span<float, kWarpSize> y);

}  // namespace warpglass::isa
