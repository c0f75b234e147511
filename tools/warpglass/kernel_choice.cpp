#include "tools/warpglass/kernel_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <vector>

#include "analysis/names.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

std::string short_name(const std::string& demangled) { return demangled.substr(0, demangled.find('(')); }

runtime::Kernel& choose_kernel(const std::vector<runtime::Kernel*>& kernels, const std::string& wanted,
                               const std::string& program) {
  if (kernels.empty()) throw UsageError(fmt::format("{}: has no kernel (.entry)", program));
  std::string names;
  for (const runtime::Kernel* kernel : kernels)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", short_name(analysis::demangled(kernel->name)));
  if (wanted.empty()) {
    if (kernels.size() == 1) return *kernels.front();
    throw UsageError(fmt::format("{}: has {} kernels; choose with --kernel: {}", program, kernels.size(), names));
  }
  std::vector<runtime::Kernel*> found;
  for (runtime::Kernel* kernel : kernels) {
    const std::string name = analysis::demangled(kernel->name);
    if (kernel->name == wanted || name == wanted || short_name(name) == wanted) found.push_back(kernel);
  }
  if (found.empty()) {
    const std::regex pattern(wanted, std::regex::ECMAScript);
    for (runtime::Kernel* kernel : kernels) {
      if (std::regex_search(analysis::demangled(kernel->name), pattern)) found.push_back(kernel);
    }
  }
  if (found.size() == 1) return *found.front();
  throw UsageError(fmt::format("{}: --kernel '{}' names {}; there are: {}", program, wanted,
                               found.empty() ? std::string("no kernel") : fmt::format("{} kernels", found.size()),
                               names));
}

std::string nothing_counted(const RunOptions& options, const report::Report& report) {
  const bool counted = std::ranges::any_of(report.run.launches, &analysis::LaunchProfile::counted);
  const bool none_wanted = options.kernel.empty() || options.launches == 0u;
  if (none_wanted || counted || report.run.kernels.empty() || report.interrupted) return "";
  std::vector<std::string> names;
  for (const analysis::KernelProfile& kernel : report.run.kernels) names.push_back(kernel.name);
  return fmt::format("--kernel {} matches none of the kernels that were launched, so that none was looked at: {}",
                     options.kernel, fmt::join(names, ", "));
}

}  // namespace warpglass::tool
