#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass check`. \return --error-exitcode where something was found, else the program's own exit code
/// \throws UsageError, InputError
[[nodiscard]] int check(const RunOptions& options);

}  // namespace warpglass::tool
