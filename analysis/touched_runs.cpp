#include "analysis/touched_runs.hpp"

#include <map>
#include <utility>

namespace warpglass::analysis {
namespace {

// That wait to be put in order.
constexpr std::size_t kFew = 4096;
// Of one row of a copy, from where and to where.
constexpr std::size_t kRow = 6;

constexpr std::uint64_t bytes_below(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// Bytes of a line.
LineBytes bytes_between(std::uint64_t begin, std::uint64_t end) {
  LineBytes bytes{};
  for (std::uint64_t half = 0; half < bytes.size(); ++half) {
    const auto within = [&](std::uint64_t byte) { return byte < half * 64 ? 0 : byte - half * 64; };
    bytes[half] = bytes_below(within(end)) & ~bytes_below(within(begin));
  }
  return bytes;
}

/// Behind all others.
void append(std::vector<TouchedRun>& runs, const TouchedRun& run) {
  if (!runs.empty() && runs.back().end == run.begin && runs.back().line == run.line) {
    runs.back().end = run.end;
  } else {
    runs.push_back(run);
  }
}

/// All that either has; both are in order.
std::vector<TouchedRun> merged(const std::vector<TouchedRun>& a, const std::vector<TouchedRun>& b) {
  std::vector<TouchedRun> all;
  auto one = a.begin();
  auto other = b.begin();
  for (std::uint64_t at = 0;;) {  // lines before it are done
    while (one != a.end() && one->end <= at) ++one;
    while (other != b.end() && other->end <= at) ++other;
    if (one == a.end() && other == b.end()) return all;
    const auto begin_of = [&](auto run, auto end) { return run == end ? ~std::uint64_t{0} : std::max(run->begin, at); };
    const std::uint64_t begin_one = begin_of(one, a.end());
    const std::uint64_t begin_other = begin_of(other, b.end());
    TouchedRun next;
    if (begin_one == begin_other) {
      next = {.begin = begin_one, .end = std::min(one->end, other->end), .line = one->line};
      next.line.add(other->line);
    } else if (begin_one < begin_other) {
      next = {.begin = begin_one, .end = std::min(one->end, begin_other), .line = one->line};
    } else {
      next = {.begin = begin_other, .end = std::min(other->end, begin_one), .line = other->line};
    }
    append(all, next);
    at = next.end;
  }
}

/// Of runs that may overlap, all that any of them has.
std::vector<TouchedRun> in_order(std::vector<TouchedRun> runs) {
  const auto extent_of = [](const TouchedRun& run) { return std::pair(run.begin, run.end); };
  std::ranges::sort(runs, {}, extent_of);
  // In layers that do not overlap.
  std::vector<std::vector<TouchedRun>> layers(1);
  std::multimap<std::uint64_t, std::size_t> by_end{{0, 0}};
  for (std::size_t i = 0; i < runs.size();) {
    TouchedRun run = runs[i];
    for (++i; i < runs.size() && extent_of(runs[i]) == extent_of(run); ++i) run.line.add(runs[i].line);
    auto before = by_end.upper_bound(run.begin);
    std::size_t layer = layers.size();
    if (before == by_end.begin()) {
      layers.emplace_back();
    } else {
      layer = (--before)->second;
      by_end.erase(before);
    }
    append(layers[layer], run);
    by_end.emplace(run.end, layer);
  }
  for (std::size_t step = 1; step < layers.size(); step *= 2) {
    for (std::size_t i = 0; i + step < layers.size(); i += 2 * step)
      layers[i] = merged(layers[i], std::exchange(layers[i + step], {}));
  }
  return std::move(layers.front());
}

}  // namespace

void TouchedRuns::touch(std::uint64_t address, std::uint64_t bytes, Touching how) {
  const auto add = [&](std::uint64_t begin, std::uint64_t end, const LineBytes& touched) {
    TouchedLine line;
    line[how].add(touched, 0, 0);
    if (begin < end) this->add({.begin = begin, .end = end, .line = line});
  };
  if (bytes == 0) return;
  const std::uint64_t first = address / kLineBytes, from = address % kLineBytes;
  const std::uint64_t last = (address + bytes - 1) / kLineBytes, to = (address + bytes - 1) % kLineBytes + 1;
  if (first == last) return add(first, first + 1, bytes_between(from, to));
  add(first, first + 1, bytes_between(from, kLineBytes));
  add(first + 1, last, bytes_between(0, kLineBytes));
  add(last, last + 1, bytes_between(0, to));
}

void TouchedRuns::add(const TouchedRun& run) {
  if (later_.empty() && (runs_.empty() || runs_.back().end <= run.begin)) return append(runs_, run);
  later_.push_back(run);
  if (later_.size() >= std::max(kFew, runs_.size())) gather();
}

void TouchedRuns::add(const TouchedRuns& more) {
  // Few, as of a row of a copy, wait for others.
  if (more.size() <= kRow || empty()) {
    for (const TouchedRun& run : more.runs()) add(run);
    return;
  }
  runs_ = merged(runs(), more.runs());
}

void TouchedRuns::add(const TouchedLines& lines) {
  for (const auto& [number, line] : lines.by_number()) add({.begin = number, .end = number + 1, .line = *line});
}

void TouchedRuns::gather() const { runs_ = merged(runs_, in_order(std::exchange(later_, {}))); }

const std::vector<TouchedRun>& TouchedRuns::runs() const {
  if (!later_.empty()) gather();
  return runs_;
}

const TouchedLine* TouchedRuns::find(std::uint64_t line) const {
  const std::size_t at = skip_to(runs(), 0, line);
  return at == runs_.size() || runs_[at].begin > line ? nullptr : &runs_[at].line;
}

}  // namespace warpglass::analysis
