// Work in two stages: one thread puts items, another works them off, in the order in which they were put. Without a
// second thread they are worked off by the one that puts them, in batches.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace warpglass::analysis {

template <class Item>
class Pipeline {
 public:
  using Work = std::function<void(std::span<const Item>)>;

  /// \param work  gets every item once, some at a time; from one thread at a time
  explicit Pipeline(Work work) : work_(std::move(work)) {}
  ~Pipeline() { finish(); }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// From now on. \param threaded  a thread of its own works, once there is a batch for it
  void start(bool threaded) {
    threaded_ = threaded;
    for (auto& batch : batches_) batch.resize(kItems);
  }

  /// Place of the next items, which stay together, for the caller to fill before the next call.
  /// \param count  at most kMostTogether
  [[nodiscard]] Item* put(std::size_t count) {
    if (filled_ + count > kItems) hand_over();
    Item* const place = batches_[made_ % kBatches].data() + filled_;
    filled_ += count;
    return place;
  }
  /// The last of them are none, after all.
  void take_back(std::size_t count) { filled_ -= count; }
  static constexpr std::size_t kMostTogether = 512;

  /// Returns when all is worked off; the thread has ended then.
  void finish() {
    if (thread_.joinable()) {
      {
        const std::lock_guard lock(mutex_);
        last_ = true;
      }
      changed_.notify_all();
      thread_.join();
      last_ = false;
    }
    if (filled_ != 0) work_(batch(made_, filled_));
    filled_ = 0;
  }

 private:
  static constexpr std::size_t kItems = 16 * kMostTogether;
  static constexpr std::size_t kBatches = 4;

  [[nodiscard]] std::span<const Item> batch(std::uint64_t number, std::size_t items) const {
    return std::span<const Item>(batches_[number % kBatches]).first(items);
  }

  void hand_over() {
    const std::size_t filled = std::exchange(filled_, 0);
    if (!threaded_) return work_(batch(made_, filled));
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    std::unique_lock lock(mutex_);
    items_[made_ % kBatches] = filled;
    ++made_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return made_ - done_ < kBatches; });
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return made_ != done_ || last_; });
      if (made_ == done_) return;
      lock.unlock();
      work_(batch(done_, items_[done_ % kBatches]));  // no other thread writes either
      lock.lock();
      ++done_;
      changed_.notify_all();
    }
  }

  Work work_;
  std::array<std::vector<Item>, kBatches> batches_;
  std::array<std::size_t, kBatches> items_{};  // of batches that were handed over
  std::size_t filled_ = 0;                     // items of the batch at hand, number made_
  bool threaded_ = false;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t made_ = 0;  // batches handed over
  std::uint64_t done_ = 0;  // and worked off
  bool last_ = false;       // no more will come
};

}  // namespace warpglass::analysis
