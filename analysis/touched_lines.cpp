#include "analysis/touched_lines.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/program.hpp"

namespace warpglass::analysis {
namespace {

Touching touching_of(const sim::AccessEvent& event) {
  const bool reads = event.direction == sim::Direction::read;
  if (event.order != sim::Order::weak || event.direction == sim::Direction::update)
    return reads ? Touching::strong_read : Touching::strong_write;
  return reads ? Touching::read : Touching::write;
}

}  // namespace

void Touch::add(const LineBytes& more, std::uint32_t by, std::uint32_t at) {
  const bool fresh = !any();
  for (std::size_t half = 0; half < bytes.size(); ++half) bytes[half] |= more[half];
  if (!fresh && std::pair(block, pc) <= std::pair(by, at)) return;
  block = by;
  pc = at;
}

LineBytes TouchedLine::strong() const {
  LineBytes all = (*this)[Touching::strong_read].bytes;
  for (std::size_t half = 0; half < all.size(); ++half) all[half] |= (*this)[Touching::strong_write].bytes[half];
  return all;
}

void TouchedLine::add(const TouchedLine& more) {
  for (std::size_t how = 0; how < kTouchings; ++how) {
    const Touch& touch = more.touches[how];
    if (touch.any()) touches[how].add(touch.bytes, touch.block, touch.pc);
  }
}

void add(TouchedLines& lines, TouchedLines&& more) {
  if (lines.empty()) {
    lines = std::move(more);
    return;
  }
  lines.reserve(more.size());
  more.for_each([&](std::uint64_t number, const TouchedLine& line) { lines.at(number).add(line); });
}

int common_byte(const LineBytes& a, const LineBytes& b) {
  for (std::size_t half = 0; half < a.size(); ++half) {
    if (const std::uint64_t both = a[half] & b[half]; both != 0)
      return static_cast<int>(half * 64) + std::countr_zero(both);
  }
  return -1;
}

bool TouchingShard::is_wanted(std::uint64_t line) const {
  if (everything_) return true;
  const std::uint64_t begin = line * kLineBytes;
  const auto range = std::ranges::upper_bound(ranges_, begin, {}, &AddressRange::end);
  return range != ranges_.end() && range->begin < begin + kLineBytes;
}

void TouchingShard::on_access(const sim::AccessEvent& event) {
  if (event.space != sim::Space::global) return;
  const std::uint64_t first = event.base / kLineBytes;
  for (const LinePart& part : footprints_.of(event)->parts) {
    const std::uint64_t line = first + static_cast<std::uint64_t>(part.line);
    if (!is_wanted(line)) continue;
    lines_.at(line)[touching_of(event)].add(part.touched(), static_cast<std::uint32_t>(event.at.block), event.at.pc);
  }
}

std::shared_ptr<const std::vector<SourcePosition>> positions_of(const sim::Program& program) {
  auto all = std::make_shared<std::vector<SourcePosition>>();
  for (const sim::OpFacts& facts : program.facts) {
    const bool known = facts.source != sim::kNoIndex && facts.source < program.sources.size();
    all->push_back(known ? program.sources[facts.source].where : facts.ptx);
  }
  return all;
}

}  // namespace warpglass::analysis
