// The counters of the caches among those of a run.
#pragma once

#include <span>

#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// Whether the caches were simulated in a run with these metrics.
[[nodiscard]] bool has_cache_metrics(std::span<const MetricDefinition> metrics);

}  // namespace warpglass::analysis
