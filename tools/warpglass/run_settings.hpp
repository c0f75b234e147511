// What the flags of `warpglass run` ask of a run.
#pragma once

#include "session/settings.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// Of programs and of single kernels alike.
[[nodiscard]] session::Settings settings_of(const RunOptions& options);

}  // namespace warpglass::tool
