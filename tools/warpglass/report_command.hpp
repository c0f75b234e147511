// `warpglass report`: saved runs in another form.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// \throws UsageError for a file that is no report, or reports that cannot be one
[[nodiscard]] std::vector<report::Report> load_runs(const std::vector<std::string>& files);

/// \return exit code; \throws UsageError
[[nodiscard]] int report_saved(const ReportOptions& options);

}  // namespace warpglass::tool
