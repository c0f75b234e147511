#include "cuda/pending.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "analysis/names.hpp"
#include "base/own_thread.hpp"
#include "sim/events.hpp"

namespace warpglass::cuda {
namespace {

// Between two looks of somebody who waits; the other is the longest while the program is busy with something else.
constexpr std::chrono::microseconds kPause{200};
constexpr std::chrono::microseconds kLongPause{5000};
// What the program has where all its threads wait; and others, which may be about to change something.
constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::seconds kPatienceWithOthers{10};

/// Threads of this process that are not ours.
std::size_t threads_of_program() {
  std::size_t count = 0;
  std::error_code problem;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", problem)) {
    std::ifstream file(thread.path() / "comm");
    std::string name;
    if (std::getline(file, name) && name != kOwnThreadName) ++count;
  }
  return count;
}

/// Gives the process's lock up for a while.
class Unlocked {
 public:
  explicit Unlocked(std::timed_mutex& mutex) : mutex_(mutex) { mutex_.unlock(); }
  ~Unlocked() { mutex_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  std::timed_mutex& mutex_;
};

}  // namespace

// ---- Order ----

bool Pending::is_ahead_of(std::uint64_t stream) const { return !before(stream).empty(); }

bool Pending::is_busy(std::uint64_t stream) const {
  return sim::is_default_stream(stream) ? is_ahead_of(stream) : last_.contains(stream);
}

std::vector<std::uint64_t> Pending::before(std::uint64_t stream) const {
  std::vector<std::uint64_t> operations;
  for (const auto& [other, operation] : last_) {
    const bool in_order = sim::device_of_stream(stream) == sim::device_of_stream(other) &&
                          ((sim::is_default_stream(stream) && !independent_.contains(other)) ||
                           (sim::is_default_stream(other) && !independent_.contains(stream)));
    if (other == stream || in_order) operations.push_back(operation);
  }
  return operations;
}

bool Pending::may_begin(const Operation& operation) const {
  return std::ranges::none_of(operation.after, [&](std::uint64_t number) { return operations_.contains(number); });
}

// ---- New work ----

std::uint64_t Pending::put(cudaStream_t handle, std::uint64_t stream, std::string name, Perform perform,
                           std::vector<std::uint64_t> after) {
  const std::uint64_t number = ++made_;
  operations_.emplace(number, Operation{.stream = stream,
                                        .handle = handle,
                                        .name = std::move(name),
                                        .after = std::move(after),
                                        .perform = std::move(perform),
                                        .place = call_place()});
  last_[stream] = number;
  count_ = operations_.size();
  return number;
}

cudaError_t Pending::launch(cudaStream_t handle, std::uint64_t stream, std::string name, const Perform& launch) {
  const auto operation = operations_.find(put(handle, stream, std::move(name), launch, {}));
  step(operation->second, sim::Turn::go_on);
  if (operation->second.task->state() == Task::State::done) {
    const cudaError_t result = operation->second.task->result();
    finish(operation);
    if (any()) advance();
    return result;
  }
  advance();
  wake_watcher();
  return cudaSuccess;
}

void Pending::add(cudaStream_t handle, std::uint64_t stream, std::string name, Perform perform, std::uint64_t event) {
  std::vector<std::uint64_t> after = before(stream);
  if (const auto recorded = recorded_.find(event); recorded != recorded_.end()) after.push_back(recorded->second);
  put(handle, stream, std::move(name), std::move(perform), std::move(after));
}

void Pending::add_record(cudaStream_t handle, std::uint64_t stream, std::uint64_t event, Perform perform) {
  // Unless the event has been recorded again by then.
  const auto record = [this, event, number = made_ + 1, perform = std::move(perform)] {
    const auto latest = recorded_.find(event);
    return latest != recorded_.end() && latest->second == number ? perform() : cudaSuccess;
  };
  recorded_[event] = put(handle, stream, "an event", record, before(stream));
}

// ---- Time passes ----

bool Pending::step(Operation& operation, sim::Turn turn) {
  Task::State state{};
  if (operation.task == nullptr) {
    operation.task = std::make_shared<Task>(operation.handle, operation.stream);
    state = operation.task->start([perform = std::move(operation.perform), place = operation.place] {
      const CalledFrom from(place);
      return perform();
    });
  } else {
    state = operation.task->go_on(turn);
  }
  const bool moved = state != Task::State::stands || operation.task->stand().moved;
  if (moved) {
    ++changes_;
    ++moves_;
  }
  operation.seen = changes_;
  return moved;
}

Pending::Operations::iterator Pending::finish(Operations::iterator done) {
  const std::uint64_t number = done->first;
  const std::uint64_t stream = done->second.stream;
  if (const auto last = last_.find(stream); last != last_.end() && last->second == number) last_.erase(last);
  std::erase_if(recorded_, [&](const auto& entry) { return entry.second == number; });
  const auto next = operations_.erase(done);
  count_ = operations_.size();
  return next;
}

void Pending::advance() {
  for (bool again = true; again;) {
    again = false;
    for (auto operation = operations_.begin(); operation != operations_.end();) {
      if (host_.is_faulted(sim::device_of_stream(operation->second.stream))) {
        operation = drop(operation);
        continue;
      }
      Operation& one = operation->second;
      const Task::State state = one.task == nullptr ? Task::State::returns : one.task->state();
      const bool waits = one.task == nullptr
                             ? !may_begin(one)
                             : state == Task::State::outside || (state == Task::State::stands && one.seen == changes_);
      if (!waits && state != Task::State::done) again |= step(one, sim::Turn::go_on);
      if (one.task == nullptr || one.task->state() != Task::State::done) {
        ++operation;
        continue;
      }
      if (error_ == cudaSuccess) error_ = one.task->result();
      operation = finish(operation);
      again = true;
    }
  }
  drop_faulted();
}

Pending::Operations::iterator Pending::drop(Operations::iterator operation) {
  Operation& one = operation->second;
  while (one.task != nullptr && one.task->state() != Task::State::outside && one.task->state() != Task::State::done)
    one.task->go_on(sim::Turn::abandon);
  const bool outside = one.task != nullptr && one.task->state() == Task::State::outside;
  return outside ? std::next(operation) : finish(operation);
}

void Pending::drop_faulted() {
  for (auto operation = operations_.begin(); operation != operations_.end();) {
    const bool faulted = host_.is_faulted(sim::device_of_stream(operation->second.stream));
    operation = faulted ? drop(operation) : std::next(operation);
  }
}

void Pending::drop_all() {
  for (auto operation = operations_.begin(); operation != operations_.end();) operation = drop(operation);
}

void Pending::look() {
  if (any()) look_again();
  stop_if_cancelled();
}

void Pending::look_again() {
  ++changes_;
  advance();
}

void Pending::stop_if_cancelled() {
  while (host_.is_cancelled() && !ended_) {
    // The user has ended the program; it goes down by the signal as soon as the report is written.
    const Unlocked others_may_call(host_.mutex);
    pause();
  }
}

Pending::Operation* Pending::first_where_all_stand() {
  Operation* first = nullptr;
  for (auto& [number, operation] : operations_) {
    if (operation.task == nullptr) continue;
    if (operation.task->state() != Task::State::stands || !operation.task->stand().for_good) return nullptr;
    if (first == nullptr) first = &operation;
  }
  return first;
}

bool Pending::give_up() {
  Operation* const first = first_where_all_stand();
  if (first == nullptr) return false;
  step(*first, sim::Turn::give_up);
  if (error_ == cudaSuccess && first->task->state() == Task::State::done) error_ = first->task->result();
  // On a machine the others would wait for ever, and what is behind them.
  drop_all();
  return true;
}

void Pending::wait(const std::function<bool()>& done) {
  using Clock = std::chrono::steady_clock;
  if (Task::current() != nullptr) return;  // of its own work the stream's order has seen to that
  if (done()) return stop_if_cancelled();
  Clock::time_point moved = Clock::now();
  ++waiting_;
  while (!done() && !host_.is_cancelled()) {
    const Clock::duration still = Clock::now() - moved;
    if (still > kPatience && (still > kPatienceWithOthers || threads_of_program() <= waiting_) && give_up()) continue;
    // A launch that gave way because it counts may be at work.
    const bool is_long = still > kPatience && first_where_all_stand() != nullptr;
    {
      const Unlocked others_may_call(host_.mutex);
      std::this_thread::sleep_for(is_long ? kLongPause : kPause);
    }
    const std::uint64_t before = moves_;
    look_again();
    if (moves_ != before) moved = Clock::now();
  }
  --waiting_;
  stop_if_cancelled();
}

void Pending::wait_for_stream(std::uint64_t stream) {
  wait([&] { return !is_busy(stream); });
}
void Pending::wait_for_event(std::uint64_t event) {
  wait([&] { return !is_awaited(event); });
}
void Pending::wait_ahead_of(std::uint64_t stream) {
  wait([&] { return !is_ahead_of(stream); });
}
void Pending::wait_for_device(std::uint32_t device) {
  wait([&] {
    return std::ranges::none_of(
        operations_, [&](const auto& entry) { return sim::device_of_stream(entry.second.stream) == device; });
  });
}
void Pending::wait_for_all() {
  wait([&] { return !any(); });
}

cudaError_t Pending::take_error() { return std::exchange(error_, cudaSuccess); }

void Pending::end() {
  if (!any() || own_process_ != getpid()) return;
  look_again();
  drop_all();
}

std::vector<std::string> Pending::notes() const {
  std::vector<std::string> all;
  const auto in_stream = [](const Operation& operation) { return analysis::stream_name(operation.stream); };
  for (const auto& [number, operation] : operations_) {
    if (operation.task == nullptr) {
      all.push_back(fmt::format("{} waits in {}", operation.name, in_stream(operation)));
    } else if (operation.task->state() == Task::State::stands) {
      all.push_back(fmt::format("{} in {} stands still as well", operation.name, in_stream(operation)));
    }
  }
  constexpr std::size_t kMost = 8;
  if (all.size() > kMost) {
    const std::size_t more = all.size() - kMost;
    all.resize(kMost);
    all.push_back(fmt::format("and {} more", more));
  }
  return all;
}

// ---- While the program makes no calls ----

void Pending::wake_watcher() {
  if (!any()) return;
  {
    const std::lock_guard lock(watcher_);
    if (!std::exchange(watched_, true)) {
      const SignalsBlocked blocked;
      std::thread([this] { watch(); }).detach();
    }
  }
  has_work_.notify_one();
}

void Pending::watch() {
  mark_own_thread();
  for (;;) {
    {
      std::unique_lock lock(watcher_);
      has_work_.wait(lock, [this] { return any(); });
    }
    for (std::chrono::microseconds pause = kPause; any();) {
      std::this_thread::sleep_for(pause);
      const std::lock_guard lock(host_.mutex);
      if (waiting_ != 0 || host_.is_cancelled()) continue;
      const std::uint64_t before = moves_;
      look_again();
      pause = moves_ != before ? kPause : std::min(2 * pause, kLongPause);
    }
  }
}

}  // namespace warpglass::cuda
