#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass costs`. \return 0
/// \throws UsageError, InputError
[[nodiscard]] int costs(const CostsOptions& options);

}  // namespace warpglass::tool
