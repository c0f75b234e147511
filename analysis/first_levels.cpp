// Compiled once per instruction set of the host and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/first_levels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "analysis/cached_lines-inl.hpp"
#include "analysis/first_levels.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::analysis::HWY_NAMESPACE {
namespace {

using FirstLevelLines = CachedLines<arch::kFirstLevelWays>;

// Accesses whose sets the host is asked for at once, in lines.
constexpr std::size_t kAtOnce = 2 * AccessHead::kMostLines;

/// Words of a line behind an access's head.
HWY_INLINE std::size_t words_of(LineRequest request) { return 2 + request.partly_count(); }

/// Accesses while they are answered. What the lines of one have in common is looked at once.
/// \tparam Second  SecondLevel, or what is to be asked of it
template <class Second>
struct Answers {
  FirstLevelState& state;
  FirstLevelCounts& counts;
  Second& second;
  bool notes_writes;  // ReadOnlyWhatIf wants to know of them

  // Each is given the words of an access and the sets of its lines, and returns where the words end.
  HWY_NOINLINE const std::uint32_t* read(const std::uint32_t* access, const std::uint32_t* sets);
  HWY_NOINLINE const std::uint32_t* write(const std::uint32_t* access, const std::uint32_t* sets);
  HWY_NOINLINE const std::uint32_t* update(const std::uint32_t* access, const std::uint32_t* sets);

  HWY_INLINE void ask(std::uint32_t line, std::uint32_t pc, LineRequest request, std::uint32_t sectors) {
    constexpr std::uint32_t kNoBytes = 0;  // nothing is written
    second.put(line, pc, request.of(LineRequest::of_sectors(sectors, 0, 0)), &kNoBytes);
  }
  HWY_NOINLINE void note_read(AccessHead head, const std::uint32_t* lines) {
    for (std::uint32_t i = 0; i < head.lines(); ++i)
      state.what_if.read(head.sm(), head.pc(), lines[2 * i], LineRequest(lines[2 * i + 1]).sectors());
  }
  HWY_INLINE void count(std::uint32_t pc, std::uint32_t sectors, std::uint32_t hits) {
    counts.totals.sectors += sectors;
    counts.totals.hits += hits;
    if (pc >= counts.by_op.size()) return;
    FirstLevelAt& at = counts.by_op[pc];
    at.sectors += sectors;
    at.hits += hits;
  }
};

template <class Second>
const std::uint32_t* Answers<Second>::read(const std::uint32_t* access, const std::uint32_t* sets) {
  const AccessHead head(access);
  const FirstLevelLines lines(state.caches[head.sm()]);
  const EvictionPriority priority = head.priority();
  const bool keeps = head.first_level() && priority != EvictionPriority::no_allocate;
  const std::uint32_t* words = access + AccessHead::kWords;
  if (head.what_if_read_only()) [[unlikely]]
    note_read(head, words);
  std::uint32_t sectors_in_all = 0;
  std::uint32_t missing_in_all = 0;
  std::uint32_t fetched_in_all = 0;
  for (const std::uint32_t* const end = words + std::size_t{2} * head.lines(); words != end; words += 2, ++sets) {
    const LineRequest request(words[1]);
    const std::uint32_t sectors = request.sectors();
    sectors_in_all += sector_count(sectors);
    std::uint32_t fetched = sectors;
    if (keeps) {
      CachedLine evicted;
      CachedLine& cached = lines.take(*sets, words[0], priority, evicted).line();
      const std::uint32_t there = cached.readable();
      fetched = without(sectors, there);
      if (fetched == 0) continue;
      missing_in_all += sector_count(fetched);
      if (head.whole_lines()) fetched = without(kWholeLine, there);
      cached.add(CachedLine::kReadable, fetched);
      cached.add(CachedLine::kPresent, fetched);
    } else {
      const CachedLine* const there = head.first_level() ? lines.find(*sets, words[0]) : nullptr;
      if (there != nullptr) fetched = without(sectors, there->readable());
      if (fetched == 0) continue;
      missing_in_all += sector_count(fetched);
    }
    fetched_in_all += sector_count(fetched);
    ask(words[0], head.pc(), request, fetched);
  }
  const std::uint32_t hits = sectors_in_all - missing_in_all;
  counts.totals.fetched += fetched_in_all;
  if (!head.local()) counts.totals.global_load_hits += hits;
  count(head.pc(), sectors_in_all, hits);
  return words;
}

// Written through: the second level has it all. A line that is there is a hit, whichever sectors.
template <class Second>
const std::uint32_t* Answers<Second>::write(const std::uint32_t* access, const std::uint32_t* sets) {
  const AccessHead head(access);
  const FirstLevelLines lines(state.caches[head.sm()]);
  const EvictionPriority priority = head.priority();
  const bool notes = notes_writes && !head.local();
  std::uint32_t sectors_in_all = 0;
  std::uint32_t hits = 0;
  const std::uint32_t* words = access + AccessHead::kWords;
  for (const std::uint32_t* const end = sets + head.lines(); sets != end; ++sets) {
    const LineRequest request(words[1]);
    const std::uint32_t sectors = request.sectors();
    const std::uint32_t count = sector_count(sectors);
    sectors_in_all += count;
    if (!head.first_level()) {
      lines.forget(*sets, words[0], sectors);
    } else {
      CachedLine evicted;
      CachedLine* const cached = priority == EvictionPriority::no_allocate
                                     ? lines.find(*sets, words[0])
                                     : &lines.take(*sets, words[0], priority, evicted).line();
      if (cached != nullptr) {
        if (cached->present() != 0) hits += count;
        cached->add(CachedLine::kPresent, sectors);
        cached->add(CachedLine::kReadable, request.whole());
      }
    }
    if (notes) [[unlikely]]
      state.what_if.write(words[0]);
    second.put(words[0], head.pc(), request, words + 2);
    words += words_of(request);
  }
  if (!head.local()) counts.totals.global_store_hits += hits;
  count(head.pc(), sectors_in_all, hits);
  return words;
}

template <class Second>
const std::uint32_t* Answers<Second>::update(const std::uint32_t* access, const std::uint32_t* sets) {
  const AccessHead head(access);
  const FirstLevelLines lines(state.caches[head.sm()]);
  const bool notes = notes_writes && !head.local();
  std::uint32_t sectors_in_all = 0;
  const std::uint32_t* words = access + AccessHead::kWords;
  for (const std::uint32_t* const end = sets + head.lines(); sets != end; ++sets, words += 2) {
    const LineRequest request(words[1]);
    sectors_in_all += sector_count(request.sectors());
    lines.forget(*sets, words[0], request.sectors());
    if (notes) [[unlikely]]
      state.what_if.write(words[0]);
    second.put(words[0], head.pc(), request, words + 2);
  }
  count(head.pc(), sectors_in_all, 0);
  return words;
}

// All of the caches are larger than the host's nearest one, which is asked for what it takes to look some lines up
// before they are.
template <class Second>
HWY_INLINE void answer_accesses(std::span<const std::uint32_t> accesses, FirstLevelState& state,
                                FirstLevelCounts& counts, Second& second) {
  Answers<Second> answers{.state = state, .counts = counts, .second = second, .notes_writes = state.what_if.looks()};
  std::array<std::uint32_t, kAtOnce> sets;
  const SetIndex index = state.caches[0].index();
  const std::uint32_t* const end = accesses.data() + accesses.size();
  const std::uint32_t* ahead = accesses.data();
  for (const std::uint32_t* access = ahead; access != end;) {
    std::size_t lines = 0;
    while (ahead != end) {
      const AccessHead head(ahead);
      const std::uint32_t count = head.lines();
      if (lines + count > kAtOnce) break;
      const auto& cache = state.caches[head.sm()];
      ahead += AccessHead::kWords;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t set = index.of_line(ahead[0]);
        cache.prefetch(set);
        sets[lines++] = set;
        ahead += words_of(LineRequest(ahead[1]));
      }
    }
    for (const std::uint32_t* set = sets.data(); access != ahead;) {
      const AccessHead head(access);
      switch (head.kind()) {
        case LineRequest::Kind::read: access = answers.read(access, set); break;
        case LineRequest::Kind::write: access = answers.write(access, set); break;
        case LineRequest::Kind::update: access = answers.update(access, set); break;
      }
      set += head.lines();
    }
  }
}

