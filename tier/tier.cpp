#include "tier/tier.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "sim/audience.hpp"
#include "sim/listener.hpp"
#include "tier/module.hpp"

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

// Compiling takes a few milliseconds per op: what has run for less may be over before, and a process that ends
// meanwhile waits for the step that is under way.
constexpr std::chrono::milliseconds kHot{300};
constexpr std::uint32_t kMostOpsOfProgram = 200;
constexpr std::uint32_t kMostOpsForTests = 2000;
constexpr std::size_t kMostOps = 20'000;  // in a process
// Block starts between two looks at the clock.
constexpr std::uint32_t kStartsPerLook = 8;

std::span<const Unit> kept_units() {
  return {__start_warpglass_tier, static_cast<std::size_t>(__stop_warpglass_tier - __start_warpglass_tier)};
}

/// What is known of a program, for launches that count or for others.
struct State {
  std::weak_ptr<const sim::Program> program;
  const sim::Program* key = nullptr;
  bool counts = false;
  std::atomic<const sim::Op*> ops{nullptr};  // once compiled
  std::atomic<bool> asked{false};
  std::atomic<std::int64_t> spent{0};  // nanoseconds in launches that have ended
  std::unique_ptr<Compiled> compiled;
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
  explicit Work(Options options) : options_(std::move(options)) {}

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
  void compile_now(State& state) {
    const std::lock_guard lock(compiling_);
    if (!state.asked.exchange(true)) compile(state);
  }

  /// Compiles soon, on another thread.
  void ask(const std::shared_ptr<State>& state) {
    if (state->asked.exchange(true)) return;
    const std::lock_guard lock(mutex_);
    if (stop_.load()) return;
    if (!thread_.joinable()) {
      owner_ = getpid();
      thread_ = std::thread([this] { run(); });
    }
    if (owner_ != getpid()) return;  // the thread has stayed with the parent
    queue_.push_back(state);
    wake_.notify_one();
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_.store(true);
      wake_.notify_one();
    }
    if (!thread_.joinable()) return;
    if (owner_ == getpid()) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }

  [[nodiscard]] const Options& options() const { return options_; }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stop_.load() || !queue_.empty(); });
      if (stop_.load()) return;
      const std::shared_ptr<State> state = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      {
        const std::lock_guard compiling(compiling_);
        compile(*state);
      }
      lock.lock();
    }
  }

  void compile(State& state) {
    const std::shared_ptr<const sim::Program> program = state.program.lock();
    if (program == nullptr || (options_.when == When::hot && ops_ >= kMostOps) || !open()) return;
    state.compiled =
        compiler_->compile({.program = program.get(),
                            .counts = state.counts,
                            .most_ops = options_.when == When::always ? kMostOpsForTests : kMostOpsOfProgram,
                            .stop = &stop_});
    const Compiled& compiled = *state.compiled;
    if (!compiled.failure.empty())
      say(fmt::format("the second tier leaves {} to the interpreter: {}", program->name, compiled.failure));
    if (compiled.ops.empty()) return;
    ops_ += compiled.inlined + compiled.called;
    state.ops.store(compiled.ops.data(), std::memory_order_release);
  }

  /// Loads the module, once.
  bool open() {
    if (opened_) return compiler_ != nullptr;
    opened_ = true;
    std::string problem;
    void* const module = dlopen(options_.module.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
      problem = dlerror();
    } else if (void* const symbol = dlsym(module, kOpenModule); symbol != nullptr) {
      compiler_ = reinterpret_cast<OpenModule>(symbol)(WARPGLASS_TIER_VERSION, kept_units(), problem);
      // LLVM's own state is taken down at exit: nothing may compile any more by then.
      live() = weak_from_this();
      std::atexit([] {
        if (const std::shared_ptr<Work> work = live().lock()) work->stop();
      });
    } else {
      problem = "it is none of ours";
    }
    if (compiler_ == nullptr)
      say(fmt::format("the second tier is not there, the interpreter does it all: {}: {}", options_.module, problem));
    return compiler_ != nullptr;
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
  std::deque<std::shared_ptr<State>> queue_;
  std::condition_variable wake_;
  std::thread thread_;
  pid_t owner_ = 0;
  std::atomic<bool> stop_{false};
  std::mutex compiling_;  // of what follows
  bool opened_ = false;
  Compiler* compiler_ = nullptr;
  std::size_t ops_ = 0;
};

namespace {

/// A launch of a program.
class Launch final : public sim::TieredOps {
 public:
  Launch(std::shared_ptr<Tier::Work> work, std::shared_ptr<State> state, std::shared_ptr<const sim::Program> program)
      : work_(std::move(work)), state_(std::move(state)), program_(std::move(program)) {
    look();
  }
  ~Launch() override { state_->spent += since_start(); }

  const sim::Op* ops() override {
    if (const sim::Op* const ready = state_->ops.load(std::memory_order_acquire)) return ready;
    if (starts_.fetch_add(1, std::memory_order_relaxed) % kStartsPerLook == 0) look();
    return program_->ops.data();
  }

 private:
  [[nodiscard]] std::int64_t since_start() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count();
  }

  void look() {
    if (state_->asked.load(std::memory_order_relaxed)) return;
    if (state_->spent + since_start() >= std::chrono::nanoseconds(kHot).count()) work_->ask(state_);
  }

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
  if (when == When::always) work_->compile_now(*state);
  return std::make_shared<Launch>(work_, state, program);
}

}  // namespace warpglass::tier
