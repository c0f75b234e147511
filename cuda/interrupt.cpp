#include "cuda/interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <limits>
#include <thread>

#include "base/own_thread.hpp"

namespace warpglass::cuda {
namespace {

// All the handler may touch. Lock-free atomics and write() are what a signal handler is allowed.
std::atomic<std::atomic<bool>*> cancel_flag{nullptr};
std::atomic<int> wake_up{-1};
std::atomic<int> signals_seen{0};
std::atomic<std::int64_t> first_signal{std::numeric_limits<std::int64_t>::max() / 2};
constexpr std::int64_t kOneSignal = 500;  // milliseconds
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<void*>::is_always_lock_free);

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// In milliseconds; clock_gettime() is allowed in a handler.
std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

void on_signal(int signal) {
  const int saved_errno = errno;
  if (signals_seen.fetch_add(1) != 0) {
    // Who signals a group and who passes signals on to a child mean the same one.
    if (now() - first_signal.load() > kOneSignal) end_by(signal);
    errno = saved_errno;
    return;
  }
  first_signal = now();
  if (std::atomic<bool>* cancel = cancel_flag.load()) cancel->store(true);
  const auto byte = static_cast<unsigned char>(signal);
  if (write(wake_up.load(), &byte, 1) != 1) end_by(signal);
  errno = saved_errno;
}

void take(int signal) {
  struct sigaction current{};
  if (sigaction(signal, nullptr, &current) != 0 || (current.sa_flags & SA_SIGINFO) != 0 ||
      current.sa_handler != SIG_DFL)
    return;
  struct sigaction ours{};
  ours.sa_handler = on_signal;
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  sigaction(signal, &ours, nullptr);
}

}  // namespace

void take_interrupts(std::atomic<bool>& cancel, std::function<void()> last_words) {
  int ends[2];
  if (cancel_flag.load() != nullptr || pipe2(ends, O_CLOEXEC) != 0) return;
  cancel_flag = &cancel;
  wake_up = ends[1];
  // The thread takes no signals itself, so that the program's own handling is as it was.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  std::thread([source = ends[0], speak = std::move(last_words)] {
    mark_own_thread();
    unsigned char signal = 0;
    while (read(source, &signal, 1) < 0 && errno == EINTR) {
    }
    speak();
    std::signal(signal, SIG_DFL);
    kill(getpid(), signal);
  }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  take(SIGINT);
  take(SIGTERM);
}

}  // namespace warpglass::cuda
