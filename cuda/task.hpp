// Work of a stream on a thread of its own, which takes turns with whoever has the process's lock: it runs while that
// one waits, and stands still until it is let go on. So nothing of the device is ever used by two threads at once, and
// which of several goes on first is decided in one place (cuda/pending.hpp).
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "cuda/api.hpp"
#include "sim/turns.hpp"

namespace warpglass::cuda {

class Task final : public sim::Turns, public std::enable_shared_from_this<Task> {
 public:
  enum class State : std::uint8_t {
    runs,
    stands,   // a kernel waits for others
    outside,  // a function of the program's runs, without the lock
    returns,  // from there
    done,
  };

  /// For work that the program has given this stream.
  Task(cudaStream_t handle, std::uint64_t stream) : handle_(handle), stream_(stream) {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// Of the calling thread; nullptr where it is one of the program's.
  [[nodiscard]] static Task* current();

  // ---- For who has the lock ----

  /// Runs the work until it is done, or stands still. To be called once.
  State start(std::function<cudaError_t()> work);
  /// Lets it go on until it stands again.
  State go_on(sim::Turn turn = sim::Turn::go_on);
  [[nodiscard]] State state();
  /// Where it stands.
  [[nodiscard]] const sim::Stand& stand() const { return stand_; }
  /// Once it is done.
  [[nodiscard]] cudaError_t result() const { return result_; }

  // ---- For the work itself ----

  [[nodiscard]] sim::Turn give_way(const sim::Stand& stand) override;
  /// Calls a function of the program's.
  void step_outside(const std::function<void()>& function);
  /// Handles stay good for the work that a stream has, also when the program has destroyed it.
  [[nodiscard]] cudaStream_t handle() const { return handle_; }
  [[nodiscard]] std::uint64_t stream() const { return stream_; }

 private:
  void run(const std::function<cudaError_t()>& work);
  /// The work's side hands over, and waits to be let go on.
  sim::Turn hand_over(State state);

  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::runs;
  sim::Turn turn_ = sim::Turn::go_on;
  sim::Stand stand_;
  cudaError_t result_ = cudaSuccess;
  cudaStream_t handle_;
  std::uint64_t stream_;
};

/// The program's signals are for its own threads: one that is made while this lives takes none but what it does itself.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace warpglass::cuda
