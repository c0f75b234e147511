// Compiled once per instruction set of the host and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/second_level_part.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "analysis/cached_lines-inl.hpp"
#include "analysis/second_level_part.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::analysis::HWY_NAMESPACE {
namespace {

/// The aligned groups of `group` sectors that any of `sectors` lies in.
HWY_INLINE std::uint32_t grown(std::uint32_t sectors, std::uint32_t group) {
  if (group == 1) return sectors;
  if (group >= arch::kSectorsPerLine) return sectors == 0 ? 0 : kWholeLine;
  const std::uint32_t low = (sectors | sectors >> 1) & 0x5;
  return low | low << 1;
}

/// What is to give way last is kept where it belongs; the copy in the other partition is as any.
HWY_INLINE EvictionPriority of_copy(EvictionPriority priority) {
  return priority == EvictionPriority::last ? EvictionPriority::none : priority;
}

/// The partitions while requests are answered.
class SecondLevelLines {
 public:
  HWY_INLINE SecondLevelLines(SecondLevelPart::Partitions& partitions, const arch::CacheRules& rules,
                              SecondLevelTotals& totals)
      : partitions_(partitions), others_(partitions.size() - 1), rules_(rules), totals_(totals) {}

  /// Where a line may be.
  struct Place {
    std::uint32_t set = 0;  // in either partition
    std::uint32_t number = 0;
  };

  // Each returns how many of the sectors were found.

  HWY_INLINE std::uint32_t read(Place at, LineRequest request) {
    const std::uint32_t sectors = request.sectors();
    const Lines near = nearest(request);
    const Lines place = home(at.number);
    if (near.is_same(place)) {
      const std::uint32_t fetched = read_home(place, take(place, at, request.priority()), sectors);
      totals_.misses += sector_count(fetched);
      return sector_count(without(sectors, fetched));
    }
    const Entry copy = take(near, at, of_copy(request.priority()));
    const std::uint32_t there = copy->readable();
    const std::uint32_t missing = without(sectors, there);
    const std::uint32_t hits = sector_count(without(sectors, missing));
    if (missing == 0) return hits;
    const std::uint32_t asked = without(grown(missing, rules_.l2_fetch_sectors), there);
    totals_.misses += sector_count(asked);
    copy->add(CachedLine::kReadable, asked);
    const Entry at_home = take(place, at, request.priority());
    read_home(place, at_home, asked);
    place.note_copy(at_home);
    return hits;
  }

  // All that is written comes to be there, and is a hit.
  HWY_INLINE std::uint32_t write(Place at, LineRequest request, const std::uint32_t* bytes) {
    const std::uint32_t sectors = request.sectors();
    const std::uint32_t whole = request.whole();
    const std::uint32_t hits = sector_count(sectors);
    const Lines near = nearest(request);
    const Lines place = home(at.number);
    const Entry entry = take(place, at, request.priority());
    // The partition near to the SM keeps the sectors that it has or gets whole.
    if (whole != 0 && !near.is_same(place)) {
      take(near, at, of_copy(request.priority()))->add(CachedLine::kReadable, whole);
      place.note_copy(entry);
    }
    soil(place, entry, sectors);
    const std::uint32_t fresh = without(sectors, entry->readable());
    if (fresh == 0) return hits;
    if ((fresh & whole) != 0) {
      entry->add(CachedLine::kReadable, fresh & whole);
      place.unmark(entry, Lines::Mark::partial, fresh & whole);
    }
    if (without(fresh, whole) != 0) write_partly(place, entry, request.partly(), fresh, bytes);
    return hits;
  }

  // Atomics are done where the line belongs: the copy elsewhere forgets the sectors.
  HWY_INLINE std::uint32_t update(Place at, LineRequest request) {
    const std::uint32_t sectors = request.sectors();
    const Lines place = home(at.number);
    const Entry at_home = take(place, at, request.priority());
    const std::uint32_t fetched = read_home(place, at_home, sectors);
    const std::uint32_t missed = std::min(sector_count(sectors), sector_count(fetched));
    totals_.misses += missed;
    soil(place, at_home, sectors);
    const Lines near = nearest(request);
    if (!near.is_same(place) && place.has_copy(at_home)) near.forget(at.set, at.number, sectors);
    return sector_count(sectors) - missed;
  }

  /// Of a machine without a second level. All that is written is a hit there too.
  HWY_INLINE std::uint32_t pass_by(LineRequest request) {
    const std::uint32_t sectors = sector_count(request.sectors());
    if (request.kind() != LineRequest::Kind::write) totals_.dram_reads += sectors;
    if (request.kind() != LineRequest::Kind::read) totals_.dram_writes += sectors;
    return request.kind() == LineRequest::Kind::write ? sectors : 0;
  }

 private:
  using Lines = CachedLines<arch::kSecondLevelWays>;
  using Entry = Lines::Entry;

  HWY_INLINE Lines nearest(LineRequest request) const { return Lines(partitions_[request.near()]); }
  /// The partition that a line belongs to; there are a power of two.
  HWY_INLINE Lines home(std::uint32_t line) const {
    return Lines(partitions_[line * 0x9e3779b97f4a7c15ull >> 40 & others_]);
  }

