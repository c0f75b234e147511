#include "analysis/first_levels.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

/// Words of a line behind an access's head.
std::size_t words_of(LineRequest request) { return 2 + request.partly_count(); }

}  // namespace

void FirstLevels::start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops) {
  if (caches_.size() == 0 || rules_.l1_bytes != rules.l1_bytes) {
    caches_ = {std::max(1u, device.sm_count), rules.l1_bytes, rules.l1_eviction};
  } else {
    caches_.clear();
  }
  rules_ = rules;
  totals_ = {};
  by_op_.assign(ops, {});
  what_if_.start(device, rules, ops);
}

// All of them are larger than the host's nearest cache, which is asked for what it takes to look some lines up before
// they are.
void FirstLevels::answer(std::span<const std::uint32_t> accesses, SecondLevel& second) {
  std::array<std::uint32_t, kAtOnce> sets;
  const std::uint32_t* const end = accesses.data() + accesses.size();
  const std::uint32_t* ahead = accesses.data();
  for (const std::uint32_t* access = ahead; access != end;) {
    std::size_t lines = 0;
    while (ahead != end) {
      const AccessHead head(ahead);
      if (lines + head.lines() > kAtOnce) break;
      const Cache& cache = caches_[head.sm()];
      ahead += AccessHead::kWords;
      for (std::uint32_t i = 0; i < head.lines(); ++i) {
        const std::uint32_t set = cache.set_of_line(ahead[0]);
        cache.prefetch(set);
        sets[lines++] = set;
        ahead += words_of(LineRequest(ahead[1]));
      }
    }
    for (const std::uint32_t* set = sets.data(); access != ahead;) {
      const std::uint32_t of_access = AccessHead(access).lines();
      access = answer(access, set, second);
      set += of_access;
    }
  }
}

const std::uint32_t* FirstLevels::answer(const std::uint32_t* access, const std::uint32_t* sets, SecondLevel& second) {
  const AccessHead head(access);
  Cache& cache = caches_[head.sm()];
  std::uint64_t sectors = 0;
  std::uint64_t hits = 0;
  const std::uint32_t* words = access + AccessHead::kWords;
  const bool notes_writes = what_if_.looks() && !head.local();
  switch (head.kind()) {
    case LineRequest::Kind::read:
      for (std::uint32_t i = 0; i < head.lines(); ++i, words += 2) {
        const LineRequest request(words[1]);
        sectors += sector_count(request.sectors());
        if (head.what_if_read_only()) [[unlikely]]
          what_if_.read(head.sm(), head.pc(), words[0], request.sectors());
        hits += load(cache, head, sets[i], words[0], request, second);
      }
      if (!head.local()) totals_.global_load_hits += hits;
      break;
    case LineRequest::Kind::write:
      for (std::uint32_t i = 0; i < head.lines(); ++i) {
        const LineRequest request(words[1]);
        sectors += sector_count(request.sectors());
        hits += store(cache, head, sets[i], words[0], request);
        if (notes_writes) [[unlikely]]
          what_if_.write(words[0]);
        second.put(words[0], head.pc(), request, words + 2);
        words += words_of(request);
      }
      if (!head.local()) totals_.global_store_hits += hits;
      break;
    case LineRequest::Kind::update:
      for (std::uint32_t i = 0; i < head.lines(); ++i, words += 2) {
        const LineRequest request(words[1]);
        sectors += sector_count(request.sectors());
        cache.forget(sets[i], words[0], request.sectors());
        if (notes_writes) [[unlikely]]
          what_if_.write(words[0]);
        second.put(words[0], head.pc(), request, words + 2);
      }
      break;
  }
  totals_.sectors += sectors;
  totals_.hits += hits;
  if (head.pc() < by_op_.size()) {
    by_op_[head.pc()].sectors += sectors;
    by_op_[head.pc()].hits += hits;
  }
  return words;
}

/// \returns how many of the sectors it had
std::uint32_t FirstLevels::load(Cache& cache, const AccessHead& head, std::uint32_t set, std::uint32_t line,
                                LineRequest request, SecondLevel& second) {
  const std::uint32_t sectors = request.sectors();
  std::uint32_t missing = sectors;
  std::uint32_t fetched = sectors;
  if (head.first_level() && head.priority() == EvictionPriority::no_allocate) [[unlikely]] {
    const CachedLine* const there = cache.find(set, line);
    if (there != nullptr) missing = fetched = without(sectors, there->readable);
  } else if (head.first_level()) {
    CachedLine evicted;
    CachedLine& cached = cache.take(set, line, head.priority(), evicted);
    missing = without(sectors, cached.readable);
    fetched = missing;
    if (missing != 0 && head.whole_lines()) fetched = without(kWholeLine, cached.readable);
    cached.readable |= fetched & kWholeLine;
    cached.present |= fetched & kWholeLine;
  }
  if (fetched != 0) {
    totals_.fetched += sector_count(fetched);
    constexpr std::uint32_t kNoBytes = 0;  // nothing is written
    second.put(line, head.pc(), request.of(fetched, 0), &kNoBytes);
  }
  return sector_count(sectors) - sector_count(missing);
}

// Written through: the second level has it all. A line that is there is a hit, whichever sectors.
std::uint32_t FirstLevels::store(Cache& cache, const AccessHead& head, std::uint32_t set, std::uint32_t line,
                                 LineRequest request) {
  const std::uint32_t sectors = request.sectors();
  if (!head.first_level()) {
    cache.forget(set, line, sectors);
    return 0;
  }
  CachedLine evicted;
  CachedLine* const cached = head.priority() == EvictionPriority::no_allocate
                                 ? cache.find(set, line)
                                 : &cache.take(set, line, head.priority(), evicted);
  if (cached == nullptr) return 0;
  const std::uint32_t hits = cached->present != 0 ? sector_count(sectors) : 0;
  cached->present |= sectors & kWholeLine;
  cached->readable |= request.whole() & kWholeLine;
  return hits;
}

}  // namespace warpglass::analysis
