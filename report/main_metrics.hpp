// Which counters say most of a kernel; the others repeat them by width, by unit or by launch.
#pragma once

#include <string_view>

namespace warpglass::report {

[[nodiscard]] bool is_main_metric(std::string_view name);

/// Counters of the caches are there only when they were asked for.
[[nodiscard]] bool is_cache_metric(std::string_view name);

}  // namespace warpglass::report
