// Host threads that outlive a launch: a program with many small launches does not wait for threads to be born.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace warpglass::sim {

class ThreadPool {
 public:
  ThreadPool();
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls `work(0)` here and `work(1)` to `work(count - 1)` on threads of the pool, which are started when they are
  /// first needed; returns when all have returned. They throw nothing. In a forked child the threads are others. While
  /// the pool is at work, as for such work itself, it takes new threads.
  void run(std::size_t count, const std::function<void(std::size_t)>& work);

  [[nodiscard]] bool is_busy() const { return busy_.load(std::memory_order_relaxed); }
  /// Whether the calling thread is one of a pool's.
  [[nodiscard]] static bool has_this_thread();

 private:
  struct State;

  void leave_to_parent();

  std::unique_ptr<State> state_;
  std::atomic<bool> busy_ = false;
};

}  // namespace warpglass::sim
