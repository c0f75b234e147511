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
// Of a program that runs on, each other piece is compiled once its ops have taken half as long as that will.
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

enum class Job : std::uint8_t { find, make, make_more };
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::span<const Unit> kept_units() {
  return {__start_warpglass_tier, static_cast<std::size_t>(__stop_warpglass_tier - __start_warpglass_tier)};
}

/// What is known of a program, for launches that count or whose accesses are heard, or for others.
struct State {
  std::weak_ptr<const sim::Program> program;
  const sim::Program* key = nullptr;
  bool counts = false;
  bool seldom_leaves_shared_memory = false;
  std::atomic<const sim::Op*> ops{nullptr};     // once compiled
  std::atomic<bool> looked_for{false};          // among what is kept of earlier runs
  std::atomic<bool> asked{false};               // to be made
  std::atomic<bool> asked_for_more{false};      // equally
  std::atomic<std::int64_t> spent{0};           // nanoseconds in launches that have ended
  std::atomic<std::int64_t> more_from{kNever};  // what is to be spent before more is made; kNever: that was all
  std::vector<Piece> pieces;                    // of the program; the first is made first
  std::size_t executed_pieces = 0;              // those that `ops` has
  std::deque<Compiled> compiled;                // blocks that run may execute any of them
  Trial trial;                                  // of the last of them
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

  /// What is known of a program when it is to be compiled.
  struct Known {
    std::vector<Moves> moves = {};               // by pc
    std::vector<std::uint64_t> executions = {};  // by block; empty where nobody counts
    std::int64_t spent = 0;                      // nanoseconds
  };
  static Known known(const sim::Program& program, const sim::Done& done, std::int64_t spent) {
    Known known{.moves = moves_of(program, done.sites), .spent = spent};
    for (const sim::BlockCount& count : done.counts) known.executions.push_back(count.executions);
    return known;
  }

  /// Compiles now, on the caller's thread.
  void compile_now(State& state, const sim::Program& program, const sim::Done& done) {
    if (state.asked.load()) return;
    const std::lock_guard lock(compiling_);
    if (!state.asked.exchange(true)) compile(state, Job::make, known(program, done, 0));
  }

