#include "tier/tier.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "sim/access_site.hpp"
#include "sim/audience.hpp"
#include "sim/listener.hpp"
#include "tier/compilations.hpp"
#include "tier/trial.hpp"

// The linker's names for the ends of the section, where there is one.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
extern const warpglass::tier::Unit __start_warpglass_tier[] __attribute__((weak, visibility("hidden")));
extern const warpglass::tier::Unit __stop_warpglass_tier[] __attribute__((weak, visibility("hidden")));
// NOLINTEND(bugprone-reserved-identifier)
}

namespace warpglass::tier {
namespace {

using Clock = std::chrono::steady_clock;

// Compiling takes a few milliseconds per op: what has run for less may be over before.
constexpr std::chrono::milliseconds kHot{300};
// To find what an earlier run has compiled takes hardly longer than to read a file.
constexpr std::chrono::milliseconds kWarm{30};
constexpr std::uint32_t kMostOpsAtFirst = 200;
// Of a program that runs on, all else is compiled once it has taken half as long as that will.
constexpr std::uint32_t kMostOpsOfProgram = 4000;
constexpr std::int64_t kNanosecondsPerOp = 4'000'000;
constexpr std::uint32_t kMostOpsForTests = 2000;
constexpr std::size_t kMostOps = 20'000;  // in a process
// Block starts between two looks at the clock.
constexpr std::uint32_t kStartsPerLook = 8;
// A block that runs on looks about as often as this, in nanoseconds; but rounds of its warps may take longer at any
// time.
constexpr std::int64_t kBetweenLooks = 2'000'000;
constexpr std::uint32_t kFirstRounds = 16;
constexpr std::uint32_t kMostRounds = 256;

enum class Job : std::uint8_t { find, make, make_all };
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::span<const Unit> kept_units() {
  return {__start_warpglass_tier, static_cast<std::size_t>(__stop_warpglass_tier - __start_warpglass_tier)};
}

/// What is known of a program, for launches that count or for others.
struct State {
  std::weak_ptr<const sim::Program> program;
  const sim::Program* key = nullptr;
  bool counts = false;
  bool seldom_leaves_shared_memory = false;
  std::atomic<const sim::Op*> ops{nullptr};    // once compiled
  std::atomic<bool> looked_for{false};         // among what is kept of earlier runs
  std::atomic<bool> asked{false};              // to be made
  std::atomic<bool> asked_for_all{false};      // equally
  std::atomic<std::int64_t> spent{0};          // nanoseconds in launches that have ended
  std::atomic<std::int64_t> all_from{kNever};  // what is to be spent before all is made
  std::deque<Compiled> compiled;               // blocks that run may execute any of them
  Trial trial;                                 // of the last of them
};

}  // namespace

When when_of(std::string_view word) {
  if (word == "hot") return When::hot;
  if (word == "always") return When::always;
  return When::off;
}

bool is_built_in() { return !kept_units().empty(); }

/// Outlives the tier while a thread still compiles.
class Tier::Work : public std::enable_shared_from_this<Work> {
 public:
  explicit Work(Options options)
      : options_(std::move(options)), compilations_(kept_units(), options_.compiler, options_.cache) {}

  std::shared_ptr<State> state_of(const std::shared_ptr<const sim::Program>& program, bool counts) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<State>& state = states_[{program.get(), counts}];
    // Addresses are used again: only a program that lives is known by its own.
    if (state == nullptr || state->program.lock() != program) {
      state = std::make_shared<State>();
      state->program = program;
      state->counts = counts;
      state->seldom_leaves_shared_memory = tier::seldom_leaves_shared_memory(*program);
    }
    return state;
  }

  /// Compiles now, on the caller's thread.
  void compile_now(State& state, const sim::Program& program, std::span<const sim::AccessSite> sites) {
    if (state.asked.load()) return;
    const std::lock_guard lock(compiling_);
    if (!state.asked.exchange(true)) compile(state, Job::make, moves_of(program, sites));
  }

