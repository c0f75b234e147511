// What is done by several workers at once and has to be counted, or brought to memory, in one order: that of the
// clusters, as if one worker had run them one after another.
//
// A worker keeps a log of the batch that it runs, one cluster or some that follow each other. When the batch has ended
// its log waits in a ring, at the place of its number; from there logs are worked off as far as they lie without a gap,
// by whichever worker comes along. What is worked on is cut into parts that know nothing of each other, each with a
// place in the ring up to which its logs have been worked off: so several workers work on different parts of the same
// logs at once, and each part still sees its batches in order. Where there are several stages, one is done with a batch
// before the next begins with it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warpglass::sim {

/// Longer and longer pauses for who waits for another thread. At first it stays awake, as long as it takes to fall
/// asleep and be woken.
class Patience {
 public:
  void pause();
  void renew() { waits_ = false; }

 private:
  bool waits_ = false;
  std::chrono::steady_clock::time_point since_;  // the first pause
  std::chrono::microseconds asleep_{0};          // in the last one
};

/// Makes it the least of what it was and a number that others may lower it to at once.
inline void lower(std::atomic<std::uint64_t>& least, std::uint64_t number) {
  std::uint64_t so_far = least.load();
  while (number < so_far && !least.compare_exchange_weak(so_far, number)) {
  }
}

/// What a log has in common with others.
struct BatchLog {
  std::size_t bytes = 0;       // of what is in it
  std::size_t most_bytes = 0;  // that ever were, of all batches whose it was
};

/// Logs that no batch has, kept for those to come, also of other launches: their memory was had once.
/// \tparam Log  a BatchLog with clear(), which keeps its memory
template <class Log>
class SpareLogs {
 public:
  /// \param bytes  that they may take
  explicit SpareLogs(std::size_t bytes) : bytes_(bytes) {}

  /// Empty.
  [[nodiscard]] std::unique_ptr<Log> take() {
    const std::lock_guard lock(mutex_);
    if (logs_.empty()) return std::make_unique<Log>();
    std::unique_ptr<Log> log = std::move(logs_.back());
    logs_.pop_back();
    held_ -= log->most_bytes;
    return log;
  }
  void keep(std::unique_ptr<Log> log) {
    clear(*log);
    const std::lock_guard lock(mutex_);
    if (held_ + log->most_bytes > bytes_) return;
    held_ += log->most_bytes;
    logs_.push_back(std::move(log));
  }
  static void clear(Log& log) {
    log.most_bytes = std::max(log.most_bytes, log.bytes);
    log.clear();
    log.bytes = 0;
  }

 private:
  const std::size_t bytes_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Log>> logs_;
  std::size_t held_ = 0;
};

/// \tparam Log  as that of SpareLogs
template <class Log, std::size_t Stages = 1>
class BatchRing {
 public:
  static constexpr std::uint64_t kMostSlots = 4096;
  static constexpr std::size_t kMostParts = 32;

  /// \param parts      of each stage
  /// \param slots      batches that may be ahead of the oldest one, at least; no more than kMostSlots
  /// \param bytes      of logs in the ring, from where on no batch begins
  /// \param spare      gets those that have been worked off; outlives the ring
  /// \param last       nothing is worked off beyond; may fall, to a batch that has not ended
  /// \param cancelled  whether the launch is to end: nobody waits any more
  BatchRing(std::array<std::size_t, Stages> parts, std::uint64_t slots, std::size_t bytes, SpareLogs<Log>& spare,
            const std::atomic<std::uint64_t>& last, std::function<bool()> cancelled)
      : bytes_(bytes),
        spare_(spare),
        last_(last),
        cancelled_(std::move(cancelled)),
        slots_(static_cast<std::size_t>(std::bit_ceil(std::clamp<std::uint64_t>(slots, 1, kMostSlots)))) {
    for (std::size_t stage = 0; stage < Stages; ++stage) progress_[stage] = std::vector<Progress>(parts[stage]);
  }
  BatchRing(const BatchRing&) = delete;
  BatchRing& operator=(const BatchRing&) = delete;

  [[nodiscard]] std::size_t parts(std::size_t stage) const { return progress_[stage].size(); }
  [[nodiscard]] bool has_room() const { return pending_bytes_.load() < bytes_; }
  /// Whether what a batch does is of no interest any more.
  [[nodiscard]] bool is_lost(std::uint64_t batch) const { return batch > last_.load() || cancelled_(); }

  /// The first batch whose log is not all worked off.
  [[nodiscard]] std::uint64_t oldest() const {
    std::uint64_t oldest = ~std::uint64_t{0};
    for (const auto& stage : progress_)
      for (const Progress& part : stage) oldest = std::min(oldest, part.next.load(std::memory_order_acquire));
    return oldest;
  }

