#include "tools/warpglass/kernel_choice.hpp"

#include <fmt/format.h>

#include <regex>

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

}  // namespace warpglass::tool
