// Compiled once per instruction set of the host and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/second_level_part.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <array>
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

template <class Visit>
HWY_INLINE void for_each_bit(std::uint32_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::uint32_t>(std::countr_zero(bits)));
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
      : others_(partitions.size() - 1), rules_(rules), totals_(totals) {
    for (std::size_t i = 0; i < partitions.size(); ++i) partitions_[i] = Lines(partitions[i]);
  }

  /// Where a line may be.
  struct Place {
    std::uint32_t set = 0;  // in either partition
    std::uint32_t number = 0;
  };

  // Each returns how many of the sectors were found.

  HWY_INLINE std::uint32_t read(Place at, LineRequest request) {
    const bool is_home = home(at.number) == request.near();
    std::uint32_t hits = 0;
    const std::uint32_t asked = read_near(at, is_home, request, hits);
    if (asked != 0 && !is_home) read_elsewhere(at, request, asked);
    return hits;
  }

  // All that is written comes to be there, and is a hit.
  HWY_INLINE std::uint32_t write(Place at, LineRequest request, const std::uint32_t* bytes) {
    const std::uint32_t whole = request.whole();
    const std::size_t number = home(at.number);
    const Lines& place = partitions_[number];
    const Entry entry = take(place, at, request.priority());
    if (whole != 0 && number != request.near()) {
      copy_near(at, request);
      place.note_copy(entry);
    }
    const std::uint32_t fresh = write_home(place, entry, request);
    if (without(fresh, whole) != 0) write_partly(place, entry, request.partly(), fresh, bytes);
    return sector_count(request.sectors());
  }

  // The lines of a run lie in different sets, so that all are looked for in one partition first: which of them belong
  // to the other is at random, and the host would guess wrong at every second one.

  HWY_INLINE std::uint32_t read_run(Place first, LineRequest request) {
    std::uint32_t hits = 0;
    std::uint32_t elsewhere = 0;  // lines that are to be asked for in the other partition, a bit each
    std::array<std::uint8_t, LineRequest::kMostLines> asked;
    for (std::uint32_t i = 0; i < request.lines(); ++i) {
      const Place at = behind(first, i);
      const bool is_home = home(at.number) == request.near();
      asked[i] = static_cast<std::uint8_t>(read_near(at, is_home, request, hits));
      elsewhere |= std::uint32_t{!is_home && asked[i] != 0} << i;
    }
    for_each_bit(elsewhere, [&](std::uint32_t i) HWY_ATTR { read_elsewhere(behind(first, i), request, asked[i]); });
    return hits;
  }

  HWY_INLINE std::uint32_t write_run(Place first, LineRequest request) {
    std::uint32_t elsewhere = 0;
    for (std::uint32_t i = 0; i < request.lines(); ++i) {
      const Place at = behind(first, i);
      const std::size_t number = home(at.number);
      const Lines& place = partitions_[number];
      const Entry entry = take(place, at, request.priority());
      place.note_copy(entry, number != request.near());
      elsewhere |= std::uint32_t{number != request.near()} << i;
      write_home(place, entry, request);
    }
    for_each_bit(elsewhere, [&](std::uint32_t i) HWY_ATTR { copy_near(behind(first, i), request); });
    return sector_count(request.sectors()) * request.lines();
  }

  // Atomics are done where the line belongs: the copy elsewhere forgets the sectors.
  HWY_INLINE std::uint32_t update(Place at, LineRequest request) {
    const std::uint32_t sectors = request.sectors();
    const std::size_t number = home(at.number);
    const Lines& place = partitions_[number];
    const Entry at_home = take(place, at, request.priority());
    const std::uint32_t fetched = read_home(place, at_home, sectors);
    const std::uint32_t missed = std::min(sector_count(sectors), sector_count(fetched));
    totals_.misses += missed;
    soil(place, at_home, sectors);
    if (number != request.near() && place.has_copy(at_home))
      partitions_[request.near()].forget(at.set, at.number, sectors);
    return sector_count(sectors) - missed;
  }

  /// Of a machine without a second level. All that is written is a hit there too.
  HWY_INLINE std::uint32_t pass_by(LineRequest request) {
    const std::uint32_t sectors = sector_count(request.sectors()) * request.lines();
    if (request.kind() != LineRequest::Kind::write) totals_.dram_reads += sectors;
    if (request.kind() != LineRequest::Kind::read) totals_.dram_writes += sectors;
    return request.kind() == LineRequest::Kind::write ? sectors : 0;
  }

 private:
  using Lines = CachedLines<arch::kSecondLevelWays>;
  using Entry = Lines::Entry;

  /// The partition that a line belongs to; there are a power of two.
  HWY_INLINE std::size_t home(std::uint32_t line) const { return line * 0x9e3779b97f4a7c15ull >> 40 & others_; }

  static HWY_INLINE Place behind(Place first, std::uint32_t lines) {
    return {.set = first.set + lines, .number = first.number + lines};
  }

  /// What an SM asks the partition near to it. Adds to `hits`. \returns sectors that it has to be given
  HWY_INLINE std::uint32_t read_near(Place at, bool is_home, LineRequest request, std::uint32_t& hits) {
    const Lines& near = partitions_[request.near()];
    const Entry entry = take(near, at, is_home ? request.priority() : of_copy(request.priority()));
    const std::uint32_t there = entry->readable();
    const std::uint32_t missing = without(request.sectors(), there);
    hits += sector_count(without(request.sectors(), missing));
    if (missing == 0) return 0;
    const std::uint32_t asked = without(grown(missing, rules_.l2_fetch_sectors), there);
    const std::uint32_t count = sector_count(asked);
    totals_.misses += count;
    totals_.dram_reads += is_home ? count : 0;
    entry->add(CachedLine::kReadable, asked);
    near.unmark(entry, Lines::Mark::partial, asked);  // no copy has any
    return asked;
  }
  /// What that one asks the other, whose line it is.
  HWY_INLINE void read_elsewhere(Place at, LineRequest request, std::uint32_t sectors) {
    const Lines& place = partitions_[home(at.number)];
    const Entry entry = take(place, at, request.priority());
    read_home(place, entry, sectors);
    place.note_copy(entry);
  }

  /// \returns sectors that were not there before
  HWY_INLINE std::uint32_t write_home(const Lines& place, Entry entry, LineRequest request) {
    soil(place, entry, request.sectors());
    const std::uint32_t fresh = without(request.sectors(), entry->readable());
    if ((fresh & request.whole()) != 0) {
      entry->add(CachedLine::kReadable, fresh & request.whole());
      place.unmark(entry, Lines::Mark::partial, fresh & request.whole());
    }
    return fresh;
  }
  /// The partition near to the SM, where the line does not belong, keeps the sectors that it has or gets whole.
  HWY_INLINE void copy_near(Place at, LineRequest request) {
    take(partitions_[request.near()], at, of_copy(request.priority()))->add(CachedLine::kReadable, request.whole());
  }

  /// The line, for which another may have to give way.
  HWY_INLINE Entry take(const Lines& place, Place at, EvictionPriority priority) {
    CachedLine evicted;
    const Entry entry = place.take(at.set, at.number, priority, evicted);
    if ((evicted.bits >> CachedLine::kDirty) != 0) {
      totals_.dram_writes += sector_count(evicted.dirty());
      totals_.dram_reads += sector_count(evicted.partial());
    }
    return entry;
  }

  /// Reads sectors of a line that belongs to the partition; returns what had to be fetched.
  HWY_INLINE std::uint32_t read_home(const Lines& place, Entry at_home, std::uint32_t sectors) {
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
  HWY_INLINE void write_partly(const Lines& place, Entry entry, std::uint32_t sectors, std::uint32_t fresh,
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
  HWY_INLINE void complete(const Lines& place, Entry entry) {
    const std::uint32_t sectors = entry->partial();
    totals_.dram_reads += sector_count(sectors);
    entry->add(CachedLine::kReadable, sectors);
    place.unmark(entry, Lines::Mark::partial, sectors);
  }

  /// Sectors are to be written back; those of the line that waits longest are, when too many of its set wait.
  HWY_INLINE void soil(const Lines& place, Entry entry, std::uint32_t sectors) {
    const auto oldest = place.mark(entry, Lines::Mark::dirty, sectors, rules_.l2_dirty_ways);
    if (!oldest) return;
    const std::uint32_t written = (*oldest)->dirty();
    totals_.dram_writes += sector_count(written);
    place.unmark(*oldest, Lines::Mark::dirty, written);
  }

  std::array<Lines, LineRequest::kMostPartitions> partitions_;
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
    } else if (request.lines() != 1) {
      hits = request.kind() == LineRequest::Kind::read ? lines.read_run(at, request) : lines.write_run(at, request);
    } else {
      switch (request.kind()) {
        case LineRequest::Kind::read: hits = lines.read(at, request); break;
        case LineRequest::Kind::write: hits = lines.write(at, request, words); break;
        case LineRequest::Kind::update: hits = lines.update(at, request); break;
      }
    }
    words += request.partly_count();
    SecondLevelAt& counted = pc < by_op.size() ? by_op[pc] : elsewhere;
    counted.sectors += sector_count(request.sectors()) * request.lines();
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
