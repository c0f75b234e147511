#include "cuda/parked_launch.hpp"

#include <pthread.h>

#include <csignal>
#include <utility>

namespace warpglass::cuda {
namespace {

// Between two looks.
constexpr std::chrono::microseconds kPause{200};
// What other threads of the program have, once the one that calls waits for the launch.
constexpr std::chrono::milliseconds kPatience{500};

}  // namespace

std::optional<runtime::Status> ParkedLaunch::run(std::function<runtime::Status()> launch) {
  settle();
  std::unique_lock lock(mutex_);
  state_ = State::running;
  host_waits_ = false;
  // The program's signals are for its own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  thread_ = std::thread([this, launch = std::move(launch)] {
    const runtime::Status status = launch();
    const std::lock_guard ended(mutex_);
    status_ = status;
    state_ = State::done;
    changed_.notify_all();
  });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  changed_.wait(lock, [&] { return state_ != State::running; });
  if (state_ == State::waiting) return std::nullopt;
  lock.unlock();
  settle();
  return status_;
}

bool ParkedLaunch::await_change() {
  std::unique_lock lock(mutex_);
  if (state_ == State::running) {
    state_ = State::waiting;
    changed_.notify_all();
  }
  changed_.wait_for(lock, kPause);
  return !host_waits_ || std::chrono::steady_clock::now() < patience_end_;
}

void ParkedLaunch::settle() {
  std::unique_lock lock(mutex_);
  if (state_ == State::none) return;
  host_waits_ = true;
  patience_end_ = std::chrono::steady_clock::now() + kPatience;
  changed_.wait(lock, [&] { return state_ == State::done; });
  state_ = State::none;
  lock.unlock();
  thread_.join();
}

}  // namespace warpglass::cuda
