#include "rewrite/patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <vector>

namespace warpglass::rewrite {
namespace {

constexpr std::size_t kContext = 3;

/// With their newlines; the last one may have none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void add_line(std::string& to, char sign, std::string_view line) {
  to += sign;
  to += line;
  if (!line.ends_with('\n')) to += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string patch(const std::string& name, std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  assert(old_lines.size() == new_lines.size());
  const std::size_t count = old_lines.size();
  const auto changed = [&](std::size_t line) { return old_lines[line] != new_lines[line]; };
  std::string text;
  for (std::size_t line = 0; line < count; ++line) {
    if (!changed(line)) continue;
    // Changes that share their context are one piece.
    std::size_t last = line;
    for (std::size_t next = line; next < count && next <= last + 2 * kContext; ++next) {
      if (changed(next)) last = next;
    }
    const std::size_t begin = line - std::min(line, kContext);
    const std::size_t end = std::min(count, last + 1 + kContext);
    text += fmt::format("@@ -{0},{1} +{0},{1} @@\n", begin + 1, end - begin);
    for (std::size_t at = begin; at < end;) {
      if (!changed(at)) {
        add_line(text, ' ', old_lines[at++]);
        continue;
      }
      std::size_t behind = at;
      while (behind < end && changed(behind)) ++behind;
      for (std::size_t i = at; i < behind; ++i) add_line(text, '-', old_lines[i]);
      for (std::size_t i = at; i < behind; ++i) add_line(text, '+', new_lines[i]);
      at = behind;
    }
    line = last;
  }
  return text.empty() ? "" : fmt::format("--- a/{0}\n+++ b/{0}\n{1}", name, text);
}

}  // namespace warpglass::rewrite
