#include "cuda/task.hpp"

#include <unistd.h>

#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/own_thread.hpp"
#include "cuda/current_device.hpp"
#include "cuda/page_guard.hpp"
#include "sim/events.hpp"

namespace warpglass::cuda {
namespace {

thread_local Task* current_task = nullptr;
thread_local std::optional<page_guard::OwnAccess> own_access;

/// Threads that wait for work: a new one for each launch would cost more than many launches do.
class Threads {
 public:
  static Threads& get() {
    static Threads* const made = new Threads;  // threads outlive the program's own end
    return *made;
  }

  void run(std::function<void()> work) {
    Thread* thread = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (process_ != getpid()) idle_.clear();  // a forked child has none of them
      process_ = getpid();
      if (!idle_.empty()) {
        thread = idle_.back();
        idle_.pop_back();
      }
    }
    if (thread == nullptr) {
      thread = new Thread;
      const SignalsBlocked blocked;
      std::thread([this, thread] { serve(*thread); }).detach();
    }
    const std::lock_guard lock(thread->mutex);
    thread->work = std::move(work);
    thread->has_work.notify_one();
  }

 private:
  struct Thread {
    std::mutex mutex;
    std::condition_variable has_work;
    std::function<void()> work;
  };

  void serve(Thread& thread) {
    mark_own_thread();
    for (;;) {
      std::function<void()> work;
      {
        std::unique_lock lock(thread.mutex);
        thread.has_work.wait(lock, [&] { return static_cast<bool>(thread.work); });
        work = std::exchange(thread.work, nullptr);
      }
      work();
      work = nullptr;
      const std::lock_guard lock(mutex_);
      idle_.push_back(&thread);
    }
  }

  std::mutex mutex_;
  std::vector<Thread*> idle_;
  pid_t process_ = getpid();
};

}  // namespace

SignalsBlocked::SignalsBlocked() {
  sigset_t all;
  sigfillset(&all);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigdelset(&all, own);
  pthread_sigmask(SIG_BLOCK, &all, &before_);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

Task* Task::current() { return current_task; }

Task::State Task::start(std::function<cudaError_t()> work) {
  Threads::get().run([self = shared_from_this(), work = std::move(work)] { self->run(work); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::runs; });
  return state_;
}

void Task::run(const std::function<cudaError_t()>& work) {
  current_task = this;
  own_access.emplace();
  const OnDevice of_stream(sim::device_of_stream(stream_));
  cudaError_t result = cudaErrorUnknown;
  try {
    result = work();
  } catch (const std::bad_alloc&) {
    result = cudaErrorMemoryAllocation;
  } catch (...) {  // NOLINT(bugprone-empty-catch)
    // Answers as any call does that throws.
  }
  own_access.reset();
  current_task = nullptr;
  const std::lock_guard lock(mutex_);
  result_ = result;
  state_ = State::done;
  changed_.notify_all();
}

Task::State Task::go_on(sim::Turn turn) {
  std::unique_lock lock(mutex_);
  turn_ = turn;
  state_ = State::runs;
  changed_.notify_all();
  changed_.wait(lock, [this] { return state_ != State::runs; });
  return state_;
}

Task::State Task::state() {
  const std::lock_guard lock(mutex_);
  return state_;
}

sim::Turn Task::hand_over(State state) {
  std::unique_lock lock(mutex_);
  state_ = state;
  changed_.notify_all();
  changed_.wait(lock, [this] { return state_ == State::runs; });
  return turn_;
}

sim::Turn Task::give_way(const sim::Stand& stand) {
  stand_ = stand;
  return hand_over(State::stands);
}

void Task::step_outside(const std::function<void()>& function) {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::outside;
    changed_.notify_all();
  }
  own_access.reset();
  current_task = nullptr;
  function();
  current_task = this;
  own_access.emplace();
  (void)hand_over(State::returns);
}

}  // namespace warpglass::cuda
