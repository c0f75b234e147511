#include "analysis/footprint.hpp"

#include <algorithm>

#include "base/lane_mask.hpp"

namespace warpglass::analysis {
namespace {

// Shapes of one instruction that are kept; accesses of patterns that never come again are worked out each time.
constexpr std::size_t kShapesKept = 16;

LinePart& part_of(std::vector<LinePart>& parts, std::int64_t line, std::uint8_t bytes) {
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->line == line && part->bytes == bytes) return *part;
  }
  LinePart& part = parts.emplace_back();
  part.line = line;
  part.bytes = bytes;
  part.lane.fill(LinePart::kUntouched);
  part.low = part.high = part.lane;
  return part;
}

void touch(LinePart& part, int word, int lane) {
  const auto at = static_cast<std::size_t>(word);
  const auto number = static_cast<std::uint8_t>(lane);
  const std::uint32_t bit = 1u << word;
  if ((part.words & bit) == 0) {
    part.words |= bit;
    part.lane[at] = part.low[at] = number;
  } else {
    part.lane[at] = LinePart::kSeveral;
    part.several = true;
  }
  part.high[at] = number;  // lanes come in ascending order
}

}  // namespace

Footprint::Footprint(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes, std::uint32_t phase) {
  constexpr auto kWord = static_cast<std::int64_t>(kWordBytes);
  for_each_lane(lanes, [&](int lane) {
    const std::int64_t begin = offset[lane] + phase;
    const std::int64_t end = begin + bytes;
    // Rounded down, below the first lane's line too.
    for (std::int64_t word = begin >> 2; word * kWord < end; ++word) {
      const std::int64_t from = std::max(begin, word * kWord);
      const std::int64_t to = std::min(end, word * kWord + kWord);
      const auto touched = static_cast<std::uint8_t>(((1u << (to - from)) - 1) << (from - word * kWord));
      touch(part_of(parts, word >> 5, touched), static_cast<int>(word & (kLineWords - 1)), lane);
    }
  });
  constexpr int kWordsOfHalf = kLineWords / 2;
  for (LinePart& part : parts) {
    for (int word = 0; word < kLineWords; ++word) {
      if ((part.words >> word & 1) != 0)
        part.touched[static_cast<std::size_t>(word / kWordsOfHalf)] |= std::uint64_t{part.bytes}
                                                                       << (word % kWordsOfHalf * 4);
    }
  }
}

const FootprintRef& FootprintCache::of(const sim::AccessEvent& event) {
  const auto phase = static_cast<std::uint32_t>(event.base % kLineBytes);
  const auto make = [&] { return FootprintRef(new Footprint(event.offset, event.at.lanes, event.bytes, phase)); };
  if (event.shape == 0) return other_ = make();
  const std::size_t number = std::size_t{event.at.pc} * 2 + (event.direction == sim::Direction::read ? 0 : 1);
  if (number >= sites_.size()) sites_.resize(number + 1);
  Site& site = sites_[number];
  for (std::size_t i = site.size(); i-- > 0;) {
    if (site[i]->shape != event.shape || site[i]->bytes != event.bytes) continue;
    FootprintRef& known = site[i]->by_phase[phase];
    if (!known) known = make();
    return known;
  }
  if (site.size() == kShapesKept) return other_ = make();
  site.push_back(std::make_unique<Known>(Known{.shape = event.shape, .bytes = event.bytes, .by_phase = {}}));
  return site.back()->by_phase[phase] = make();
}

}  // namespace warpglass::analysis
