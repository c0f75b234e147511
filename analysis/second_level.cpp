#include "analysis/second_level.hpp"

#include <algorithm>
#include <bit>

namespace warpglass::analysis {
namespace {

constexpr std::uint32_t kWholeLine = 0xf;
constexpr std::uint32_t kWholeSector = 0xffffffffu;  // a bit a byte

/// The aligned groups of `group` sectors that any of `sectors` lies in.
std::uint32_t grown(std::uint32_t sectors, std::uint32_t group) {
  if (group == 1) return sectors;
  if (group >= arch::kSectorsPerLine) return sectors == 0 ? 0 : kWholeLine;
  return ((sectors & 0x3) != 0 ? 0x3u : 0u) | ((sectors & 0xc) != 0 ? 0xcu : 0u);
}

/// What is to give way last is kept where it belongs; the copy in the other partition is as any.
EvictionPriority of_copy(EvictionPriority priority) {
  return priority == EvictionPriority::last ? EvictionPriority::none : priority;
}

std::uint32_t without(std::uint32_t sectors, std::uint32_t others) { return sectors & ~others; }

}  // namespace

void SecondLevel::start(const arch::CacheRules& rules, std::size_t ops) {
  if (partitions_.size() == 0 || rules_.l2_bytes != rules.l2_bytes) {
    partitions_ = {rules.l2_partitions, rules.l2_bytes / rules.l2_partitions, rules.l2_eviction};
    home_mask_ = partitions_.size() - 1;
    const std::size_t groups = partitions_[0].sets() / kSetsInGroup + 1;
    words_ = ZeroedArray<std::uint32_t>(groups * kGroupStride);
    filled_.resize(groups);
  } else {
    partitions_.clear();
  }
  rules_ = rules;
  std::fill(filled_.begin(), filled_.end(), 0u);
  totals_ = {};
  by_op_.assign(ops, {});
  elsewhere_ = {};
}

void SecondLevel::finish() {
  for (std::size_t group = 0; group < filled_.size(); ++group) answer(group);
  totals_.sectors = elsewhere_.sectors;
  totals_.hits = elsewhere_.hits;
  for (const SecondLevelAt& op : by_op_) {
    totals_.sectors += op.sectors;
    totals_.hits += op.hits;
  }
}

void SecondLevel::answer(std::size_t group) {
  const std::uint32_t* words = &words_[group * kGroupStride];
  const std::uint32_t* const end = words + filled_[group];
  filled_[group] = 0;
  while (words != end) {
    const Place at{.set = partitions_[0].set_of_line(words[0]), .number = words[0]};
    const std::uint32_t pc = words[1];
    const LineRequest request(words[2]);
    words += kHeadWords;
    std::uint32_t hits = 0;
    switch (request.kind()) {
      case LineRequest::Kind::read: hits = read(at, request); break;
      case LineRequest::Kind::write:
        hits = write(at, request, words);
        words += request.partly_count();
        break;
      case LineRequest::Kind::update: hits = update(at, request); break;
    }
    SecondLevelAt& counted = pc < by_op_.size() ? by_op_[pc] : elsewhere_;
    counted.sectors += sector_count(request.sectors());
    counted.hits += hits;
  }
}

std::uint32_t SecondLevel::read(Place at, LineRequest request) {
  Cache& near = partitions_[request.near()];
  const std::uint32_t sectors = request.sectors();
  if (!near.holds_anything()) {
    totals_.dram_reads += sector_count(sectors);
    return 0;
  }
  Cache& place = home(at.number);
  CachedLine* at_home = nullptr;
  if (&near == &place) {
    const std::uint32_t fetched = read_home(place, at, sectors, request.priority(), at_home);
    totals_.misses += sector_count(fetched);
    return sector_count(without(sectors, fetched));
  }
  CachedLine evicted;
  CachedLine& line = near.take(at.set, at.number, of_copy(request.priority()), evicted);
  make_room(evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  const std::uint32_t hits = sector_count(without(sectors, missing));
  if (missing == 0) return hits;
  const std::uint32_t asked = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.misses += sector_count(asked);
  line.readable |= asked & kWholeLine;
  read_home(place, at, asked, request.priority(), at_home);
  place.note_copy(*at_home);
  return hits;
}

/// Reads sectors of a line that belongs to the partition; returns what had to be fetched.
/// \param at_home  is set to the line
std::uint32_t SecondLevel::read_home(Cache& place, Place at, std::uint32_t sectors, EvictionPriority priority,
                                     CachedLine*& at_home) {
  CachedLine evicted;
  CachedLine& line = place.take(at.set, at.number, priority, evicted);
  at_home = &line;
  make_room(evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  if (missing == 0) return 0;
  const std::uint32_t fetched = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.dram_reads += sector_count(fetched);
  line.readable |= fetched & kWholeLine;
  place.unmark(line, Cache::Mark::partial, fetched);
  return fetched;
}

// All that is written comes to be there, and is a hit.
std::uint32_t SecondLevel::write(Place at, LineRequest request, const std::uint32_t* bytes) {
  const std::uint32_t sectors = request.sectors();
  const std::uint32_t hits = sector_count(sectors);
  Cache& near = partitions_[request.near()];
  Cache& place = home(at.number);
  if (!place.holds_anything()) {
    totals_.dram_writes += hits;
    return hits;
  }
  CachedLine evicted;
  CachedLine& line = place.take(at.set, at.number, request.priority(), evicted);
  make_room(evicted);
  // The partition near to the SM keeps the sectors that it has or gets whole.
  if (&near != &place && request.whole() != 0) {
    CachedLine given_up;
    near.take(at.set, at.number, of_copy(request.priority()), given_up).readable |= request.whole() & kWholeLine;
    make_room(given_up);
    place.note_copy(line);
  }
  soil(place, line, sectors);
  const std::uint32_t fresh = without(sectors, line.readable);
  if (fresh == 0) return hits;
  if (const std::uint32_t whole = fresh & request.whole(); whole != 0) {
    line.readable |= whole & kWholeLine;
    place.unmark(line, Cache::Mark::partial, whole);
  }
  if (without(fresh, request.whole()) != 0) write_partly(place, line, request.partly(), fresh, bytes);
  return hits;
}

/// Bytes of sectors, the other bytes of which are not there where they are fresh.
void SecondLevel::write_partly(Cache& place, CachedLine& line, std::uint32_t sectors, std::uint32_t fresh,
                               const std::uint32_t* bytes) {
  Cache::Written& written = place.written(line);
  for (std::uint32_t partly = sectors; partly != 0; partly &= partly - 1, ++bytes) {
    const auto i = static_cast<std::size_t>(std::countr_zero(partly));
    const std::uint32_t bit = 1u << i;
    if ((fresh & bit) == 0) continue;
    written[i] = ((line.partial & bit) != 0 ? written[i] : 0) | *bytes;
    if (written[i] == kWholeSector) {
      place.unmark(line, Cache::Mark::partial, bit);
      line.readable |= bit & kWholeLine;
    } else if (CachedLine* const oldest = place.mark(line, Cache::Mark::partial, bit, rules_.l2_partial_ways)) {
      complete(place, *oldest);
    }
  }
}

// Atomics are done where the line belongs: the copy elsewhere forgets the sectors.
std::uint32_t SecondLevel::update(Place at, LineRequest request) {
  const std::uint32_t sectors = request.sectors();
  Cache& place = home(at.number);
  if (!place.holds_anything()) {
    totals_.dram_reads += sector_count(sectors);
    totals_.dram_writes += sector_count(sectors);
    return 0;
  }
  CachedLine* at_home = nullptr;
  const std::uint32_t fetched = read_home(place, at, sectors, request.priority(), at_home);
  const std::uint32_t missed = std::min(sector_count(sectors), sector_count(fetched));
  totals_.misses += missed;
  soil(place, *at_home, sectors);
  Cache& near = partitions_[request.near()];
  if (&near != &place && place.has_copy(*at_home)) near.forget(at.set, at.number, sectors);
  return sector_count(sectors) - missed;
}

void SecondLevel::make_room(CachedLine evicted) {
  if ((evicted.dirty | evicted.partial) == 0) return;
  totals_.dram_writes += sector_count(evicted.dirty);
  totals_.dram_reads += sector_count(evicted.partial);
}

/// Reads the other bytes of sectors that were written in part.
void SecondLevel::complete(Cache& place, CachedLine& line) {
  totals_.dram_reads += sector_count(line.partial);
  line.readable |= line.partial;
  place.unmark(line, Cache::Mark::partial, line.partial);
}

/// Sectors are to be written back; those of the line that waits longest are, when too many of its set wait.
void SecondLevel::soil(Cache& place, CachedLine& line, std::uint32_t sectors) {
  CachedLine* const oldest = place.mark(line, Cache::Mark::dirty, sectors, rules_.l2_dirty_ways);
  if (oldest == nullptr) return;
  totals_.dram_writes += sector_count(oldest->dirty);
  place.unmark(*oldest, Cache::Mark::dirty, oldest->dirty);
}

}  // namespace warpglass::analysis
