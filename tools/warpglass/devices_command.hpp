#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass devices`. \return 0
/// \throws UsageError, InputError
[[nodiscard]] int devices(const DevicesOptions& options);

}  // namespace warpglass::tool
