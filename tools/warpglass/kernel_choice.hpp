// Which kernel of a module is meant.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"
#include "runtime/modules.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// The name without its parameters.
[[nodiscard]] std::string short_name(const std::string& demangled);

/// \param wanted   a kernel's name, mangled or not, or a regular expression that one of them matches; may be empty when
///                 there is one kernel only
/// \param program  names the file in messages
/// \throws UsageError that lists the kernels there are
[[nodiscard]] runtime::Kernel& choose_kernel(const std::vector<runtime::Kernel*>& kernels, const std::string& wanted,
                                             const std::string& program);

/// That no kernel was looked at, since --kernel names none of those that there are; empty: some were.
[[nodiscard]] std::string nothing_counted(const RunOptions& options, const report::Report& report);

}  // namespace warpglass::tool
