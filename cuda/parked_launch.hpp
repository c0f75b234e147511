// A kernel may wait for the host: for a flag in managed or pinned memory that the program sets once the launch call has
// returned. Such a launch runs on a thread of its own; when nothing that it reads changes any more, the call returns
// and the launch goes on looking. The next call that needs the device waits for it to end, for as long as the host
// could still change something.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "runtime/status.hpp"

namespace warpglass::cuda {

/// Of a process, whose lock is held when run() and settle() are called; the others are the launch's own.
class ParkedLaunch {
 public:
  /// Executes a launch, after the one before it. \return  its status; nothing while it waits for the host
  [[nodiscard]] std::optional<runtime::Status> run(std::function<runtime::Status()> launch);

  /// The launch has come to a stand. \return  whether to go on looking (sim::LaunchRequest::await_change)
  [[nodiscard]] bool await_change();

  /// Its blocks have ended: what is gathered of it is handed on while the host is in a call and waits for it.
  void rejoin();

  /// The host does nothing else until the launch has ended.
  /// \throws what the launch has thrown
  void settle();

 private:
  enum class State { none, running, waiting, done };

  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::none;
  bool host_waits_ = false;
  std::chrono::steady_clock::time_point patience_end_{};
  runtime::Status status_{};
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace warpglass::cuda
