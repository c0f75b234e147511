// Where the report goes: terminal, files, the standard output.
#pragma once

#include "report/report.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// \throws UsageError when a file that the report shall go to can not be written; asked before the program is run
void check_outputs(const RunOptions& options);

/// \throws UsageError
void write_outputs(const RunOptions& options, const report::Report& report);

}  // namespace warpglass::tool
