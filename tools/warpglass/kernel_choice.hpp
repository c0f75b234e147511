// Which kernel of a module is meant.
#pragma once

#include <string>
#include <vector>

#include "runtime/modules.hpp"

namespace warpglass::tool {

/// The name without its parameters.
[[nodiscard]] std::string short_name(const std::string& demangled);

/// \param wanted   a kernel's name, mangled or not, or a regular expression that one of them matches; may be empty when
///                 there is one kernel only
/// \param program  names the file in messages
/// \throws UsageError that lists the kernels there are
[[nodiscard]] runtime::Kernel& choose_kernel(const std::vector<runtime::Kernel*>& kernels, const std::string& wanted,
                                             const std::string& program);

}  // namespace warpglass::tool
