#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass advise`. \return the program's own exit code
/// \throws UsageError
[[nodiscard]] int advise(const AdviseOptions& options);

}  // namespace warpglass::tool
