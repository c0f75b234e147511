// A kernel without a host program: PTX, a launch and arguments from the command line.
#pragma once

#include "tools/warpglass/child_run.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// Exit code 0, or 1 when the kernel faulted.
/// \throws UsageError
[[nodiscard]] RunOutcome run_ptx(const RunOptions& options);

}  // namespace warpglass::tool