  /// The line, for which another may have to give way.
  HWY_INLINE Entry take(Lines place, Place at, EvictionPriority priority) {
    CachedLine evicted;
    const Entry entry = place.take(at.set, at.number, priority, evicted);
    if ((evicted.bits >> CachedLine::kDirty) != 0) {
      totals_.dram_writes += sector_count(evicted.dirty());
      totals_.dram_reads += sector_count(evicted.partial());
    }
    return entry;
  }

  /// Reads sectors of a line that belongs to the partition; returns what had to be fetched.
  HWY_INLINE std::uint32_t read_home(Lines place, Entry at_home, std::uint32_t sectors) {
    const std::uint32_t there = at_home->readable();
    const std::uint32_t missing = without(sectors, there);
    if (missing == 0) return 0;
    const std::uint32_t fetched = without(grown(missing, rules_.l2_fetch_sectors), there);
    totals_.dram_reads += sector_count(fetched);
    at_home->add(CachedLine::kReadable, fetched);
    place.unmark(at_home, Lines::Mark::partial, fetched);
    return fetched;
  }

  /// Bytes of sectors, the other bytes of which are not there where they are fresh.
  HWY_INLINE void write_partly(Lines place, Entry entry, std::uint32_t sectors, std::uint32_t fresh,
                               const std::uint32_t* bytes) {
    auto& written = place.written(entry);
    for (std::uint32_t partly = sectors; partly != 0; partly &= partly - 1, ++bytes) {
      const auto i = static_cast<std::size_t>(std::countr_zero(partly));
      const std::uint32_t bit = 1u << i;
      if ((fresh & bit) == 0) continue;
      const std::uint32_t now = ((entry->partial() & bit) != 0 ? written[i] : 0) | *bytes;
      written[i] = now;
      if (now == kWholeSector) {
        place.unmark(entry, Lines::Mark::partial, bit);
        entry->add(CachedLine::kReadable, bit);
      } else if (const auto oldest = place.mark(entry, Lines::Mark::partial, bit, rules_.l2_partial_ways)) {
        complete(place, *oldest);
      }
    }
  }

  /// Reads the other bytes of sectors that were written in part.
  HWY_INLINE void complete(Lines place, Entry entry) {
    const std::uint32_t sectors = entry->partial();
    totals_.dram_reads += sector_count(sectors);
    entry->add(CachedLine::kReadable, sectors);
    place.unmark(entry, Lines::Mark::partial, sectors);
  }

  /// Sectors are to be written back; those of the line that waits longest are, when too many of its set wait.
  HWY_INLINE void soil(Lines place, Entry entry, std::uint32_t sectors) {
    const auto oldest = place.mark(entry, Lines::Mark::dirty, sectors, rules_.l2_dirty_ways);
    if (!oldest) return;
    const std::uint32_t written = (*oldest)->dirty();
    totals_.dram_writes += sector_count(written);
    place.unmark(*oldest, Lines::Mark::dirty, written);
  }

  SecondLevelPart::Partitions& partitions_;
  std::size_t others_;
  const arch::CacheRules& rules_;
  SecondLevelTotals& totals_;
};

/// \param elsewhere  counts what is of no op
void answer_requests(std::span<const std::uint32_t> requests, SecondLevelPart::Partitions& partitions,
                     const arch::CacheRules& rules, SecondLevelTotals& totals, std::span<SecondLevelAt> by_op,
                     SecondLevelAt& elsewhere) {
  SecondLevelLines lines(partitions, rules, totals);
  const SetIndex index = partitions[0].index();
  const std::uint32_t* words = requests.data();
  const std::uint32_t* const end = words + requests.size();
  while (words != end) {
    const SecondLevelLines::Place at{.set = index.of_line(words[0]), .number = words[0]};
    const std::uint32_t pc = words[1];
    const LineRequest request(words[2]);
    words += SecondLevelPart::kHeadWords;
    std::uint32_t hits = 0;
    if (index.sets() == 0) [[unlikely]] {
      hits = lines.pass_by(request);
    } else {
      switch (request.kind()) {
        case LineRequest::Kind::read: hits = lines.read(at, request); break;
        case LineRequest::Kind::write: hits = lines.write(at, request, words); break;
        case LineRequest::Kind::update: hits = lines.update(at, request); break;
      }
    }
    words += request.partly_count();
    SecondLevelAt& counted = pc < by_op.size() ? by_op[pc] : elsewhere;
    counted.sectors += sector_count(request.sectors());
    counted.hits += hits;
  }
}

}  // namespace
}  // namespace warpglass::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::analysis {
namespace {
HWY_EXPORT(answer_requests);
}  // namespace

void SecondLevelPart::answer(std::span<const std::uint32_t> requests) {
  HWY_DYNAMIC_DISPATCH(answer_requests)(requests, *partitions_, rules_, totals_, by_op_, elsewhere_);
}

void SecondLevelPart::add_to(SecondLevelTotals& totals, std::span<SecondLevelAt> by_op) const {
  totals.misses += totals_.misses;
  totals.dram_reads += totals_.dram_reads;
  totals.dram_writes += totals_.dram_writes;
  totals.sectors += elsewhere_.sectors;
  totals.hits += elsewhere_.hits;
  for (std::size_t op = 0; op < by_op_.size(); ++op) {
    totals.sectors += by_op_[op].sectors;
    totals.hits += by_op_[op].hits;
    by_op[op].sectors += by_op_[op].sectors;
    by_op[op].hits += by_op_[op].hits;
  }
}

}  // namespace warpglass::analysis
#endif
