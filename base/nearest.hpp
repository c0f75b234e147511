// Names that a mistyped one may have meant.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpglass {

/// The names at most `furthest` insertions, deletions and replacements of a character from `word`, nearest first, in
/// the order given where equally near, each once, at most `most`.
[[nodiscard]] std::vector<std::string_view> nearest_names(std::string_view word,
                                                          const std::vector<std::string_view>& names,
                                                          std::size_t furthest, std::size_t most = 3);

}  // namespace warpglass
