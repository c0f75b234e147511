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

/// An access to a run of lines, or some that are alike and go on behind each other: they are answered as one.
struct Run {
  const std::uint32_t* access = nullptr;
  std::uint32_t lines = 0;
  std::uint32_t set = 0;  // of the first line
};

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
  HWY_NOINLINE void read_run(const Run& run);
  HWY_NOINLINE void write_run(const Run& run);
  HWY_INLINE void answer_run(const Run& run) {
    AccessHead(run.access).kind() == LineRequest::Kind::read ? read_run(run) : write_run(run);
  }

  HWY_NOINLINE void note_read(AccessHead head, std::uint32_t line, std::uint32_t sectors) {
    state.what_if.read(head.sm(), head.pc(), line, sectors);
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

/// What reads of some lines have in common, and what comes of them.
struct Reads {
  FirstLevelLines lines;
  EvictionPriority priority;
  bool looks;
  bool keeps;
  bool whole_lines;
  std::uint32_t missing = 0;  // sectors
  std::uint32_t fetched = 0;

  HWY_INLINE Reads(AccessHead head, FirstLevelState& state)
      : lines(state.caches[head.sm()]),
        priority(head.priority()),
        looks(head.first_level()),
        keeps(looks && priority != EvictionPriority::no_allocate),
        whole_lines(head.whole_lines()) {}

  /// \returns sectors that the second level is to be asked for
  HWY_INLINE std::uint32_t look(std::uint32_t set, std::uint32_t number, std::uint32_t sectors) {
    std::uint32_t wanted = sectors;
    if (keeps) {
      CachedLine evicted;
      CachedLine& cached = lines.take(set, number, priority, evicted).line();
      const std::uint32_t there = cached.readable();
      wanted = without(sectors, there);
      if (wanted == 0) return 0;
      missing += sector_count(wanted);
      if (whole_lines) wanted = without(kWholeLine, there);
      cached.add(CachedLine::kReadable, wanted);
      cached.add(CachedLine::kPresent, wanted);
    } else {
      const CachedLine* const there = looks ? lines.find(set, number) : nullptr;
      if (there != nullptr) wanted = without(sectors, there->readable());
      missing += sector_count(wanted);
    }
    fetched += sector_count(wanted);
    return wanted;
  }
};

template <class Second>
const std::uint32_t* Answers<Second>::read(const std::uint32_t* access, const std::uint32_t* sets) {
  const AccessHead head(access);
  Reads reads(head, state);
  const bool notes = head.what_if_read_only();
  std::uint32_t sectors_in_all = 0;
  const std::uint32_t* words = access + AccessHead::kWords;
  for (const std::uint32_t* const end = sets + head.lines(); sets != end; ++sets, words += 2) {
    const LineRequest request(words[1]);
    if (notes) [[unlikely]]
      note_read(head, words[0], request.sectors());
    sectors_in_all += sector_count(request.sectors());
    const std::uint32_t wanted = reads.look(*sets, words[0], request.sectors());
    if (wanted == 0) continue;
    constexpr std::uint32_t kNoBytes = 0;  // nothing is written
    second.put(words[0], head.pc(), request.of(LineRequest::of_sectors(wanted, 0, 0)), &kNoBytes);
  }
  const std::uint32_t hits = sectors_in_all - reads.missing;
  counts.totals.fetched += reads.fetched;
  if (!head.local()) counts.totals.global_load_hits += hits;
  count(head.pc(), sectors_in_all, hits);
  return words;
}

template <class Second>
void Answers<Second>::read_run(const Run& run) {
  const AccessHead head(run.access);
  Reads reads(head, state);
  const std::uint32_t first = run.access[AccessHead::kWords];
  const LineRequest request(run.access[AccessHead::kWords + 1]);
  const std::uint32_t end = first + run.lines;
  const std::uint32_t sets = state.caches[0].index().sets();
  if (head.what_if_read_only()) [[unlikely]] {
    for (std::uint32_t line = first; line != end; ++line) note_read(head, line, request.sectors());
  }
  std::uint32_t asked = 0;  // sectors of each line from `begin` on
  std::uint32_t begin = first;
  const auto ask = [&](std::uint32_t line) HWY_ATTR {
    if (asked == 0) return;
    second.put_run(begin, line - begin, head.pc(), request.of(LineRequest::of_sectors(asked, 0, 0)));
  };
  std::uint32_t set = run.set;
  for (std::uint32_t line = first; line != end; ++line) {
    const std::uint32_t wanted = reads.look(set, line, request.sectors());
    if (wanted != asked) {
      ask(line);
      asked = wanted;
      begin = line;
    }
    if (++set == sets) set = 0;
  }
  ask(end);
  const std::uint32_t sectors = sector_count(request.sectors()) * run.lines;
  const std::uint32_t hits = sectors - reads.missing;
  counts.totals.fetched += reads.fetched;
  if (!head.local()) counts.totals.global_load_hits += hits;
  count(head.pc(), sectors, hits);
}

/// The same of writes. They are written through: the second level has it all. A line that is there is a hit, whichever
/// sectors.
struct Writes {
  FirstLevelLines lines;
  EvictionPriority priority;
  bool keeps;

  HWY_INLINE Writes(AccessHead head, FirstLevelState& state)
      : lines(state.caches[head.sm()]), priority(head.priority()), keeps(head.first_level()) {}

  /// \returns whether it is a hit
  HWY_INLINE bool leave(std::uint32_t set, std::uint32_t number, LineRequest request) const {
    if (!keeps) {
      lines.forget(set, number, request.sectors());
      return false;
    }
    CachedLine evicted;
    CachedLine* const cached = priority == EvictionPriority::no_allocate
                                   ? lines.find(set, number)
                                   : &lines.take(set, number, priority, evicted).line();
    if (cached == nullptr) return false;
    const bool hit = cached->present() != 0;
    cached->add(CachedLine::kPresent, request.sectors());
    cached->add(CachedLine::kReadable, request.whole());
    return hit;
  }
};

template <class Second>
const std::uint32_t* Answers<Second>::write(const std::uint32_t* access, const std::uint32_t* sets) {
  const AccessHead head(access);
  const Writes writes(head, state);
  const bool notes = notes_writes && !head.local();
  std::uint32_t sectors_in_all = 0;
  std::uint32_t hits = 0;
  const std::uint32_t* words = access + AccessHead::kWords;
  for (const std::uint32_t* const end = sets + head.lines(); sets != end; ++sets) {
    const LineRequest request(words[1]);
    const std::uint32_t count = sector_count(request.sectors());
    sectors_in_all += count;
    hits += writes.leave(*sets, words[0], request) ? count : 0;
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
void Answers<Second>::write_run(const Run& run) {
  const AccessHead head(run.access);
  const Writes writes(head, state);
  const std::uint32_t first = run.access[AccessHead::kWords];
  const LineRequest request(run.access[AccessHead::kWords + 1]);
  const std::uint32_t end = first + run.lines;
  const std::uint32_t sets = state.caches[0].index().sets();
  std::uint32_t lines_hit = 0;
  std::uint32_t set = run.set;
  for (std::uint32_t line = first; line != end; ++line) {
    lines_hit += writes.leave(set, line, request) ? 1 : 0;
    if (++set == sets) set = 0;
  }
  if (notes_writes && !head.local()) [[unlikely]] {
    for (std::uint32_t line = first; line != end; ++line) state.what_if.write(line);
  }
  second.put_run(first, run.lines, head.pc(), request);
  const std::uint32_t each = sector_count(request.sectors());
  if (!head.local()) counts.totals.global_store_hits += each * lines_hit;
  count(head.pc(), each * run.lines, each * lines_hit);
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

/// Whether an access is the same as another, a run, of lines so many behind those.
HWY_INLINE bool goes_on(const std::uint32_t* run, std::uint32_t lines, const std::uint32_t* access) {
  constexpr std::size_t kLine = AccessHead::kWords;
  if (run[0] != access[0] || run[kLine] + lines != access[kLine]) return false;
  return ((run[1] ^ access[1]) | (run[2] ^ access[2]) | (run[kLine + 1] ^ access[kLine + 1])) == 0;
}

/// Accesses that take turns, each a run, and go on behind those of their last turn: as warps' do that execute the same.
struct Streams {
  static constexpr std::uint32_t kMost = 6;
  static constexpr std::uint32_t kMostLines = 32;  // of one

  std::uint32_t count = 0;  // 0: there are none
  std::uint32_t turns = 0;
};

/// \param access  up to `end`, the first of them a run
HWY_INLINE Streams streams_at(const std::uint32_t* access, const std::uint32_t* end) {
  constexpr std::size_t kWords = AccessHead::kRunWords;
  const std::uint32_t lines = AccessHead(access).lines();
  const auto most = static_cast<std::uint32_t>(static_cast<std::size_t>(end - access) / kWords);
  std::uint32_t count = 0;
  do {
    if (++count == most || count > Streams::kMost) return {};
    const AccessHead head(access + count * kWords);
    if (!head.is_run() || head.lines() != lines) return {};
  } while (!goes_on(access, lines, access + count * kWords));
  std::uint32_t turns = 1;
  for (; (turns + 1) * count <= most && (turns + 1) * lines <= Streams::kMostLines; ++turns) {
    const std::uint32_t* const turn = access + std::size_t{turns} * count * kWords;
    bool all = true;
    for (std::size_t i = 0; i < count; ++i) all = all && goes_on(access + i * kWords, turns * lines, turn + i * kWords);
    if (!all) break;
  }
  return turns == 1 ? Streams{} : Streams{.count = count, .turns = turns};
}

/// Turns for which each stream may be answered as one run, before those that have come behind it in the first: as long
/// as none comes to a set that another has come to before.
template <class Second>
HWY_INLINE std::uint32_t turns_apart(Streams streams, const std::uint32_t* access, const SetIndex& first,
                                     const Second& second) {
  const std::uint32_t lines = AccessHead(access).lines();
  std::array<std::uint32_t, Streams::kMost> first_set;
  std::array<std::uint32_t, Streams::kMost> second_set;
  std::uint32_t most = streams.turns * lines;
  const auto keep_apart = [&most](std::uint32_t set, std::uint32_t other, std::uint32_t sets) HWY_ATTR {
    if (sets != 0) most = std::min(most, other > set ? other - set : other + sets - set);
  };
  for (std::size_t i = 0; i < streams.count; ++i) {
    const std::uint32_t line = access[i * AccessHead::kRunWords + AccessHead::kWords];
    first_set[i] = first.of_line(line);
    second_set[i] = second.set_of(line);
    for (std::size_t before = 0; before < i; ++before) {
      keep_apart(first_set[before], first_set[i], first.sets());
      keep_apart(second_set[before], second_set[i], second.sets());
    }
  }
  std::uint32_t turns = streams.turns;
  while (turns * lines > most) --turns;
  return turns;
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
      if (head.is_run()) {
        std::uint32_t set = index.of_line(ahead[0]);
        ahead += 2;
        for (std::uint32_t i = 0; i < count; ++i) {
          cache.prefetch(set);
          sets[lines++] = set;
          if (++set == index.sets()) set = 0;
        }
        continue;
      }
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t set = index.of_line(ahead[0]);
        cache.prefetch(set);
        sets[lines++] = set;
        ahead += words_of(LineRequest(ahead[1]));
      }
    }
    for (const std::uint32_t* set = sets.data(); access != ahead;) {
      const AccessHead head(access);
      if (head.is_run()) {
        const Streams streams = streams_at(access, ahead);
        const std::uint32_t turns = streams.count < 2 ? streams.turns : turns_apart(streams, access, index, second);
        if (turns > 1) {
          for (std::size_t i = 0; i < streams.count; ++i)
            answers.answer_run({.access = access + i * AccessHead::kRunWords,
                                .lines = turns * head.lines(),
                                .set = set[i * head.lines()]});
          access += std::size_t{streams.count} * turns * AccessHead::kRunWords;
          set += std::size_t{streams.count} * turns * head.lines();
          continue;
        }
        if (head.lines() != 1) {
          answers.answer_run({.access = access, .lines = head.lines(), .set = *set});
          access += AccessHead::kRunWords;
          set += head.lines();
          continue;
        }
      }
      // One line of a run stands there like that of any other access.
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
