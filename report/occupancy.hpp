// Occupancy studies as text and as JSON.
#pragma once

#include <span>
#include <string>

#include "analysis/occupancy_study.hpp"
#include "report/chart.hpp"

namespace warpglass::report {

/// One study: limits, what binds, better settings, curves. Several, of the same block on different GPUs: a table of
/// them.
[[nodiscard]] std::string to_text(std::span<const analysis::OccupancyStudy> studies, const PictureOptions& options);

/// {"format": "warpglass-occupancy", "version": 1, "studies": [...]}
[[nodiscard]] std::string to_json(std::span<const analysis::OccupancyStudy> studies);

}  // namespace warpglass::report
