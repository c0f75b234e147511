// Numbers side by side.
#pragma once

#include <optional>
#include <string>

namespace warpglass::report {

/// "+5.0 %", "-100.0 %", "x32.0" from four times on, "new" from nothing, "" where nothing changed.
[[nodiscard]] std::string change_text(std::optional<double> before, std::optional<double> after);

/// Grouped; "-" where there is none.
[[nodiscard]] std::string value_text(std::optional<double> value);

}  // namespace warpglass::report
