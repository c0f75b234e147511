// `warpglass report diff`: two saved runs side by side.
#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// \return exit code: 1 where a condition of --fail-on holds; \throws UsageError
[[nodiscard]] int diff(const DiffRunsOptions& options);

}  // namespace warpglass::tool
