#include "analysis/second_level.hpp"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace warpglass::analysis {
namespace {

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

}  // namespace

/// What one thread answers, and counts of that: on a cache line of the host's that no other thread writes.
class alignas(64) SecondLevel::Part {
 public:
  Part(Partitions& partitions, const arch::CacheRules& rules, std::size_t ops)
      : partitions_(&partitions), home_mask_(partitions.size() - 1), rules_(rules), by_op_(ops) {}

  /// Requests to the sets of one group, all or the next.
  void answer(std::span<const std::uint32_t> requests);
  void add_to(SecondLevelTotals& totals, std::span<SecondLevelAt> by_op) const;

 private:
  using Cache = SectoredCache<arch::kSecondLevelWays>;

  /// Where a line may be.
  struct Place {
    std::uint32_t set = 0;  // in either partition
    std::uint32_t number = 0;
  };

  // Each returns how many of the sectors were found.
  std::uint32_t read(Place at, LineRequest request);
  std::uint32_t write(Place at, LineRequest request, const std::uint32_t* bytes);
  std::uint32_t update(Place at, LineRequest request);
  std::uint32_t read_home(Cache& place, Place at, std::uint32_t sectors, EvictionPriority priority,
                          CachedLine*& at_home);
  void write_partly(Cache& place, CachedLine& line, std::uint32_t sectors, std::uint32_t fresh,
                    const std::uint32_t* bytes);
  void make_room(CachedLine evicted);
  void complete(Cache& place, CachedLine& line);
  void soil(Cache& place, CachedLine& line, std::uint32_t sectors);
  [[nodiscard]] Cache& home(std::uint32_t line) {
    return (*partitions_)[line * 0x9e3779b97f4a7c15ull >> 40 & home_mask_];
  }

  Partitions* partitions_;
  std::size_t home_mask_;  // partitions, of which there are a power of two, less one
  arch::CacheRules rules_;
  SecondLevelTotals totals_;  // but for those of ops
  std::vector<SecondLevelAt> by_op_;
  SecondLevelAt elsewhere_;  // of no op
};

/// Each group has its thread, which answers its requests in order.
class SecondLevel::Threads {
 public:
  /// \param spare  places for requests; those that have been answered are put there
  Threads(std::span<Part> parts, std::vector<std::uint32_t*>& spare) : spare_(spare), queues_(parts.size()) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      threads_.emplace_back([this, &part = parts[i], &queue = queues_[i]] { run(part, queue); });
  }
  /// All is answered then.
  ~Threads() {
    {
      const std::lock_guard lock(mutex_);
      last_ = true;
    }
    for (Queue& queue : queues_) queue.has_work.notify_one();
    for (std::thread& thread : threads_) thread.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// \returns a place for the group's next requests
  [[nodiscard]] std::uint32_t* answer(std::size_t group, std::span<std::uint32_t> requests) {
    std::unique_lock lock(mutex_);
    Queue& queue = queues_[group % queues_.size()];
    queue.requests.push_back(requests);
    queue.has_work.notify_one();
    has_room_.wait(lock, [this] { return !spare_.empty(); });
    std::uint32_t* const place = spare_.back();
    spare_.pop_back();
    return place;
  }

 private:
  struct Queue {
    std::deque<std::span<std::uint32_t>> requests;
    std::condition_variable has_work;
  };

  void run(Part& part, Queue& queue) {
    std::unique_lock lock(mutex_);
    for (;;) {
      queue.has_work.wait(lock, [&] { return !queue.requests.empty() || last_; });
      if (queue.requests.empty()) return;
      const std::span<std::uint32_t> requests = queue.requests.front();
      queue.requests.pop_front();
      lock.unlock();
      part.answer(requests);
      lock.lock();
      spare_.push_back(requests.data());
      has_room_.notify_one();
    }
  }

  std::vector<std::uint32_t*>& spare_;
  std::deque<Queue> queues_;  // by thread
  std::mutex mutex_;
  std::condition_variable has_room_;
  bool last_ = false;  // no more will come
  std::vector<std::thread> threads_;
};

SecondLevel::SecondLevel() = default;
SecondLevel::~SecondLevel() = default;
SecondLevel::SecondLevel(SecondLevel&&) noexcept = default;
SecondLevel& SecondLevel::operator=(SecondLevel&&) noexcept = default;