  /// Does soon, on another thread, what has not been asked for before.
  void ask(const std::shared_ptr<State>& state, Job job, std::vector<Moves> moves) {
    if (mark_of(*state, job).exchange(true)) return;
    const std::lock_guard lock(mutex_);
    if (stop_.load()) return;
    if (!thread_.joinable()) {
      owner_ = getpid();
      // What the thread uses must not be taken down under it.
      live() = weak_from_this();
      std::atexit([] {
        if (const std::shared_ptr<Work> work = live().lock()) work->stop();
      });
      thread_ = std::thread([this] { run(); });
    }
    if (owner_ != getpid()) return;  // the thread has stayed with the parent
    queue_.push_back({.state = state, .job = job, .moves = std::move(moves)});
    wake_.notify_one();
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_.store(true);
      wake_.notify_one();
    }
    compilations_.stop();
    if (!thread_.joinable()) return;
    if (owner_ == getpid()) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }

  [[nodiscard]] const Options& options() const { return options_; }

 private:
  static std::atomic<bool>& mark_of(State& state, Job job) {
    switch (job) {
      case Job::find: return state.looked_for;
      case Job::make: return state.asked;
      case Job::make_all: break;
    }
    return state.asked_for_all;
  }

  struct Order {
    std::shared_ptr<State> state;
    Job job;
    std::vector<Moves> moves;
  };

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stop_.load() || !queue_.empty(); });
      if (stop_.load()) return;
      // What takes long lets the others pass.
      auto next = std::find_if(queue_.begin(), queue_.end(), [](const Order& o) { return o.job != Job::make_all; });
      if (next == queue_.end()) next = queue_.begin();
      const Order order = std::move(*next);
      queue_.erase(next);
      lock.unlock();
      {
        const std::lock_guard compiling(compiling_);
        compile(*order.state, order.job, order.moves);
      }
      lock.lock();
    }
  }

  void compile(State& state, Job job, const std::vector<Moves>& moves) {
    const std::shared_ptr<const sim::Program> program = state.program.lock();
    if (program == nullptr || (job != Job::make_all && !state.compiled.empty())) return;
    if (options_.when == When::hot && ops_ >= kMostOps) return;
    Compiled compiled;
    try {
      compiled = job == Job::find ? find(state, *program)
                                  : compilations_.compile(*program, state.counts, most_ops(job), moves);
    } catch (const std::exception& error) {
      compiled = {.failure = error.what()};
    }
    if (!compiled.failure.empty() && !said_.exchange(true))
      say(fmt::format("the second tier leaves {} to the interpreter: {}", program->name, compiled.failure));
    if (job == Job::make && options_.when == When::hot) look_for_more(state, *program);
    if (compiled.ops.empty()) return;
    ops_ += compiled.inlined + compiled.called;
    state.compiled.push_back(std::move(compiled));
    state.trial.restart();
    state.ops.store(state.compiled.back().ops.data(), std::memory_order_release);
  }

  [[nodiscard]] std::uint32_t most_ops(Job job) const {
    if (options_.when == When::always) return kMostOpsForTests;
    return job == Job::make_all ? kMostOpsOfProgram : kMostOpsAtFirst;
  }

  Compiled find(State& state, const sim::Program& program) {
    Compiled all = compilations_.find(program, state.counts, most_ops(Job::make_all));
    if (all.ops.empty() && look_for_more(state, program))
      return compilations_.find(program, state.counts, most_ops(Job::make));
    state.asked_for_all.store(true);
    return all;
  }

  /// Whether there is more than what is made at first, which will be worth it if the program goes on for long.
  bool look_for_more(State& state, const sim::Program& program) const {
    const std::uint32_t all = ops_of(plan_of(program, most_ops(Job::make_all)));
    if (all <= ops_of(plan_of(program, most_ops(Job::make)))) return false;
    state.all_from.store(all * kNanosecondsPerOp / 2, std::memory_order_relaxed);
    return true;
  }

  static std::weak_ptr<Work>& live() {
    static auto* const work = new std::weak_ptr<Work>;
    return *work;
  }

  void say(const std::string& text) const {
    if (options_.notice) options_.notice(text);
  }

  const Options options_;
  std::mutex mutex_;
  std::map<std::pair<const sim::Program*, bool>, std::shared_ptr<State>> states_;
  std::deque<Order> queue_;
  std::condition_variable wake_;
  std::thread thread_;
  pid_t owner_ = 0;
  std::atomic<bool> stop_{false};
  std::mutex compiling_;  // of what follows
  Compilations compilations_;
  std::atomic<bool> said_{false};
  std::size_t ops_ = 0;
};

namespace {

/// Whether a worker has made accesses, if there are any.
bool has_been_used(std::span<const sim::AccessSite> sites) {
  return sites.empty() || std::any_of(sites.begin(), sites.end(), [](const sim::AccessSite& site) {
           return site.current != nullptr && site.current->lanes != 0;
         });
}

/// A launch of a program.
class Launch final : public sim::TieredOps {
 public:
  /// \param in_order  somebody hears its accesses in order, which takes more of a block's time than the block
  Launch(std::shared_ptr<Tier::Work> work, std::shared_ptr<State> state, std::shared_ptr<const sim::Program> program,
         bool in_order)
      : work_(std::move(work)), state_(std::move(state)), program_(std::move(program)), in_order_(in_order) {
    if (work_->options().when == When::hot && std::chrono::nanoseconds(state_->spent) >= kWarm) find();
  }
  ~Launch() override { state_->spent += since_start(); }

  sim::BlockOps start(std::span<const sim::AccessSite> sites) override {
    sim::BlockOps block{.first = ops(sites)};
    if (work_->options().when == When::hot) block.rounds_left = block.rounds = kFirstRounds;
    return block;
  }