  /// Does soon, on another thread, what has not been asked for before.
  void ask(const std::shared_ptr<State>& state, Job job, Known known) {
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
    queue_.push_back({.state = state, .job = job, .known = std::move(known)});
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
      case Job::make_more: break;
    }
    return state.asked_for_more;
  }

  struct Order {
    std::shared_ptr<State> state;
    Job job;
    Known known;
  };

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stop_.load() || !queue_.empty(); });
      if (stop_.load()) return;
      // What takes long lets the others pass.
      auto next = std::find_if(queue_.begin(), queue_.end(), [](const Order& o) { return o.job != Job::make_more; });
      if (next == queue_.end()) next = queue_.begin();
      const Order order = std::move(*next);
      queue_.erase(next);
      lock.unlock();
      {
        const std::lock_guard compiling(compiling_);
        compile(*order.state, order.job, order.known);
      }
      lock.lock();
    }
  }

  void compile(State& state, Job job, const Known& known) {
    const std::shared_ptr<const sim::Program> program = state.program.lock();
    if (program == nullptr || (job != Job::make_more && !state.compiled.empty())) return;
    if (options_.when == When::hot && ops_ >= kMostOps) return;
    if (state.pieces.empty()) state.pieces = pieces_of(*program);
    Compiled compiled;
    bool more_follow = false;
    try {
      switch (job) {
        case Job::find: find(state, *program); break;
        case Job::make:
          if (!state.pieces.empty()) make(state, *program, state.pieces.front(), known);
          break;
        case Job::make_more: {
          Piece* const piece = hottest(state, *program, known);
          if (piece != nullptr) make(state, *program, *piece, known);
          more_follow = piece != nullptr;
          break;
        }
      }
      compiled = load_pieces(state, *program, more_follow);
    } catch (const std::exception& error) {
      compiled = {.failure = error.what()};
      state.more_from.store(kNever, std::memory_order_relaxed);
    }
    if (!compiled.failure.empty() && !said_.exchange(true))
      say(fmt::format("the second tier leaves {} to the interpreter: {}", program->name, compiled.failure));
    if (!compiled.ops.empty()) {
      state.compiled.push_back(std::move(compiled));
      state.trial.restart();
      state.ops.store(state.compiled.back().ops.data(), std::memory_order_release);
    }
    state.asked_for_more.store(false, std::memory_order_relaxed);
  }

  [[nodiscard]] std::vector<Piece> pieces_of(const sim::Program& program) const {
    std::vector<Piece> pieces;
    const bool at_once = options_.when == When::always;
    const std::vector<Plan> first = plan_of(program, at_once ? kMostOpsForTests : kMostOpsAtFirst);
    if (!first.empty()) pieces.push_back({.plans = first});
    if (at_once) return pieces;
    for (Plan& plan : plan_of(program, kMostOpsOfProgram)) {
      const bool is_in_first =
          std::ranges::any_of(first, [&](const Plan& other) { return other.ops.front() == plan.ops.front(); });
      if (!is_in_first) pieces.push_back({.plans = {std::move(plan)}});
    }
    return pieces;
  }

  /// What an earlier run has begun with, and how far it has come.
  void find(State& state, const sim::Program& program) {
    for (Piece& piece : state.pieces) {
      compilations_.find(program, state.counts, piece);
      if (!state.pieces.front().image) return;
    }
    look_for_more(state, ops_made(state));
  }

  void make(State& state, const sim::Program& program, Piece& piece, const Known& known) {
    compilations_.make(program, state.counts, piece, known.moves);
    if (piece.image) ops_ += piece.image->inlined + piece.image->called;
    if (options_.when == When::hot) look_for_more(state, ops_made(state));
  }

  static std::int64_t ops_made(const State& state) {
    std::int64_t ops = 0;
    for (const Piece& piece : state.pieces)
      if (piece.image) ops += ops_of(piece.plans);
    return ops;
  }

  /// \param ops  in all that are worth it if the program goes on for as long
  static void look_for_more(State& state, std::int64_t ops) {
    const auto next = std::ranges::find_if(state.pieces, [](const Piece& piece) { return !piece.image; });
    const bool is_all = next == state.pieces.end();
    state.more_from.store(is_all ? kNever : (ops + ops_of(next->plans)) * kNanosecondsPerOp / 2,
                          std::memory_order_relaxed);
  }

  /// The piece to be made next: of which most has been executed, if that is enough. Where nobody counts, the first.
  static Piece* hottest(State& state, const sim::Program& program, const Known& known) {
    std::uint64_t all = 0;
    std::uint64_t most = 0;
    Piece* hottest = nullptr;
    for (Piece& piece : state.pieces) {
      std::uint64_t executed = 0;
      for (const Plan& plan : piece.plans)
        for (const std::uint32_t pc : plan.ops)
          if (const std::uint32_t block = program.facts[pc].block; block < known.executions.size())
            executed += known.executions[block];
      all += executed;
      if (piece.image || (hottest != nullptr && executed <= most)) continue;
      most = executed;
      hottest = &piece;
    }
    if (hottest == nullptr || all == 0) return hottest;
    // What its ops have taken, as if all took the same.
    const double spent = static_cast<double>(known.spent) * static_cast<double>(most) / static_cast<double>(all);
    const double wanted = static_cast<double>(ops_of(hottest->plans)) * kNanosecondsPerOp / 2;
    if (spent >= wanted) return hottest;
    constexpr double kLongest = 4;  // what takes no time now may do later
    const double factor = most == 0 ? kLongest : std::min(wanted / spent, kLongest);
    state.more_from.store(static_cast<std::int64_t>(static_cast<double>(known.spent) * std::max(factor, 1.1)),
                          std::memory_order_relaxed);
    return nullptr;
  }

  /// Code knows the ops that it belongs to, and is there once for each lot of them: of many pieces not each makes one.
  Compiled load_pieces(State& state, const sim::Program& program, bool more_follow) {
    const auto made = static_cast<std::size_t>(
        std::ranges::count_if(state.pieces, [](const Piece& piece) { return piece.image.has_value(); }));
    const std::size_t news = made - state.executed_pieces;
    more_follow = more_follow && made != state.pieces.size();
    if (news == 0 || (more_follow && news < state.executed_pieces / 2)) return {};
    state.executed_pieces = made;
    return compilations_.load(program, state.pieces);
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

  sim::BlockOps start(const sim::Done& done) override {
    sim::BlockOps block{.first = ops(done)};
    if (work_->options().when == When::hot) block.rounds_left = block.rounds = kFirstRounds;
    return block;
  }

  void renew(sim::BlockOps& block, const sim::Done& done) override {
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
    look(done);
    const sim::Op* const compiled = state_->ops.load(std::memory_order_acquire);
    if (compiled == nullptr || compiled == block.first) return;
    // What was compiled first gives way at once to what was later.
    const bool chooses = is_choosing() && block.first == program_->ops.data();
    if (!chooses || state_->trial.goes_on_compiled(now - block.started)) block.first = compiled;
  }

 private:
  const sim::Op* ops(const sim::Done& done) {
    const sim::Op* const known = compiled_ops();
    if (known != nullptr && (state_->asked_for_more.load(std::memory_order_relaxed) ||
                             state_->more_from.load(std::memory_order_relaxed) == kNever))
      return known;
    if (work_->options().when == When::always) {
      if (has_been_used(done.sites)) work_->compile_now(*state_, *program_, done);
      const sim::Op* const ready = compiled_ops();
      return ready != nullptr ? ready : program_->ops.data();
    }
    const std::uint32_t start = starts_.fetch_add(1, std::memory_order_relaxed);
    if (start < kStartsPerLook || start % kStartsPerLook == 0) look(done);
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

  void look(const sim::Done& done) {
    const std::chrono::nanoseconds spent(state_->spent + since_start());
    if (state_->asked.load(std::memory_order_relaxed) || state_->ops.load(std::memory_order_relaxed) != nullptr) {
      if (!state_->asked_for_more.load(std::memory_order_relaxed) &&
          spent.count() >= state_->more_from.load(std::memory_order_relaxed) && has_been_used(done.sites))
        work_->ask(state_, Job::make_more, Tier::Work::known(*program_, done, spent.count()));
      return;
    }
    // Best once this worker has seen what the accesses are like; but there are kernels of one block.
    if (spent >= (has_been_used(done.sites) ? kHot : 2 * kHot)) {
      work_->ask(state_, Job::make, Tier::Work::known(*program_, done, spent.count()));
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
  // from compiled code is longer still. Of accesses to shared memory most come as expected (sim::Expectation), and
  // where they do not compiled code has to show that it is faster.
  if (request.seed != 0) return nullptr;
  const sim::Interests heard = sim::interests_of(request.listeners);
  if (heard.has(sim::Interest::flow)) return nullptr;
  if (program->multiplies_beside && heard.has(sim::Interest::products)) return nullptr;
  // What is compiled for launches that neither count nor are heard notes no access.
  const bool hears_accesses = heard.has(sim::kAllAccesses);
  const std::shared_ptr<State> state = work_->state_of(program, request.costs != nullptr || hears_accesses);
  if (hears_accesses && !state->seldom_leaves_shared_memory) return nullptr;
  if (when == When::always && !work_->options().learns) work_->compile_now(*state, *program, {});
  return std::make_shared<Launch>(work_, state, program, heard.has(sim::Interest::order));
}

}  // namespace warpglass::tier
