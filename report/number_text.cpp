#include "report/number_text.hpp"

#include <fmt/format.h>

#include "report/display.hpp"

namespace warpglass::report {

std::string change_text(std::optional<double> before, std::optional<double> after) {
  if (before == after) return "";
  if (!after) return "gone";
  if (!before || *before == 0) return "new";
  const double ratio = *after / *before;
  if (ratio >= 4) return fmt::format("x{:.1f}", ratio);
  return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

std::string value_text(std::optional<double> value) { return value ? grouped(*value) : "-"; }

}  // namespace warpglass::report
