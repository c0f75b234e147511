#include "analysis/touching_shard.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpglass::analysis {
namespace {

// Lines from which on a stretch is kept in one piece.
constexpr std::uint64_t kLong = 4;
// Stretches that are kept before they are gathered.
constexpr std::size_t kFew = std::size_t{1} << 15;

Touching touching_of(const sim::AccessEvent& event) {
  const bool reads = event.direction == sim::Direction::read;
  if (event.order != sim::Order::weak || event.direction == sim::Direction::update)
    return reads ? Touching::strong_read : Touching::strong_write;
  return reads ? Touching::read : Touching::write;
}

}  // namespace

bool TouchingShard::Stretch::has(std::uint64_t line, const LineBytes& more) const {
  return begin <= line && line < end && ((more[0] & ~bytes[0]) | (more[1] & ~bytes[1])) == 0;
}

TouchedLine TouchingShard::Stretch::line() const {
  TouchedLine line;
  line[how].add(bytes, block, pc);
  return line;
}

bool TouchingShard::is_wanted(std::uint64_t line) const {
  if (everything_) return true;
  const std::uint64_t begin = line * kLineBytes;
  const auto range = std::ranges::upper_bound(ranges_, begin, {}, &AddressRange::end);
  return range != ranges_.end() && range->begin < begin + kLineBytes;
}

void TouchingShard::on_access(const sim::AccessEvent& event) {
  if (event.space != sim::Space::global) return;
  if (event.at.pc >= open_.size()) open_.resize(event.at.pc + 1);
  Stretch& open = open_[event.at.pc];
  const Touching how = touching_of(event);
  const auto block = static_cast<std::uint32_t>(event.at.block);
  const std::uint64_t first = event.base / kLineBytes;
  for (const LinePart& part : footprints_.of(event)->parts) {
    const std::uint64_t line = first + static_cast<std::uint64_t>(part.line);
    const LineBytes bytes = part.touched();
    if (open.how == how && open.block <= block && open.has(line, bytes)) continue;
    if (!is_wanted(line)) continue;
    if (open.how == how && open.block == block && open.end == line && open.bytes == bytes && open.begin != open.end) {
      ++open.end;
      continue;
    }
    close(open);
    open = {.begin = line, .end = line + 1, .bytes = bytes, .block = block, .pc = event.at.pc, .how = how};
  }
}

void TouchingShard::close(Stretch& stretch) {
  if (stretch.end - stretch.begin >= kLong) {
    closed_.push_back(stretch);
    if (closed_.size() >= std::max(kFew, runs_.size())) gather();
  } else {
    for (std::uint64_t line = stretch.begin; line < stretch.end; ++line)
      lines_.at(line)[stretch.how].add(stretch.bytes, stretch.block, stretch.pc);
  }
  stretch.end = stretch.begin;
}

/// Puts closed stretches with the runs.
void TouchingShard::gather() {
  // Of those that differ in their blocks the lowest is told.
  const auto touch_of = [](const Stretch& s) { return std::tuple(s.begin, s.end, s.pc, s.how, s.bytes); };
  std::ranges::sort(closed_, {}, [&](const Stretch& s) { return std::tuple_cat(touch_of(s), std::tuple(s.block)); });
  closed_.erase(std::ranges::unique(closed_, {}, touch_of).begin(), closed_.end());
  // In layers whose stretches do not overlap.
  std::vector<TouchedRuns> layers;
  std::multimap<std::uint64_t, std::size_t> by_end;
  for (const Stretch& stretch : closed_) {
    auto before = by_end.upper_bound(stretch.begin);
    std::size_t layer = layers.size();
    if (before == by_end.begin()) {
      layers.emplace_back();
    } else {
      layer = (--before)->second;
      by_end.erase(before);
    }
    layers[layer].append({.begin = stretch.begin, .end = stretch.end, .line = stretch.line()});
    by_end.emplace(stretch.end, layer);
  }
  closed_.clear();
  runs_.add(together(std::move(layers)));
}

TouchedRuns TouchingShard::take() {
  for (Stretch& stretch : open_) close(stretch);
  gather();
  runs_.add(TouchedRuns(lines_));
  lines_.clear();
  return std::exchange(runs_, {});
}

}  // namespace warpglass::analysis
