#include "rewrite/patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "rewrite/line_changes.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::size_t kContext = 3;

void add_line(std::string& to, char sign, std::string_view line) {
  to += sign;
  to += line;
  if (!line.ends_with('\n')) to += "\n\\ No newline at end of file\n";
}

/// A piece begins at line 0 of a text of which it has none.
std::string extent(std::size_t begin, std::size_t end) {
  return fmt::format("{},{}", begin == end ? begin : begin + 1, end - begin);
}

}  // namespace

std::string patch(const std::string& name, std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  const std::vector<LineChange> changes = line_changes(old_lines, new_lines);
  std::string text;
  for (std::size_t first = 0; first < changes.size();) {
    // Changes that share their context are one piece.
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].old_begin <= changes[last].old_end + 2 * kContext) ++last;
    const std::size_t ahead = std::min(changes[first].old_begin, kContext);
    const std::size_t behind = std::min(old_lines.size() - changes[last].old_end, kContext);
    text += fmt::format("@@ -{} +{} @@\n", extent(changes[first].old_begin - ahead, changes[last].old_end + behind),
                        extent(changes[first].new_begin - ahead, changes[last].new_end + behind));
    std::size_t at = changes[first].old_begin - ahead;
    for (; first <= last; ++first) {
      const LineChange& change = changes[first];
      for (; at < change.old_begin; ++at) add_line(text, ' ', old_lines[at]);
      for (; at < change.old_end; ++at) add_line(text, '-', old_lines[at]);
      for (std::size_t i = change.new_begin; i < change.new_end; ++i) add_line(text, '+', new_lines[i]);
    }
    for (std::size_t i = 0; i < behind; ++i) add_line(text, ' ', old_lines[at + i]);
  }
  return text.empty() ? "" : fmt::format("--- a/{0}\n+++ b/{0}\n{1}", name, text);
}

}  // namespace warpglass::rewrite
