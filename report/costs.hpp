// Tables of instruction costs as text and as JSON.
#pragma once

#include <span>
#include <string>

#include "analysis/cost_table.hpp"

namespace warpglass::report {

/// Of one machine every column; of several, side by side, the issue cycles. All have the same classes asked for.
[[nodiscard]] std::string to_text(std::span<const analysis::CostTable> tables, bool colour, std::size_t width = 0);

/// {"format": "warpglass-costs", "version": 1, "machines": [...]}
[[nodiscard]] std::string to_json(std::span<const analysis::CostTable> tables);

}  // namespace warpglass::report
