#pragma once

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// `warpglass run`. \return the program's own exit code
/// \throws UsageError
[[nodiscard]] int run(const RunOptions& options);

/// `warpglass devices`: the table, as text.
[[nodiscard]] std::string devices_text();

}  // namespace warpglass::tool
