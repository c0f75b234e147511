#include "analysis/footprint.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/lane_mask.hpp"

namespace warpglass::analysis {
namespace {

// Shapes of one instruction that are kept; accesses of patterns that never come again are worked out each time.
constexpr std::size_t kShapesKept = 16;

// Footprints that nobody holds any more, of a thread: accesses of random patterns want one each.
constexpr std::size_t kSpare = 4096;

std::vector<std::unique_ptr<Footprint>>& spare_footprints() {
  thread_local std::vector<std::unique_ptr<Footprint>> spare;
  return spare;
}

Footprint* empty_footprint() {
  auto& spare = spare_footprints();
  if (spare.empty()) return std::make_unique<Footprint>().release();
  Footprint* const footprint = spare.back().release();
  spare.pop_back();
  footprint->clear();
  return footprint;
}

/// The only part of an access at a line, where each of its words is touched whole and by one lane; nullptr: it is not.
const LinePart* plain_part(const PartsOfLine& of) {
  const LinePart* found = nullptr;
  for (const LinePart& part : of.parts) {
    if (part.line != of.line) continue;
    if (found != nullptr || part.bytes != kWholeWord || part.several) return nullptr;
    found = &part;
  }
  return found;
}

/// Adds to a footprint what lanes touch.
class Toucher {
  using Index = std::uint32_t;  // of a part

 public:
  explicit Toucher(Footprint& footprint) : parts_(footprint.parts), ranges_(footprint.ranges) { slots_.fill(kNone); }

  /// Whole words only.
  void touch_words(const std::int64_t offset[32], LaneMask lanes, std::uint32_t phase) {
    std::array<Index, kWarpSize> part_of_lane;
    const auto word_of = [&](int lane) { return (offset[lane] + phase) >> 2; };
    for_each_lane(lanes, [&](int lane) {
      const std::int64_t word = word_of(lane);
      const Index part = part_of(word >> 5, kWholeWord, lane);
      part_of_lane[static_cast<std::size_t>(lane)] = part;
      add_word(parts_[part], word, lane);
    });
    for_each_lane(lanes, [&](int lane) {
      const LinePart& part = parts_[part_of_lane[static_cast<std::size_t>(lane)]];
      if (part.range != 0) add_lane(ranges_[part.range - 1], word_of(lane), lane);
    });
  }

  void touch_bytes(std::int64_t word, std::uint8_t bytes, int lane) {
    LinePart& part = parts_[part_of(word >> 5, bytes, lane)];
    const bool was_only = part.range == 0;
    const std::uint32_t words = part.words;
    add_word(part, word, lane);
    if (part.range == 0) return;
    if (was_only)
      for_each_word(words, [&](std::size_t earlier) {
        add_lane(ranges_[part.range - 1], static_cast<std::int64_t>(earlier), part.only);
      });
    add_lane(ranges_[part.range - 1], word, lane);
  }

  void end() {
    for (LinePart& part : parts_)
      if (part.range != 0) part.lanes = &ranges_[part.range - 1];
  }

 private:
  static constexpr Index kNone = ~Index{0};

  static std::size_t within_line(std::int64_t word) { return static_cast<std::size_t>(word & (kLineWords - 1)); }

  Index new_part(std::int64_t line, std::uint8_t bytes, int lane) {
    LinePart& part = parts_.emplace_back();
    part.line = line;
    part.bytes = bytes;
    part.only = static_cast<std::uint8_t>(lane);
    return static_cast<Index>(parts_.size() - 1);
  }

  /// Its number. Found without a search, as long as the lines lie near each other.
  Index part_of(std::int64_t line, std::uint8_t bytes, int lane) {
    const auto is_it = [&](const LinePart& part) { return part.line == line && part.bytes == bytes; };
    const auto first_byte = static_cast<std::size_t>(std::countr_zero(bytes));
    Index& slot = slots_[(static_cast<std::size_t>(line) + 16 * first_byte) % slots_.size()];
    if (slot == kNone) return slot = new_part(line, bytes, lane);  // nothing of what shares it has come
    if (is_it(parts_[slot])) return slot;
    for (std::size_t part = parts_.size(); part-- > 0;) {
      if (is_it(parts_[part])) return slot = static_cast<Index>(part);
    }
    return slot = new_part(line, bytes, lane);
  }

  /// Another lane than the first makes a range, of no lanes yet.
  void add_word(LinePart& part, std::int64_t word, int lane) {
    const std::uint32_t bit = 1u << within_line(word);
    part.several |= (part.words & bit) != 0;
    part.words |= bit;
    if (part.range != 0 || part.only == lane) return;
    LinePart::Range& range = ranges_.emplace_back();
    range.low.fill(LinePart::kUntouched);
    range.high.fill(LinePart::kUntouched);
    part.range = static_cast<std::uint32_t>(ranges_.size());
  }

  /// Lanes come in ascending order.
  static void add_lane(LinePart::Range& range, std::int64_t word, int lane) {
    const std::size_t at = within_line(word);
    const auto number = static_cast<std::uint8_t>(lane);
    range.low[at] = std::min(range.low[at], number);
    range.high[at] = number;
  }

