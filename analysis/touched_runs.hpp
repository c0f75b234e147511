// Which bytes of global memory an operation has touched and how, once that is known: in the order of addresses, lines
// side by side of which the same is true in one piece. A copy of any size is three pieces at most.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analysis/touched_lines.hpp"

namespace warpglass::analysis {

/// Lines side by side, each of which is touched alike.
struct TouchedRun {
  std::uint64_t begin = 0;  // an address over 128
  std::uint64_t end = 0;    // one past the last
  TouchedLine line;
};

/// Of one thread, also where it is only read: what has come out of order is put in its place by then.
class TouchedRuns {
 public:
  /// A range of addresses, by the host.
  void touch(std::uint64_t address, std::uint64_t bytes, Touching how);
  void add(const TouchedRun& run);
  void add(const TouchedRuns& more);
  void add(const TouchedLines& lines);

  /// nullptr: it is not touched.
  [[nodiscard]] const TouchedLine* find(std::uint64_t line) const;
  /// In order; they do not overlap.
  [[nodiscard]] const std::vector<TouchedRun>& runs() const;
  [[nodiscard]] bool empty() const { return runs_.empty() && later_.empty(); }
  /// How many there are at most.
  [[nodiscard]] std::size_t size() const { return runs_.size() + later_.size(); }
  /// That it takes.
  [[nodiscard]] std::uint64_t bytes() const { return (runs_.capacity() + later_.capacity()) * sizeof(TouchedRun); }

 private:
  void gather() const;

  mutable std::vector<TouchedRun> runs_;
  mutable std::vector<TouchedRun> later_;  // as they came, since one did not come behind all others
};

/// The first of runs from `at` on that ends behind `line`.
[[nodiscard]] inline std::size_t skip_to(const std::vector<TouchedRun>& runs, std::size_t at, std::uint64_t line) {
  if (at < runs.size() && runs[at].end <= line) ++at;
  if (at == runs.size() || runs[at].end > line) return at;
  const auto rest = runs.begin() + static_cast<std::ptrdiff_t>(at);
  return static_cast<std::size_t>(std::ranges::upper_bound(rest, runs.end(), line, {}, &TouchedRun::end) -
                                  runs.begin());
}

/// \param visit  gets the first of some lines side by side that both touch, one past their last, and what is true of
///               each of them in `a` and in `b`
template <class Visit>
void for_each_common(const TouchedRuns& a, const TouchedRuns& b, Visit&& visit) {
  const std::vector<TouchedRun>& of_a = a.runs();
  const std::vector<TouchedRun>& of_b = b.runs();
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < of_a.size() && k < of_b.size()) {
    if (of_a[i].end <= of_b[k].begin) {
      i = skip_to(of_a, i, of_b[k].begin);
    } else if (of_b[k].end <= of_a[i].begin) {
      k = skip_to(of_b, k, of_a[i].begin);
    } else {
      const std::uint64_t end = std::min(of_a[i].end, of_b[k].end);
      visit(std::max(of_a[i].begin, of_b[k].begin), end, of_a[i].line, of_b[k].line);
      i += of_a[i].end == end ? 1u : 0u;
      k += of_b[k].end == end ? 1u : 0u;
    }
  }
}

}  // namespace warpglass::analysis