void SecondLevel::start(const arch::CacheRules& rules, std::size_t ops, std::size_t threads) {
  if (partitions_ == nullptr || rules_.l2_bytes != rules.l2_bytes) {
    partitions_ =
        std::make_unique<Partitions>(rules.l2_partitions, rules.l2_bytes / rules.l2_partitions, rules.l2_eviction);
    groups_.assign((*partitions_)[0].sets() / kSetsInGroup + 1, {});
    words_ = {};
  } else {
    partitions_->clear();
  }
  rules_ = rules;
  const std::size_t places = groups_.size() + threads * kSparePlaces;
  if (words_.size() < places * kGroupStride) words_ = ZeroedArray<std::uint32_t>(places * kGroupStride);
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i] = {.words = &words_[i * kGroupStride]};
  spare_.clear();
  for (std::size_t i = groups_.size(); i < places; ++i) spare_.push_back(&words_[i * kGroupStride]);
  parts_.assign(std::max<std::size_t>(1, threads), Part(*partitions_, rules_, ops));
  totals_ = {};
  by_op_.assign(ops, {});
}

void SecondLevel::hand_over(Group& group) {
  const std::span<std::uint32_t> requests(group.words, group.filled);
  group.filled = 0;
  if (threads_ == nullptr && spare_.empty()) return parts_.front().answer(requests);
  if (threads_ == nullptr) threads_ = std::make_unique<Threads>(parts_, spare_);
  group.words = threads_->answer(static_cast<std::size_t>(&group - groups_.data()), requests);
}

void SecondLevel::finish() {
  threads_ = nullptr;
  for (Group& group : groups_) {
    parts_.front().answer(std::span<const std::uint32_t>(group.words, group.filled));
    group.filled = 0;
  }
  totals_ = {};
  by_op_.assign(by_op_.size(), {});
  for (const Part& part : parts_) part.add_to(totals_, by_op_);
}

void SecondLevel::Part::add_to(SecondLevelTotals& totals, std::span<SecondLevelAt> by_op) const {
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

void SecondLevel::Part::answer(std::span<const std::uint32_t> requests) {
  const std::uint32_t* words = requests.data();
  const std::uint32_t* const end = words + requests.size();
  while (words != end) {
    const Place at{.set = (*partitions_)[0].set_of_line(words[0]), .number = words[0]};
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

std::uint32_t SecondLevel::Part::read(Place at, LineRequest request) {
  Cache& near = (*partitions_)[request.near()];
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
std::uint32_t SecondLevel::Part::read_home(Cache& place, Place at, std::uint32_t sectors, EvictionPriority priority,
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
std::uint32_t SecondLevel::Part::write(Place at, LineRequest request, const std::uint32_t* bytes) {
  const std::uint32_t sectors = request.sectors();
  const std::uint32_t hits = sector_count(sectors);
  Cache& near = (*partitions_)[request.near()];
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
void SecondLevel::Part::write_partly(Cache& place, CachedLine& line, std::uint32_t sectors, std::uint32_t fresh,
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
std::uint32_t SecondLevel::Part::update(Place at, LineRequest request) {
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
  Cache& near = (*partitions_)[request.near()];
  if (&near != &place && place.has_copy(*at_home)) near.forget(at.set, at.number, sectors);
  return sector_count(sectors) - missed;
}

void SecondLevel::Part::make_room(CachedLine evicted) {
  if ((evicted.dirty | evicted.partial) == 0) return;
  totals_.dram_writes += sector_count(evicted.dirty);
  totals_.dram_reads += sector_count(evicted.partial);
}

/// Reads the other bytes of sectors that were written in part.
void SecondLevel::Part::complete(Cache& place, CachedLine& line) {
  totals_.dram_reads += sector_count(line.partial);
  line.readable |= line.partial;
  place.unmark(line, Cache::Mark::partial, line.partial);
}

/// Sectors are to be written back; those of the line that waits longest are, when too many of its set wait.
void SecondLevel::Part::soil(Cache& place, CachedLine& line, std::uint32_t sectors) {
  CachedLine* const oldest = place.mark(line, Cache::Mark::dirty, sectors, rules_.l2_dirty_ways);
  if (oldest == nullptr) return;
  totals_.dram_writes += sector_count(oldest->dirty);
  place.unmark(*oldest, Cache::Mark::dirty, oldest->dirty);
}

}  // namespace warpglass::analysis