  std::vector<LinePart>& parts_;
  std::vector<LinePart::Range>& ranges_;
  std::array<Index, 64> slots_{};
};

}  // namespace

bool have_same_lanes(const PartsOfLine& a, const PartsOfLine& b) {
  const LinePart* const one = plain_part(a);
  const LinePart* const other = plain_part(b);
  if (one == nullptr || other == nullptr) return false;
  if (one->words != other->words || (one->lanes == nullptr) != (other->lanes == nullptr)) return false;
  return one->lanes == nullptr ? one->only == other->only : same_lanes(one->lanes->low, other->lanes->low);
}

LinePart::Lanes LinePart::lane_by_word() const {
  if (lanes != nullptr && !several) return lanes->low;
  Lanes all;
  all.fill(kUntouched);
  for_each_word(words, [&](std::size_t word) { all[word] = low(word) == high(word) ? low(word) : kSeveral; });
  return all;
}

void FootprintRef::let_go(Footprint* footprint) {
  std::unique_ptr<Footprint> owned(footprint);
  auto& spare = spare_footprints();
  if (spare.size() < kSpare) spare.push_back(std::move(owned));
}

void Footprint::clear() {
  parts.clear();
  ranges.clear();
  claimed = noted = false;
  lines_known_ = false;
}

void Footprint::find_lines() {
  lines_known_ = true;
  lines_.all.clear();
  lines_.several = false;
  int lane = 0;  // that is next where they are in order
  lines_.in_lane_order = true;
  for (const LinePart& part : parts) {
    lines_.several |= part.several;
    lines_.in_lane_order &= part.bytes == kWholeWord;
    for_each_word(part.words, [&](std::size_t word) {
      lines_.in_lane_order &= part.low(word) == lane && part.high(word) == lane;
      ++lane;
    });
    const auto known = std::ranges::find(lines_.all, part.line, &LineTouch::line);
    if (known != lines_.all.end())
      known->words |= part.words;
    else
      lines_.all.push_back({.line = part.line, .words = part.words});
  }
  lines_.in_lane_order &= lane == kWarpSize;
  for (LineTouch& touch : lines_.all) {
    std::uint32_t elements = 0;  // of a word
    std::uint8_t bytes = 0;
    std::uint8_t first = kWholeWord;
    bool alike = true;
    for (const LinePart& part : parts) {
      if (part.line != touch.line) continue;
      ++elements;
      alike &= part.words == touch.words;
      first = std::min(first, part.bytes);
      bytes |= part.bytes;
    }
    const auto size = static_cast<std::uint32_t>(std::popcount(first));
    const bool is_element = first == 0x1 || first == 0x3 || first == kWholeWord;
    if (alike && bytes == kWholeWord && is_element && elements * size == kWordBytes)
      touch.type = static_cast<std::uint8_t>(size);
  }
}

void Footprint::touch(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes, std::uint32_t phase) {
  constexpr auto kWord = static_cast<std::int64_t>(kWordBytes);
  Toucher toucher(*this);
  bool whole_words = bytes == kWordBytes;
  for_each_lane(lanes, [&](int lane) { whole_words &= (offset[lane] + phase) % kWord == 0; });
  if (whole_words) {
    toucher.touch_words(offset, lanes, phase);
    return toucher.end();
  }
  for_each_lane(lanes, [&](int lane) {
    const std::int64_t begin = offset[lane] + phase;
    const std::int64_t end = begin + bytes;
    // Rounded down, below the first lane's line too.
    for (std::int64_t word = begin >> 2; word * kWord < end; ++word) {
      const std::int64_t from = std::max(begin, word * kWord);
      const std::int64_t to = std::min(end, word * kWord + kWord);
      const auto touched = static_cast<std::uint8_t>(((1u << (to - from)) - 1) << (from - word * kWord));
      toucher.touch_bytes(word, touched, lane);
    }
  });
  toucher.end();
}

FootprintRef footprint_of(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes, std::uint32_t phase) {
  FootprintRef footprint(empty_footprint());
  footprint->touch(offset, lanes, bytes, phase);
  return footprint;
}

const FootprintRef& FootprintCache::of(const sim::AccessEvent& event) {
  const auto phase = static_cast<std::uint32_t>(event.base % kLineBytes);
  const auto make = [&] { return footprint_of(event.offset, event.at.lanes, event.bytes, phase); };
  const std::size_t number = site_of(event);
  const auto make_other = [&]() -> const FootprintRef& {
    other_ = {.footprint = make(), .site = number, .shape = event.shape, .bytes = event.bytes, .phase = phase};
    return other_.footprint;
  };
  if (event.shape == 0) return make_other();
  if (other_.shape == event.shape && other_.site == number && other_.bytes == event.bytes && other_.phase == phase)
    return other_.footprint;
  if (number >= sites_.size()) sites_.resize(number + 1);
  Site& site = sites_[number];
  Known* known = site.find(event);
  if (known == nullptr) {
    if (site.known.size() == kShapesKept) return make_other();
    known = site.known.emplace_back(std::make_unique<Known>()).get();
    known->shape = event.shape;
    known->bytes = event.bytes;
    site.last = known;
  }
  FootprintRef& footprint = known->by_phase[phase];
  if (!footprint) footprint = make();
  return footprint;
}

FootprintCache::Known* FootprintCache::Site::find(const sim::AccessEvent& event) {
  const auto is_it = [&](const Known& one) { return one.shape == event.shape && one.bytes == event.bytes; };
  if (last != nullptr && is_it(*last)) return last;
  const auto found = std::ranges::find_if(known, [&](const std::unique_ptr<Known>& one) { return is_it(*one); });
  return found == known.end() ? nullptr : last = found->get();
}

bool FootprintCache::keeps(const sim::AccessEvent& event) {
  const std::size_t number = site_of(event);
  if (event.shape == 0) return false;
  return number >= sites_.size() || sites_[number].known.size() < kShapesKept || sites_[number].find(event) != nullptr;
}

}  // namespace warpglass::analysis
