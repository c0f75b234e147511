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
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "sim/access_site.hpp"
#include "sim/audience.hpp"
#include "sim/listener.hpp"
#include "tier/compilations.hpp"

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
constexpr std::uint32_t kMostOpsOfProgram = 200;
constexpr std::uint32_t kMostOpsForTests = 2000;
constexpr std::size_t kMostOps = 20'000;  // in a process
// Block starts between two looks at the clock.
constexpr std::uint32_t kStartsPerLook = 8;

enum class Job : std::uint8_t { find, make };

std::span<const Unit> kept_units() {
  return {__start_warpglass_tier, static_cast<std::size_t>(__stop_warpglass_tier - __start_warpglass_tier)};
}

/// What is known of a program, for launches that count or for others.
struct State {
  std::weak_ptr<const sim::Program> program;
  const sim::Program* key = nullptr;
  bool counts = false;
  std::atomic<const sim::Op*> ops{nullptr};  // once compiled
  std::atomic<bool> looked_for{false};       // among what is kept of earlier runs
  std::atomic<bool> asked{false};            // to be made
  std::atomic<std::int64_t> spent{0};        // nanoseconds in launches that have ended
  Compiled compiled;
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
    if ((job == Job::find ? state->looked_for : state->asked).exchange(true)) return;
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
      const Order order = std::move(queue_.front());
      queue_.pop_front();
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
    if (program == nullptr || !state.compiled.ops.empty()) return;
    if (options_.when == When::hot && ops_ >= kMostOps) return;
    const std::uint32_t most_ops = options_.when == When::always ? kMostOpsForTests : kMostOpsOfProgram;
    try {
      state.compiled = job == Job::find ? compilations_.find(*program, state.counts, most_ops)
                                        : compilations_.compile(*program, state.counts, most_ops, moves);
    } catch (const std::exception& error) {
      state.compiled = {.failure = error.what()};
    }
    const Compiled& compiled = state.compiled;
    if (!compiled.failure.empty() && !said_.exchange(true))
      say(fmt::format("the second tier leaves {} to the interpreter: {}", program->name, compiled.failure));
    if (compiled.ops.empty()) return;
    ops_ += compiled.inlined + compiled.called;
    state.ops.store(compiled.ops.data(), std::memory_order_release);
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
  Launch(std::shared_ptr<Tier::Work> work, std::shared_ptr<State> state, std::shared_ptr<const sim::Program> program)
      : work_(std::move(work)), state_(std::move(state)), program_(std::move(program)) {
    if (work_->options().when == When::hot && std::chrono::nanoseconds(state_->spent) >= kWarm) find();
  }
  ~Launch() override { state_->spent += since_start(); }

  const sim::Op* ops(std::span<const sim::AccessSite> sites) override {
    if (const sim::Op* const ready = state_->ops.load(std::memory_order_acquire)) return ready;
    if (work_->options().when == When::always) {
      if (has_been_used(sites)) work_->compile_now(*state_, *program_, sites);
      const sim::Op* const ready = state_->ops.load(std::memory_order_acquire);
      return ready != nullptr ? ready : program_->ops.data();
    }
    const std::uint32_t start = starts_.fetch_add(1, std::memory_order_relaxed);
    if (start < kStartsPerLook || start % kStartsPerLook == 0) look(sites);
    return program_->ops.data();
  }

 private:
  [[nodiscard]] std::int64_t since_start() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count();
  }

  void look(std::span<const sim::AccessSite> sites) {
    if (state_->asked.load(std::memory_order_relaxed)) return;
    const std::chrono::nanoseconds spent(state_->spent + since_start());
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
  // Under a seed ops are executed one by one; who hears accesses or the flow has each of them take the long way.
  if (request.seed != 0) return nullptr;
  if (sim::interests_of(request.listeners).has(sim::kAllAccesses | sim::Interest::flow | sim::Interest::order))
    return nullptr;
  const std::shared_ptr<State> state = work_->state_of(program, request.costs != nullptr);
  if (when == When::always && !work_->options().learns) work_->compile_now(*state, *program, {});
  return std::make_shared<Launch>(work_, state, program);
}

}  // namespace warpglass::tier