void ask_second_level(std::span<const std::uint32_t> accesses, FirstLevelState& state, FirstLevelCounts& counts,
                      SecondLevel& second) {
  answer_accesses(accesses, state, counts, second);
}

void log_requests(std::span<const std::uint32_t> accesses, FirstLevelState& state, FirstLevelCounts& counts,
                  RequestLog& requests) {
  answer_accesses(accesses, state, counts, requests);
}

}  // namespace
}  // namespace warpglass::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::analysis {
namespace {
HWY_EXPORT(ask_second_level);
HWY_EXPORT(log_requests);
}  // namespace

void FirstLevels::start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops,
                        std::size_t parts) {
  CacheBank<arch::kFirstLevelWays>& caches = state_.caches;
  if (caches.size() == 0 || state_.rules.l1_bytes != rules.l1_bytes) {
    caches = {std::max(1u, device.sm_count), rules.l1_bytes, rules.l1_eviction};
  } else {
    caches.clear();
  }
  state_.rules = rules;
  state_.what_if.start(device, rules, ops);
  counts_.assign(state_.what_if.looks() ? 1 : parts, {.totals = {}, .by_op = std::vector<FirstLevelAt>(ops)});
}

void FirstLevels::answer(std::span<const std::uint32_t> accesses, SecondLevel& second) {
  HWY_DYNAMIC_DISPATCH(ask_second_level)(accesses, state_, counts_.front(), second);
}

void FirstLevels::answer(std::size_t part, std::span<const std::uint32_t> accesses, RequestLog& requests) {
  HWY_DYNAMIC_DISPATCH(log_requests)(accesses, state_, counts_[part], requests);
}

FirstLevelTotals FirstLevels::totals() const {
  FirstLevelTotals all;
  for (const FirstLevelCounts& part : counts_) {
    all.sectors += part.totals.sectors;
    all.hits += part.totals.hits;
    all.global_load_hits += part.totals.global_load_hits;
    all.global_store_hits += part.totals.global_store_hits;
    all.fetched += part.totals.fetched;
  }
  return all;
}

FirstLevelAt FirstLevels::at(std::size_t op) const {
  FirstLevelAt all;
  for (const FirstLevelCounts& part : counts_) {
    all.sectors += part.by_op[op].sectors;
    all.hits += part.by_op[op].hits;
  }
  return all;
}

}  // namespace warpglass::analysis
#endif
