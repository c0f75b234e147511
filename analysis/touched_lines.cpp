#include "analysis/touched_lines.hpp"

#include <bit>
#include <utility>

namespace warpglass::analysis {

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

int common_byte(const LineBytes& a, const LineBytes& b) {
  for (std::size_t half = 0; half < a.size(); ++half) {
    if (const std::uint64_t both = a[half] & b[half]; both != 0)
      return static_cast<int>(half * 64) + std::countr_zero(both);
  }
  return -1;
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
