#include "analysis/footprint.hpp"

#include <algorithm>
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
  footprint->parts.clear();
  footprint->claimed = false;
  return footprint;
}

LinePart& new_part(std::vector<LinePart>& parts, std::int64_t line, std::uint8_t bytes) {
  LinePart& part = parts.emplace_back();
  part.line = line;
  part.bytes = bytes;
  part.lane.fill(LinePart::kUntouched);
  part.low = part.high = part.lane;
  return part;
}

LinePart& part_of(std::vector<LinePart>& parts, std::int64_t line, std::uint8_t bytes) {
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->line == line && part->bytes == bytes) return *part;
  }
  return new_part(parts, line, bytes);
}

void add_lane(LinePart& part, int word, int lane) {
  const auto at = static_cast<std::size_t>(word);
  const auto number = static_cast<std::uint8_t>(lane);
  const bool is_first = (part.words >> word & 1) == 0;
  part.words |= 1u << word;
  part.lane[at] = is_first ? number : LinePart::kSeveral;
  part.low[at] = is_first ? number : part.low[at];
  part.high[at] = number;  // lanes come in ascending order
  part.several |= !is_first;
}

/// Finds the parts of lanes that touch whole words, in no order: without a search, as long as their lines lie near
/// each other.
class WholeWords {
 public:
  explicit WholeWords(std::vector<LinePart>& parts) : parts_(parts) { slots_.fill(kNone); }

  LinePart& part_of(std::int64_t line) {
    std::uint8_t& slot = slots_[static_cast<std::size_t>(line) % slots_.size()];
    if (slot == kNone) {
      slot = static_cast<std::uint8_t>(parts_.size());  // no line of those that share it has come
      new_part(parts_, line, kWholeWord);
    } else if (parts_[slot].line != line) {
      slot = static_cast<std::uint8_t>(&analysis::part_of(parts_, line, kWholeWord) - parts_.data());
    }
    return parts_[slot];
  }

 private:
  static constexpr std::uint8_t kNone = 0xff;
  static constexpr std::uint8_t kWholeWord = 0xf;  // a bit a byte

  std::vector<LinePart>& parts_;
  std::array<std::uint8_t, 64> slots_{};
};

}  // namespace

void FootprintRef::let_go(Footprint* footprint) {
  std::unique_ptr<Footprint> owned(footprint);
  auto& spare = spare_footprints();
  if (spare.size() < kSpare) spare.push_back(std::move(owned));
}

void Footprint::touch(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes, std::uint32_t phase) {
  constexpr auto kWord = static_cast<std::int64_t>(kWordBytes);
  bool whole_words = bytes == kWordBytes;
  for_each_lane(lanes, [&](int lane) { whole_words &= (offset[lane] + phase) % kWord == 0; });
  if (whole_words) {
    WholeWords words(parts);
    for_each_lane(lanes, [&](int lane) {
      const std::int64_t word = (offset[lane] + phase) >> 2;
      add_lane(words.part_of(word >> 5), static_cast<int>(word & (kLineWords - 1)), lane);
    });
  }
  for_each_lane(whole_words ? 0 : lanes, [&](int lane) {
    const std::int64_t begin = offset[lane] + phase;
    const std::int64_t end = begin + bytes;
    // Rounded down, below the first lane's line too.
    for (std::int64_t word = begin >> 2; word * kWord < end; ++word) {
      const std::int64_t from = std::max(begin, word * kWord);
      const std::int64_t to = std::min(end, word * kWord + kWord);
      const auto touched = static_cast<std::uint8_t>(((1u << (to - from)) - 1) << (from - word * kWord));
      add_lane(part_of(parts, word >> 5, touched), static_cast<int>(word & (kLineWords - 1)), lane);
    }
  });
  constexpr std::size_t kWordsOfHalf = kLineWords / 2;
  for (LinePart& part : parts) {
    for_each_word(part.words, [&](std::size_t word) {
      part.touched[word / kWordsOfHalf] |= std::uint64_t{part.bytes} << (word % kWordsOfHalf * 4);
    });
  }
}

const FootprintRef& FootprintCache::of(const sim::AccessEvent& event) {
  const auto phase = static_cast<std::uint32_t>(event.base % kLineBytes);
  const auto make = [&] {
    FootprintRef footprint(empty_footprint());
    footprint->touch(event.offset, event.at.lanes, event.bytes, phase);
    return footprint;
  };
  const std::size_t number = std::size_t{event.at.pc} * 2 + (event.direction == sim::Direction::read ? 0 : 1);
  const auto make_other = [&]() -> const FootprintRef& {
    other_ = {.footprint = make(), .site = number, .shape = event.shape, .bytes = event.bytes, .phase = phase};
    return other_.footprint;
  };
  if (event.shape == 0) return make_other();
  if (other_.shape == event.shape && other_.site == number && other_.bytes == event.bytes && other_.phase == phase)
    return other_.footprint;
  if (number >= sites_.size()) sites_.resize(number + 1);
  Site& site = sites_[number];
  for (std::size_t i = site.size(); i-- > 0;) {
    if (site[i]->shape != event.shape || site[i]->bytes != event.bytes) continue;
    FootprintRef& known = site[i]->by_phase[phase];
    if (!known) known = make();
    return known;
  }
  if (site.size() == kShapesKept) return make_other();
  site.push_back(std::make_unique<Known>(Known{.shape = event.shape, .bytes = event.bytes, .by_phase = {}}));
  return site.back()->by_phase[phase] = make();
}

}  // namespace warpglass::analysis
