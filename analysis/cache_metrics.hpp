// The counters of the caches under Nsight Compute's names; all of them are modelled.
#pragma once

#include <span>
#include <vector>

#include "analysis/cache_simulator.hpp"
#include "analysis/profile.hpp"

namespace warpglass::analysis {

[[nodiscard]] std::vector<MetricDefinition> cache_metric_definitions();

/// Whether the caches were simulated in a run with these metrics.
[[nodiscard]] bool has_cache_metrics(std::span<const MetricDefinition> metrics);

/// One value per definition.
[[nodiscard]] std::vector<double> cache_metric_values(const CacheTotals& totals);

}  // namespace warpglass::analysis
