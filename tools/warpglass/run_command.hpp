#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass run`. \return the program's own exit code
/// \throws UsageError
[[nodiscard]] int run(const RunOptions& options);

}  // namespace warpglass::tool
