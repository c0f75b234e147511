// Functions of the C library on all lanes at once.
#pragma once

#include <span>

#include "base/lane_mask.hpp"

namespace warpglass::isa {

using Row = std::span<const float, kWarpSize>;
using ResultRow = std::span<float, kWarpSize>;

/// What the C library's `expf` answers for each lane; NaN as it comes.
void exponentials(Row x, ResultRow y);
/// The same of `exp2f`.
void powers_of_two(Row x, ResultRow y);
/// The same of `sinf` and `cosf`.
void sines(Row x, ResultRow y);
void cosines(Row x, ResultRow y);
/// sinpi() and cospi() (special_functions.hpp), rounded.
void sines_of_half_turns(Row x, ResultRow y);
void cosines_of_half_turns(Row x, ResultRow y);

}  // namespace warpglass::isa
