#include "analysis/touched_runs.hpp"

#include <utility>

namespace warpglass::analysis {
namespace {

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

}  // namespace

TouchedRuns::TouchedRuns(const TouchedLines& lines) {
  for (const auto& [number, line] : lines.by_number()) append({.begin = number, .end = number + 1, .line = *line});
  runs_.shrink_to_fit();
}

void TouchedRuns::append(const TouchedRun& run) {
  if (run.begin >= run.end) return;
  if (!runs_.empty() && runs_.back().end == run.begin && runs_.back().line == run.line) {
    runs_.back().end = run.end;
  } else {
    runs_.push_back(run);
  }
}

void TouchedRuns::touch(std::uint64_t address, std::uint64_t bytes, Touching how) {
  if (bytes == 0) return;
  TouchedRuns range;
  const auto append = [&](std::uint64_t begin, std::uint64_t end, const LineBytes& touched) {
    TouchedLine line;
    line[how].add(touched, 0, 0);
    range.append({.begin = begin, .end = end, .line = line});
  };
  const std::uint64_t first = address / kLineBytes, from = address % kLineBytes;
  const std::uint64_t last = (address + bytes - 1) / kLineBytes, to = (address + bytes - 1) % kLineBytes + 1;
  if (first == last) {
    append(first, first + 1, bytes_between(from, to));
  } else {
    append(first, first + 1, bytes_between(from, kLineBytes));
    append(first + 1, last, bytes_between(0, kLineBytes));
    append(last, last + 1, bytes_between(0, to));
  }
  add(range);
}

void TouchedRuns::add(const TouchedRuns& more) {
  if (more.empty()) return;
  // The rows of a copy mostly follow each other.
  if (runs_.empty() || runs_.back().end <= more.runs_.front().begin) {
    for (const TouchedRun& run : more.runs_) append(run);
    return;
  }
  std::vector<TouchedRun> before;
  before.swap(runs_);
  auto one = before.begin();
  auto other = more.runs_.begin();
  for (std::uint64_t at = 0;;) {  // lines before it are done
    while (one != before.end() && one->end <= at) ++one;
    while (other != more.runs_.end() && other->end <= at) ++other;
    if (one == before.end() && other == more.runs_.end()) return;
    const auto begin_of = [&](auto run, auto end) { return run == end ? ~std::uint64_t{0} : std::max(run->begin, at); };
    const std::uint64_t begin_one = begin_of(one, before.end());
    const std::uint64_t begin_other = begin_of(other, more.runs_.end());
    TouchedRun next;
    if (begin_one == begin_other) {
      next = {.begin = begin_one, .end = std::min(one->end, other->end), .line = one->line};
      next.line.add(other->line);
    } else if (begin_one < begin_other) {
      next = {.begin = begin_one, .end = std::min(one->end, begin_other), .line = one->line};
    } else {
      next = {.begin = begin_other, .end = std::min(other->end, begin_one), .line = other->line};
    }
    append(next);
    at = next.end;
  }
}

TouchedRuns together(std::vector<TouchedRuns> parts) {
  if (parts.empty()) return {};
  for (std::size_t step = 1; step < parts.size(); step *= 2) {
    for (std::size_t i = 0; i + step < parts.size(); i += 2 * step) {
      parts[i].add(parts[i + step]);
      parts[i + step] = {};
    }
  }
  return std::move(parts.front());
}

const TouchedLine* TouchedRuns::find(std::uint64_t line) const {
  const std::size_t at = skip_to(runs_, 0, line);
  return at == runs_.size() || runs_[at].begin > line ? nullptr : &runs_[at].line;
}

}  // namespace warpglass::analysis
