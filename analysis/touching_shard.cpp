#include "analysis/touching_shard.hpp"

#include <algorithm>
#include <utility>

namespace warpglass::analysis {
namespace {

// Lines from which on a stretch is kept in one piece.
constexpr std::uint64_t kLong = 4;

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
    TouchedRun run{.begin = stretch.begin, .end = stretch.end, .line = {}};
    run.line[stretch.how].add(stretch.bytes, stretch.block, stretch.pc);
    runs_.add(run);
  } else {
    for (std::uint64_t line = stretch.begin; line < stretch.end; ++line)
      lines_.at(line)[stretch.how].add(stretch.bytes, stretch.block, stretch.pc);
  }
  stretch.end = stretch.begin;
}

TouchedRuns TouchingShard::take() {
  for (Stretch& stretch : open_) close(stretch);
  TouchedRuns of_lines;
  of_lines.add(lines_);
  lines_.clear();
  runs_.add(of_lines);
  return std::exchange(runs_, {});
}

}  // namespace warpglass::analysis
