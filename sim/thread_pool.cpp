#include "sim/thread_pool.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "base/own_thread.hpp"

namespace warpglass::sim {
namespace {

thread_local bool in_pool = false;

}  // namespace

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable started;
  std::condition_variable ended;
  std::vector<std::thread> threads;  // number i has work i + 1
  const std::function<void(std::size_t)>* work = nullptr;
  std::size_t count = 0;    // of the work at hand
  std::size_t running = 0;  // threads that have not ended theirs
  std::uint64_t round = 0;  // of work so far
  bool closing = false;
  pid_t process = getpid();

  void serve(std::size_t number, std::uint64_t seen) {
    mark_own_thread();
    in_pool = true;
    std::unique_lock lock(mutex);
    for (;;) {
      started.wait(lock, [&] { return closing || round != seen; });
      if (closing) return;
      seen = round;
      if (number >= count) continue;
      lock.unlock();
      (*work)(number);
      lock.lock();
      if (--running == 0) ended.notify_one();
    }
  }
};

ThreadPool::ThreadPool() = default;

// In a process that was forked the threads are the parent's: neither joined nor freed.
void ThreadPool::leave_to_parent() { [[maybe_unused]] const State* parents = state_.release(); }

ThreadPool::~ThreadPool() {
  if (!state_) return;
  if (state_->process != getpid()) {
    leave_to_parent();
    return;
  }
  {
    const std::lock_guard lock(state_->mutex);
    state_->closing = true;
  }
  state_->started.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

void ThreadPool::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (count <= 1) return work(0);
  if (busy_.exchange(true)) {
    ThreadPool others;
    return others.run(count, work);
  }
  if (state_ && state_->process != getpid()) leave_to_parent();
  if (!state_) state_ = std::make_unique<State>();
  {
    const std::lock_guard lock(state_->mutex);
    while (state_->threads.size() + 1 < count) {
      const std::size_t number = state_->threads.size() + 1;
      state_->threads.emplace_back(
          [state = state_.get(), number, seen = state_->round] { state->serve(number, seen); });
    }
    state_->work = &work;
    state_->count = count;
    state_->running = count - 1;
    ++state_->round;
  }
  state_->started.notify_all();
  work(0);
  {
    std::unique_lock lock(state_->mutex);
    state_->ended.wait(lock, [&] { return state_->running == 0; });
  }
  busy_ = false;
}

bool ThreadPool::has_this_thread() { return in_pool; }

}  // namespace warpglass::sim
