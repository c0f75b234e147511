#include "tier/trial.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace warpglass::tier {
namespace {

// A thread's blocks take turns for so long; what else a processor does, and what is not in its caches yet, falls on
// both.
constexpr std::int64_t kTurn = 200'000;
// What each has to have taken, in nanoseconds and blocks, before they are compared; of longer blocks fewer will do.
constexpr std::int64_t kEnoughTime = 15'000'000;
constexpr std::int64_t kEnoughBlocks = 64;
constexpr std::int64_t kEnoughTimeOfAny = 100'000'000;
// A block that takes longer by the interpreter does not wait for the others, and after so many of them no other does.
constexpr std::int64_t kLong = 50'000'000;
constexpr std::int64_t kMostLongBlocks = 4;
// Of each way's turns the slowest, one of so many, say nothing: something else may have had the processor for longer
// than all others took.
constexpr std::size_t kSlowestLeftOut = 4;
// In the first turns code is fetched that is executed often later.
constexpr std::uint32_t kTurnsLeftOut = 2;

/// Of a thread: blocks that were executed in one way, one after another.
struct Turn {
  const Trial* trial = nullptr;
  std::uint64_t launch = 0;
  std::uint32_t number = 0;
  std::int64_t since = 0;            // by the clock
  std::int64_t processor_since = 0;  // of the thread's own time
  std::int64_t blocks = 0;
};

Turn& turn_of_thread() {
  thread_local Turn turn;
  return turn;
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::int64_t processor_time() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

bool is_compiled(std::uint32_t turn) { return turn % 2 == 0; }

}  // namespace

Trial::Trial() : clocks_{.time = now, .processor_time = processor_time} {}

bool Trial::is_compiled_next(std::uint64_t launch) {
  const Verdict verdict = verdict_.load(std::memory_order_relaxed);
  if (verdict != Verdict::unknown) return verdict == Verdict::compiled;
  Turn& turn = turn_of_thread();
  if (turn.trial != this || turn.launch != launch) {
    turn = {.trial = this,
            .launch = launch,
            .number = 0,
            .since = clocks_.time(),
            .processor_since = clocks_.processor_time()};
  } else if (clocks_.time() - turn.since >= kTurn) {
    const std::int64_t processor = clocks_.processor_time();
    if (turn.number >= kTurnsLeftOut)
      add(is_compiled(turn.number), {.nanoseconds = processor - turn.processor_since, .blocks = turn.blocks});
    turn = {.trial = this,
            .launch = launch,
            .number = turn.number + 1,
            .since = clocks_.time(),
            .processor_since = processor};
  }
  ++turn.blocks;
  return is_compiled(turn.number);
}

bool Trial::goes_on_compiled(std::int64_t taken) {
  const Verdict verdict = verdict_.load(std::memory_order_relaxed);
  if (verdict != Verdict::unknown) return verdict == Verdict::compiled;
  if (taken < kLong) return false;
  turn_of_thread().trial = nullptr;  // what the block takes in all says nothing about either
  if (++long_blocks_ == kMostLongBlocks) verdict_.store(Verdict::compiled);
  return true;
}

void Trial::Side::add(Taken turn) {
  turns_.push_back(turn);
  all_.nanoseconds += turn.nanoseconds;
  all_.blocks += turn.blocks;
}

bool Trial::Side::knows_enough() const {
  return all_.nanoseconds >= (all_.blocks >= kEnoughBlocks ? kEnoughTime : kEnoughTimeOfAny);
}

double Trial::Side::of_a_block() const {
  const auto rate = [](const Taken& turn) {
    return static_cast<double>(turn.nanoseconds) / static_cast<double>(turn.blocks);
  };
  std::vector<Taken> turns = turns_;
  std::ranges::sort(turns, {}, rate);
  turns.resize(turns.size() - turns.size() / kSlowestLeftOut);
  Taken all;
  for (const Taken& turn : turns) {
    all.nanoseconds += turn.nanoseconds;
    all.blocks += turn.blocks;
  }
  return rate(all);
}

void Trial::add(bool compiled, Taken turn) {
  const std::lock_guard lock(mutex_);
  (compiled ? compiled_ : interpreted_).add(turn);
  if (!interpreted_.knows_enough() || !compiled_.knows_enough()) return;
  verdict_.store(compiled_.of_a_block() <= interpreted_.of_a_block() ? Verdict::compiled : Verdict::interpreted);
}

void Trial::restart() {
  const std::lock_guard lock(mutex_);
  interpreted_ = {};
  compiled_ = {};
  long_blocks_ = 0;
  verdict_.store(Verdict::unknown);
}

}  // namespace warpglass::tier
