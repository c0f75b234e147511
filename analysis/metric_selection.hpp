// Which counters a user asks for by name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// Indices of the metrics that a list names, in the order of the list, each once. The list is separated by commas
/// (those within brackets do not separate) and written as for Nsight Compute: a metric's name; its base name, without
/// `.sum` or `.ratio`; `regex:EXPRESSION`, which has to match a part of the name; also a name with `*` and `?`.
/// \param problem  what is wrong with the list, one line; empty when all of it names something
[[nodiscard]] std::vector<std::size_t> select_metrics(const std::vector<MetricDefinition>& metrics,
                                                      std::string_view list, std::string& problem);

}  // namespace warpglass::analysis