  /// Whether all of so many batches have been worked off, as far as they are of interest.
  [[nodiscard]] bool is_done(std::uint64_t batches) const {
    const std::uint64_t last = last_.load();
    return oldest() >= (last < batches ? last + 1 : batches);
  }

  /// Waits until `ready`, or until the batch is lost, and helps meanwhile. \param help  returns whether it got on
  template <class Ready, class Help>
  void await(std::uint64_t batch, Ready&& ready, Help&& help) const {
    Patience patience;
    while (!ready() && !is_lost(batch)) {
      if (help()) {
        patience.renew();
      } else {
        patience.pause();
      }
    }
  }

  /// Whether there is a slot for the batch: not so far ahead of the oldest one.
  [[nodiscard]] bool has_slot(std::uint64_t batch) const { return batch - oldest() < slots_.size(); }

  /// A batch has ended, for which there is a slot. \param filled  parts of the first stage that hold anything, a bit
  /// each
  void put(std::uint64_t batch, std::uint32_t filled, std::unique_ptr<Log> log) {
    Slot& slot = slot_of(batch);
    if (filled != 0) {
      slot.left.store(static_cast<std::uint32_t>(std::popcount(filled)), std::memory_order_relaxed);
      pending_bytes_ += log->bytes;
      slot.log = std::move(log);
    }
    // With nothing in the first stage there is nothing in any.
    for (std::size_t stage = filled != 0 ? 1 : Stages; stage-- > 0;) open(slot, batch, stage, filled);
  }

  /// From within the work on a stage: the next one may begin with the batch.
  void pass_on(std::uint64_t batch, std::size_t next_stage, std::uint32_t filled) {
    Slot& slot = slot_of(batch);
    slot.left.fetch_add(static_cast<std::uint32_t>(std::popcount(filled)), std::memory_order_relaxed);
    open(slot, batch, next_stage, filled);
  }

  /// From within the work on the first stage, by the last part that works on a batch: its log has come to so many
  /// bytes.
  void grow(Log& log, std::size_t bytes) {
    pending_bytes_ += bytes - log.bytes;
    log.bytes = bytes;
  }

  /// Works off what there is of one part, unless somebody else does. \param work  is given each batch's number and log
  /// \returns whether it has got on
  template <class Work>
  bool advance(std::size_t stage, std::size_t part, Work&& work) {
    Progress& progress = progress_[stage][part];
    if (progress.busy.load(std::memory_order_relaxed) || progress.busy.exchange(true, std::memory_order_acquire))
      return false;
    const std::uint64_t begin = progress.next.load(std::memory_order_relaxed);
    std::uint64_t next = begin;
    for (;; ++next) {
      Slot& slot = slot_of(next);
      const auto& opened = slot.stages[stage];
      // A batch that faults says so before its log is found here.
      if (opened.batch.load(std::memory_order_acquire) != next || next > last_.load()) break;
      if ((opened.filled >> part & 1) == 0) continue;
      work(next, *slot.log);
      if (slot.left.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
      pending_bytes_ -= slot.log->bytes;
      spare_.keep(std::move(slot.log));
    }
    progress.next.store(next, std::memory_order_release);
    progress.busy.store(false, std::memory_order_release);
    return next != begin;
  }

 private:
  /// The log of a batch that has ended, until all of it has been worked off.
  struct Slot {
    struct Stage {
      std::atomic<std::uint64_t> batch{~std::uint64_t{0}};  // that may be worked on; written last
      std::uint32_t filled = 0;                             // parts that hold anything, a bit each
    };
    std::array<Stage, Stages> stages;
    std::atomic<std::uint32_t> left{0};  // parts that hold anything and have not been worked off
    std::unique_ptr<Log> log;
  };
  struct alignas(64) Progress {
    std::atomic<bool> busy{false};
    std::atomic<std::uint64_t> next{0};  // the first batch that has not been worked off
  };

  [[nodiscard]] Slot& slot_of(std::uint64_t batch) { return slots_[batch & (slots_.size() - 1)]; }

  static void open(Slot& slot, std::uint64_t batch, std::size_t stage, std::uint32_t filled) {
    slot.stages[stage].filled = filled;
    slot.stages[stage].batch.store(batch, std::memory_order_release);
  }

  const std::size_t bytes_;
  SpareLogs<Log>& spare_;
  const std::atomic<std::uint64_t>& last_;
  const std::function<bool()> cancelled_;
  std::vector<Slot> slots_;  // by number; a power of two
  std::array<std::vector<Progress>, Stages> progress_;
  std::atomic<std::size_t> pending_bytes_{0};
};

}  // namespace warpglass::sim