  void renew(sim::BlockOps& block, std::span<const sim::AccessSite> sites) override {
    const std::int64_t now = since_start();
    if (block.started == 0) {
      block.started = now;
    } else if (now - block.asked_last < kBetweenLooks) {
      block.rounds = std::min(2 * block.rounds, kMostRounds);
    } else {
      block.rounds = std::max(block.rounds / 2, 1u);
    }
    block.asked_last = now;
    block.rounds_left = block.rounds;
    look(sites);
    const sim::Op* const compiled = state_->ops.load(std::memory_order_acquire);
    if (compiled == nullptr || compiled == block.first) return;
    // What was compiled first gives way at once to what was later.
    const bool chooses = is_choosing() && block.first == program_->ops.data();
    if (!chooses || state_->trial.goes_on_compiled(now - block.started)) block.first = compiled;
  }

 private:
  const sim::Op* ops(std::span<const sim::AccessSite> sites) {
    const sim::Op* const known = compiled_ops();
    if (known != nullptr && (state_->asked_for_all.load(std::memory_order_relaxed) ||
                             state_->all_from.load(std::memory_order_relaxed) == kNever))
      return known;
    if (work_->options().when == When::always) {
      if (has_been_used(sites)) work_->compile_now(*state_, *program_, sites);
      const sim::Op* const ready = compiled_ops();
      return ready != nullptr ? ready : program_->ops.data();
    }
    const std::uint32_t start = starts_.fetch_add(1, std::memory_order_relaxed);
    if (start < kStartsPerLook || start % kStartsPerLook == 0) look(sites);
    return known != nullptr ? known : program_->ops.data();
  }

  [[nodiscard]] std::int64_t since_start() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count();
  }

  /// What the next block executes in place of the program's ops; null where nothing is compiled yet.
  [[nodiscard]] const sim::Op* compiled_ops() {
    const sim::Op* const compiled = state_->ops.load(std::memory_order_acquire);
    if (compiled == nullptr || !is_choosing()) return compiled;
    return state_->trial.is_compiled_next(number_) ? compiled : program_->ops.data();
  }

  /// Whether compiled code has to be faster.
  [[nodiscard]] bool is_choosing() const {
    const Options& options = work_->options();
    return !in_order_ && options.chooses.value_or(options.when == When::hot);
  }

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  void look(std::span<const sim::AccessSite> sites) {
    const std::chrono::nanoseconds spent(state_->spent + since_start());
    if (state_->asked.load(std::memory_order_relaxed) || state_->ops.load(std::memory_order_relaxed) != nullptr) {
      if (!state_->asked_for_all.load(std::memory_order_relaxed) &&
          spent.count() >= state_->all_from.load(std::memory_order_relaxed) && has_been_used(sites))
        work_->ask(state_, Job::make_all, moves_of(*program_, sites));
      return;
    }
    // Best once this worker has seen what the accesses are like; but there are kernels of one block.
    if (spent >= (has_been_used(sites) ? kHot : 2 * kHot)) {
      work_->ask(state_, Job::make, moves_of(*program_, sites));
    } else if (spent >= kWarm) {
      find();
    }
  }
  void find() { work_->ask(state_, Job::find, {}); }

  std::shared_ptr<Tier::Work> work_;
  std::shared_ptr<State> state_;
  std::shared_ptr<const sim::Program> program_;
  const bool in_order_;
  const std::uint64_t number_ = next_number();
  Clock::time_point start_ = Clock::now();
  std::atomic<std::uint32_t> starts_{0};
};

}  // namespace

Tier::Tier(Options options) : work_(std::make_shared<Work>(std::move(options))) {
  const Options& asked = work_->options();
  if (asked.when != When::off && !is_built_in() && asked.notice)
    asked.notice("this build has no second tier (WARPGLASS_TIER): the interpreter does it all");
}

Tier::~Tier() { work_->stop(); }

std::shared_ptr<sim::TieredOps> Tier::begin(const std::shared_ptr<const sim::Program>& program,
                                            const sim::LaunchRequest& request) {
  const When when = work_->options().when;
  if (when == When::off || !is_built_in()) return nullptr;
  // Under a seed ops are executed one by one; who hears accesses or the flow has each of them take the long way, which
  // from compiled code is longer still.
  if (request.seed != 0) return nullptr;
  const sim::Interests heard = sim::interests_of(request.listeners);
  if (heard.has(sim::Interest::shared | sim::Interest::flow)) return nullptr;
  if (program->multiplies_beside && heard.has(sim::Interest::products)) return nullptr;
  const std::shared_ptr<State> state = work_->state_of(program, request.costs != nullptr);
  // What is compiled for launches that do not count notes no access.
  if (heard.has(sim::kAllAccesses) && (!state->counts || !state->seldom_leaves_shared_memory)) return nullptr;
  if (when == When::always && !work_->options().learns) work_->compile_now(*state, *program, {});
  return std::make_shared<Launch>(work_, state, program, heard.has(sim::Interest::order));
}

}  // namespace warpglass::tier
