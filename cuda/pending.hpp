// What streams have yet to do. Most work is done when the call that asks for it returns, in the order of the calls,
// which every stream permits. But a kernel may wait for something that comes later: for the host to write a flag, for a
// kernel or a copy in another stream. Such a launch gives way (sim/turns.hpp): the call returns, and what comes behind
// it is kept here until the streams' order lets it begin. Whoever has the process's lock lets the waiting launches look
// whether something has changed: each call of the API does before all else, a call that waits does over and over, and
// while the program makes no calls a thread of its own does.
//
// All of it is decided in the order in which operations were given out, so a program whose results do not depend on the
// machine's timing gets the same report each time.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cuda/api.hpp"
#include "cuda/call_place.hpp"
#include "cuda/task.hpp"

namespace warpglass::cuda {

/// Of a process, whose lock is held whenever a function of it is called that is not said to need none.
class Pending {
 public:
  using Perform = std::function<cudaError_t()>;

  struct Host {
    std::timed_mutex& mutex;                               // the lock
    std::function<bool(std::uint32_t device)> is_faulted;  // it does no more
    std::function<bool()> is_cancelled;                    // the user has ended the program
  };

  explicit Pending(Host host) : host_(std::move(host)) {}

  /// Whether there is any; needs no lock.
  [[nodiscard]] bool any() const { return count_.load(std::memory_order_relaxed) != 0; }

  // ---- Streams ----

  /// A stream that does not wait for the default stream, nor that for it.
  void note_independent(std::uint64_t stream) { independent_.insert(stream); }

  /// Whether what a stream is given now would come behind something that is not done.
  [[nodiscard]] bool is_ahead_of(std::uint64_t stream) const;
  /// Whether there is anything left of what a stream was given.
  [[nodiscard]] bool is_busy(std::uint64_t stream) const;
  /// Whether what an event was recorded behind is not done.
  [[nodiscard]] bool is_awaited(std::uint64_t event) const { return recorded_.contains(event); }
  /// The event is recorded anew, with nothing ahead of it.
  void forget_record(std::uint64_t event) { recorded_.erase(event); }

  // ---- New work ----

  /// A launch that may wait for others, with nothing ahead of it. \return  its answer; success where it gives way
  cudaError_t launch(cudaStream_t handle, std::uint64_t stream, std::string name, const Perform& launch);

  /// Work for later.
  /// \param name   for messages: "a copy"
  /// \param event  that it waits for beside its stream; 0: none
  void add(cudaStream_t handle, std::uint64_t stream, std::string name, Perform perform, std::uint64_t event = 0);
  /// The same, which an event is recorded with.
  void add_record(cudaStream_t handle, std::uint64_t stream, std::uint64_t event, Perform perform);

  // ---- Time passes ----

  /// The host may have changed what launches wait for.
  void look();

  // These return at once when the work is done; the lock is given up meanwhile. Not at all once the user has ended the
  // program.

  void wait_for_stream(std::uint64_t stream);
  void wait_for_event(std::uint64_t event);
  /// For what work in a stream would come behind.
  void wait_ahead_of(std::uint64_t stream);
  void wait_for_device(std::uint32_t device);
  void wait_for_all();

  /// What work that nobody had to wait for has answered, the first that was no success; forgets it.
  [[nodiscard]] cudaError_t take_error();

  /// What cannot go on is given up.
  void end();
  /// The same; the process ends by itself.
  void end_for_good() {
    ended_ = true;
    end();
  }

  /// Who else waits for what.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  struct Operation {
    std::uint64_t stream = 0;
    cudaStream_t handle = nullptr;
    std::string name;
    std::vector<std::uint64_t> after;  // operations
    Perform perform;
    CallPlace place;
    std::shared_ptr<Task> task = nullptr;  // once it has begun
    std::uint64_t seen = 0;                // changes_ when it looked last
  };
  using Operations = std::map<std::uint64_t, Operation>;  // by number, in the order in which they were given out

  [[nodiscard]] std::vector<std::uint64_t> before(std::uint64_t stream) const;
  std::uint64_t put(cudaStream_t handle, std::uint64_t stream, std::string name, Perform perform,
                    std::vector<std::uint64_t> after);
  [[nodiscard]] bool may_begin(const Operation& operation) const;
  /// Begins, or goes on. \return  whether it has come further
  bool step(Operation& operation, sim::Turn turn);
  /// \return  the operation after it
  Operations::iterator finish(Operations::iterator done);
  /// All that can come further does.
  void advance();
  /// A fault has ended the work of some devices.
  void drop_faulted();
  void drop_all();
  /// \return  the operation after it
  Operations::iterator drop(Operations::iterator operation);
  void look_again();
  void wait(const std::function<bool()>& done);
  void stop_if_cancelled();
  /// nullptr where one is at work, or may be
  Operation* first_where_all_stand();
  /// Nobody will change anything any more. \return  false: that is not certain
  bool give_up();
  void wake_watcher();
  void watch();

  const Host host_;
  std::atomic<std::uint64_t> count_{0};
  Operations operations_;
  std::map<std::uint64_t, std::uint64_t> last_;      // of each stream with operations
  std::map<std::uint64_t, std::uint64_t> recorded_;  // by event
  std::set<std::uint64_t> independent_;
  std::uint64_t made_ = 0;
  std::uint64_t changes_ = 0;  // after which those that stand look again
  std::uint64_t moves_ = 0;    // of operations
  cudaError_t error_ = cudaSuccess;
  std::uint64_t waiting_ = 0;  // threads of the program in wait()
  const pid_t own_process_ = getpid();
  bool ended_ = false;    // the process is about to
  bool watched_ = false;  // watch() has been started
  std::mutex watcher_;
  std::condition_variable has_work_;
};

}  // namespace warpglass::cuda
