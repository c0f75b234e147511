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

/// The program's signals are for its own threads: one that is made meanwhile takes none but what it does itself.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigdelset(&all, own);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

std::optional<runtime::Status> ParkedLaunch::run(std::function<runtime::Status()> launch) {
  settle();
  std::unique_lock lock(mutex_);
  host_waits_ = false;
  const auto execute = [this, launch = std::move(launch)] {
    runtime::Status status{};
    std::exception_ptr failure;
    try {
      status = launch();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard ended(mutex_);
    status_ = status;
    failure_ = std::move(failure);
    state_ = State::done;
    changed_.notify_all();
  };
  {
    const SignalsBlocked blocked;
    thread_ = std::thread(execute);
  }
  // The thread waits for the lock before it says anything; where there could be none, nothing has begun.
  state_ = State::running;
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

void ParkedLaunch::rejoin() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ == State::running || host_waits_; });
}

void ParkedLaunch::settle() {
  std::unique_lock lock(mutex_);
  if (state_ == State::none) return;
  host_waits_ = true;
  patience_end_ = std::chrono::steady_clock::now() + kPatience;
  changed_.notify_all();
  changed_.wait(lock, [&] { return state_ == State::done; });
  state_ = State::none;
  lock.unlock();
  thread_.join();
  if (const std::exception_ptr failure = std::exchange(failure_, nullptr)) std::rethrow_exception(failure);
}

}  // namespace warpglass::cuda
