#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass banks`. \return 0
/// \throws UsageError, InputError
[[nodiscard]] int banks(const BanksOptions& options);

}  // namespace warpglass::tool
