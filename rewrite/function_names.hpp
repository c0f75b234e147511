// Which functions have something in their text: filters for syntax trees, not more.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace warpglass::rewrite {

/// Names of functions in whose text there is a launch.
[[nodiscard]] std::set<std::string> functions_with_launches(std::string_view text);

/// Names of functions in whose text one of these bytes lies.
[[nodiscard]] std::set<std::string> functions_around(std::string_view text, const std::set<std::size_t>& places);

/// Where a place that is told by line and column, from 1, lies in a text.
[[nodiscard]] std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column);

}  // namespace warpglass::rewrite
