// The clusters of a launch, taken by its workers in batches of some that follow each other: small ones towards the end,
// so that all workers end at about the same time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace warpglass::sim {

class ClusterBatches {
 public:
  static constexpr std::uint64_t kMost = 32;  // clusters in a batch

  struct Batch {
    std::uint64_t number = 0;
    std::uint64_t first = 0;  // cluster
    std::uint64_t end = 0;

    [[nodiscard]] std::uint64_t size() const { return end - first; }
  };

  ClusterBatches(std::uint64_t clusters, std::size_t workers) : clusters_(clusters), workers_(workers) {}

  /// The next batch, of at most so many clusters; empty when there are no more.
  [[nodiscard]] Batch take(std::uint64_t most = kMost) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t left = clusters_ - next_;
    if (left == 0) return {};
    // Of what is left each worker gets about this many more.
    constexpr std::uint64_t kTimes = 8;
    const std::uint64_t size = std::min(std::clamp<std::uint64_t>(left / (workers_ * kTimes), 1, kMost), most);
    const Batch batch{.number = count_++, .first = next_, .end = next_ + size};
    next_ += size;
    return batch;
  }

  /// Those that have been taken so far.
  [[nodiscard]] std::uint64_t count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  const std::uint64_t clusters_;
  const std::uint64_t workers_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;  // cluster
  std::uint64_t count_ = 0;
};

/// How many clusters a worker takes at once where a batch's log is worked on by many: as many as it runs in about the
/// time that is worth their trouble, since clusters that run long leave long logs.
class BatchPace {
 public:
  /// \param paced  whether the time matters; otherwise all that there may be
  explicit BatchPace(bool paced) : most_(paced ? 1 : ClusterBatches::kMost), paced_(paced) {}

  [[nodiscard]] std::uint64_t most() const { return most_; }
  void begin() {
    if (paced_) since_ = std::chrono::steady_clock::now();
  }
  void end(std::uint64_t clusters) {
    if (!paced_) return;
    constexpr std::chrono::microseconds kWorth{150};
    const auto took = std::chrono::steady_clock::now() - since_;
    if (took * 2 < kWorth && clusters == most_) most_ = std::min(2 * most_, ClusterBatches::kMost);
    if (took > kWorth) most_ = std::max<std::uint64_t>(most_ / 2, 1);
  }

 private:
  std::uint64_t most_;
  bool paced_;
  std::chrono::steady_clock::time_point since_;
};

}  // namespace warpglass::sim
