// A way through the grid of both texts' lines leads from its beginning to its end: to the right a line is left out,
// down one is put in, and aslant, which costs nothing, both have the same. Ways of 0, 1, 2 ... steps are followed as
// far as they lead on each diagonal, until one has arrived; then it is followed back.
#include "rewrite/line_changes.hpp"

#include <algorithm>
#include <cstdint>

namespace warpglass::rewrite {
namespace {

using Lines = std::vector<std::string_view>;

/// How far to the right the best way has come on each diagonal.
class Reach {
 public:
  explicit Reach(std::int64_t widest) : widest_(widest), x_(static_cast<std::size_t>(2 * widest + 3)) {}

  [[nodiscard]] std::int64_t& at(std::int64_t diagonal) { return x_[static_cast<std::size_t>(diagonal + widest_ + 1)]; }

  /// Whether the way of so many steps comes to the diagonal by putting a line in.
  [[nodiscard]] bool comes_from_above(std::int64_t diagonal, std::int64_t steps) {
    return diagonal == -steps || (diagonal != steps && at(diagonal - 1) < at(diagonal + 1));
  }

 private:
  std::int64_t widest_;
  std::vector<std::int64_t> x_;
};

struct Step {
  std::int64_t x = 0;  // lines of the text before, and of the one after, that lie behind it
  std::int64_t y = 0;
  bool puts_in = false;
};

/// The steps that are not aslant, in order.
std::vector<Step> steps_between(const Lines& before, const Lines& after) {
  const auto n = static_cast<std::int64_t>(before.size());
  const auto m = static_cast<std::int64_t>(after.size());
  std::vector<Reach> known;
  Reach reach(n + m);
  std::int64_t steps = 0;
  for (bool arrived = false; !arrived; ++steps) {
    known.push_back(reach);
    for (std::int64_t diagonal = -steps; diagonal <= steps && !arrived; diagonal += 2) {
      std::int64_t x = reach.comes_from_above(diagonal, steps) ? reach.at(diagonal + 1) : reach.at(diagonal - 1) + 1;
      while (x < n && x - diagonal < m &&
             before[static_cast<std::size_t>(x)] == after[static_cast<std::size_t>(x - diagonal)])
        ++x;
      reach.at(diagonal) = x;
      arrived = x >= n && x - diagonal >= m;
    }
  }
  std::vector<Step> way;
  std::int64_t x = n;
  std::int64_t y = m;
  for (--steps; steps > 0; --steps) {
    Reach& then = known[static_cast<std::size_t>(steps)];
    const bool puts_in = then.comes_from_above(x - y, steps);
    const std::int64_t diagonal = x - y + (puts_in ? 1 : -1);
    x = then.at(diagonal);
    y = x - diagonal;
    way.push_back({.x = x, .y = y, .puts_in = puts_in});
  }
  std::ranges::reverse(way);
  return way;
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::vector<LineChange> line_changes(const Lines& before, const Lines& after) {
  // Most of a file stays: only what lies between its equal ends is looked at.
  const auto [a, b] = std::ranges::mismatch(before, after);
  const auto same = static_cast<std::size_t>(a - before.begin());
  std::size_t tail = 0;
  while (tail < std::min(before.size(), after.size()) - same &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const Lines from(a, before.end() - static_cast<std::ptrdiff_t>(tail));
  const Lines to(b, after.end() - static_cast<std::ptrdiff_t>(tail));
  std::vector<LineChange> changes;
  for (const Step& step : steps_between(from, to)) {
    const std::size_t x = same + static_cast<std::size_t>(step.x);
    const std::size_t y = same + static_cast<std::size_t>(step.y);
    if (changes.empty() || changes.back().old_end != x || changes.back().new_end != y)
      changes.push_back({.old_begin = x, .old_end = x, .new_begin = y, .new_end = y});
    ++(step.puts_in ? changes.back().new_end : changes.back().old_end);
  }
  return changes;
}

}  // namespace warpglass::rewrite
