// Proposed layouts of a shared array as text and as JSON.
#pragma once

#include <string>

#include "analysis/layout_search.hpp"
#include "report/chart.hpp"

namespace warpglass::report {

struct LayoutNames {
  std::string type;   // of an element, as in the program
  std::string array;  // "tile"
};

/// A row a layout, with what each access costs; where several machines are asked for, what all accesses cost on each.
[[nodiscard]] std::string to_text(const analysis::LayoutQuestion& question, const analysis::LayoutAnswer& answer,
                                  const LayoutNames& names, const PictureOptions& options);

/// {"format": "warpglass-layouts", "version": 1, "layouts": [...]}: the declared one, then those proposed.
[[nodiscard]] std::string to_json(const analysis::LayoutQuestion& question, const analysis::LayoutAnswer& answer,
                                  const LayoutNames& names);

}  // namespace warpglass::report
