// Two texts line by line: what of one stands in the place of what of the other.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpglass::rewrite {

/// With their newlines; the last one may have none.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// Lines of the text before, and what they have become; one of the two may be empty.
struct LineChange {
  std::size_t old_begin = 0;
  std::size_t old_end = 0;
  std::size_t new_begin = 0;
  std::size_t new_end = 0;

  friend bool operator==(const LineChange&, const LineChange&) = default;
};

/// As few lines as can be (E. Myers, An O(ND) Difference Algorithm and Its Variations, 1986), from the first on.
[[nodiscard]] std::vector<LineChange> line_changes(const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after);

}  // namespace warpglass::rewrite
