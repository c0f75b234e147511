#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass occupancy`. \return 0
/// \throws UsageError, InputError
[[nodiscard]] int occupancy(const OccupancyOptions& options);

}  // namespace warpglass::tool
