#include "analysis/race_detector.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/access_history.hpp"
#include "analysis/apart_accesses.hpp"
#include "analysis/nested_races.hpp"
#include "analysis/proxy_writes.hpp"
#include "analysis/quiet_epochs.hpp"
#include "analysis/race_clocks.hpp"
#include "analysis/tensor_uses.hpp"
#include "analysis/touching_shard.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {

void add(Races& races, const RacePair& pair, const Race& race) {
  const auto place = [](const Race& of) { return std::pair(of.second.block, of.address); };
  const bool of_warps = race.first.block == race.second.block && race.first.warp != race.second.warp;
  const auto [known, fresh] = races.try_emplace(pair, race);
  const bool between_warps = known->second.between_warps || race.between_warps || of_warps;
  if (!fresh) {
    const std::uint64_t count = known->second.count + race.count;
    if (place(race) < place(known->second)) known->second = race;
    known->second.count = count;
  }
  known->second.between_warps = between_warps;
}

namespace {

using sim::Direction;
using sim::Space;
using sim::Sync;

// Of what is known of lines, between launches: of all workers, or of each.
constexpr std::size_t kKeptBytes = std::size_t{64} << 20;
constexpr std::size_t kKeptBytesOfOne = std::size_t{16} << 20;

/// What is known of a block's shared memory since its warps last met.
struct SharedHistory {
  SharedHistory(bool lockstep, const CopyGroups& copies) : accesses(lockstep, copies) { start.fill(WarpClock::kFirst); }

  void clear() {
    accesses.clear();
    walk = {};
    start.fill(WarpClock::kFirst);
  }

  AccessHistory accesses;  // of walks that went astray
  QuietEpochs::Walk walk;
  std::array<Clock, kWarpsPerBlock> start{};  // the warps' clocks when the epoch began
};

/// One history for each block or cluster that runs.
template <class History>
class Histories {
 public:
  Histories(bool lockstep, const CopyGroups& copies) : lockstep_(lockstep), copies_(copies) {}

  History& of(std::uint64_t number) {
    if (last_ != nullptr && last_number_ == number) return *last_;
    std::unique_ptr<History>& history = running_[number];
    if (history == nullptr && !spare_.empty()) {
      history = std::move(spare_.back());
      spare_.pop_back();
    }
    if (history == nullptr) history = std::make_unique<History>(lockstep_, copies_);
    last_ = history.get();
    last_number_ = number;
    return *last_;
  }

  void end(std::uint64_t number) {
    const auto ended = running_.find(number);
    if (ended == running_.end()) return;
    ended->second->clear();
    spare_.push_back(std::move(ended->second));
    running_.erase(ended);
    last_ = nullptr;
  }

 private:
  const bool lockstep_;
  const CopyGroups& copies_;
  std::unordered_map<std::uint64_t, std::unique_ptr<History>> running_;
  std::vector<std::unique_ptr<History>> spare_;
  History* last_ = nullptr;
  std::uint64_t last_number_ = 0;
};

/// What a step of an epoch is, beside whether it writes; the lower values are accesses that are strong.
enum StepKind : std::uint8_t { kStrong = 2, kNarrow = 4, kReads = 8, kSync = 16, kRelies = 32 };

/// What each of a launch's workers hears.
class RacesShard final : public sim::Shard {
 public:
  RacesShard(const sim::LaunchRequest& launch, bool blocks_talk, ApartAccesses none)
      : apart(std::move(none)),
        launching(launch.program->launches ? std::make_unique<LaunchingGrid>() : nullptr),
        touching(launch.nested ? std::make_unique<TouchingShard>() : nullptr),
        facts_(launch.program->facts),
        lockstep_(launch.lockstep),
        blocks_talk_(blocks_talk),
        clocks_(launch),
        proxies_(*launch.program),
        tensors_(clocks_),
        shared_(lockstep_, clocks_.copies()),
        reachable_(lockstep_, clocks_.copies()),
        global_(lockstep_, clocks_.copies()),
        launch_history_(lockstep_, clocks_.copies()) {}

  void on_access(const sim::AccessEvent& event) override {
    const bool shared = event.space == Space::shared;
    if (!shared && event.space != Space::global) return;
    if (event.via == sim::Via::mbarrier) return;  // heard as what it synchronises
    const bool writes = event.direction != Direction::read;
    const bool strong = event.order != sim::Order::weak || event.direction == Direction::update;
    if (shared && proxies_.watches())
      proxies_.on_access(event, footprints_.of(event), clocks_.cluster_of(event.owner), races);
    if (shared && !clocks_.has_clusters()) {
      on_shared(event, writes, strong);
    } else if (shared || blocks_talk_ || clocks_.has_clusters()) {
      on_reachable(event, writes, strong);
    } else {
      on_global(event, writes, strong);
    }
    if (strong && clocks_.tell_and_learn(event)) {
      apart.sync(event.at.block);
      depends_on_more(event.at.block);
    }
  }

  [[nodiscard]] sim::Expectation* expectation(std::span<sim::Shard* const> others) override {
    if (proxies_.watches() || clocks_.has_clusters()) return nullptr;
    std::vector<CourseFollower*> followers;
    for (sim::Shard* const other : others) {
      auto* const follower = dynamic_cast<CourseFollower*>(other);
      if (follower == nullptr || !follower->can_follow()) return nullptr;
      followers.push_back(follower);
    }
    for (CourseFollower* const follower : followers) follower->begin(footprints_);
    quiet_.follow_with(std::move(followers));
    return &expectation_;
  }

  void on_tensor(const sim::TensorEvent& event) override {
    depends_on_more(event.at.block);
    tensors_.on_tensor(event, races);
  }

  void on_sync(const sim::SyncEvent& event) override {
    if (event.what == Sync::nested_launch) {
      depends_on_more(event.at.block);
      if (launching != nullptr) launching->launch(event.count, event.at.pc, clocks_.launch_from(event.at));
      return;
    }
    SharedHistory& history = history_of(event.at.block);
    apart.sync(event.at.block);
    const bool of_block = event.what == Sync::barrier_arrive || event.what == Sync::barrier_wait ||
                          event.what == Sync::barrier_release || event.what == Sync::warp_barrier;
    if (!of_block && event.what != Sync::warp_gather && event.what != Sync::stray_shuffle)
      depends_on_more(event.at.block);
    proxies_.on_sync(event);
    // Who has exited does not come, though nothing was heard of it.
    if (event.what == Sync::barrier_release) clocks_.acted(event.at.block, quiet_.warps_of(history.walk));
    const bool all_met = clocks_.synchronise(event);
    if (all_met) {
      end_epoch(history, event.at.block);
      if (apart.end_phase(event.at.block)) {
        AccessHistory& astray = global_.of(event.at.block);
        astray.forget();
        if (astray.copies_go_on()) apart.begin_astray(event.at.block);
      }
    } else if (of_block) {
      const Step step{.shape = event.at.lanes,
                      .base = event.number,
                      .pc = event.at.pc,
                      .warp = static_cast<std::uint8_t>(event.at.warp),
                      .kind = static_cast<std::uint8_t>(kSync + static_cast<std::uint8_t>(event.what))};
      if (!follow(history, event.at.block, step)) quiet_.learn(history.walk, step, {}, 0);
    }
    expect(history, event.at.block);
  }

  void on_flow(const sim::FlowEvent& event) override {
    if (event.what != sim::Flow::block_end) return;
    if (QuietEpochs::Walk& walk = history_of(event.at.block).walk; walk.astray) quiet_.end(walk, event.at.block);
    shared_.end(event.at.block);
    reachable_.end(event.at.block);
    proxies_.end(event.at.block);
    tensors_.end(event.at.block);
    if (!clocks_.has_clusters()) {
      apart.end_phase(event.at.block);
      global_.end(event.at.block);
    }
    clocks_.end(event.at.block);
  }

  Races races;
  ApartAccesses apart;
  std::unique_ptr<LaunchingGrid> launching;  // of a launch that launches
  std::unique_ptr<TouchingShard> touching;   // of one that was launched so

 private:
  RacingAccess racing(const sim::AccessEvent& event, const FootprintRef* footprint, bool writes, bool strong) {
    const WarpClock& warp = clocks_.warp_of(event.at);
    // A barrier object is changed at once for all who reach it; an instruction's scope says who is ordered by it.
    const bool scoped = strong && facts_[event.at.pc].effects.does != sim::Does::signals;
    return {.footprint = footprint,
            .base = event.base,
            .pc = event.at.pc,
            .block = static_cast<std::uint32_t>(event.at.block),
            .cluster = static_cast<std::uint32_t>(clocks_.cluster_of(event.at.block)),
            .clock = warp.clock,
            .warp = static_cast<std::uint8_t>(event.at.warp),
            .shared = event.space == Space::shared,
            .writes = writes,
            .reads = clocks_.gets_value(event),
            .strong = strong,
            .narrow = scoped && event.scope == sim::Scope::cta,
            .near = scoped && event.scope == sim::Scope::cluster,
            .relies = relies_on_volatile(event),
            .size = size_of(event),
            .copy = clocks_.copy_of(event),
            .knows = &warp,
            .event = &event};
  }

  /// Whether lanes of a warp may pass values on by it: a flag that is polled has a loop of its own.
  [[nodiscard]] bool relies_on_volatile(const sim::AccessEvent& event) const {
    return event.order == sim::Order::volatile_access && event.space == Space::shared && !lockstep_ &&
           event.direction != Direction::update && facts_[event.at.pc].varies != sim::Varies::executions;
  }

  /// Bytes of an element: of a run of them, as the instruction says.
  [[nodiscard]] std::uint8_t size_of(const sim::AccessEvent& event) const {
    const std::uint32_t bytes = event.elements <= 1 ? event.bytes : event.bytes / event.elements;
    const bool run =
        event.via == sim::Via::bulk_copy || event.via == sim::Via::matrix || event.via == sim::Via::async_store;
    return static_cast<std::uint8_t>(run ? facts_[event.at.pc].effects.type.bytes() : bytes);
  }

  /// Memory that blocks reach who do or may talk to each other.
  void on_reachable(const sim::AccessEvent& event, bool writes, bool strong) {
    const RacingAccess access = racing(event, &footprints_.of(event), writes, strong);
    if (event.direction == Direction::write && !strong) compare_lanes(access);
    const bool shared = event.space == Space::shared;
    AccessHistory& history = shared         ? reachable_.of(event.owner)
                             : blocks_talk_ ? launch_history_
                                            : global_.of(access.cluster);
    history.add(access, races);
    if (!shared && !blocks_talk_) apart.claim(access);
    if (!shared) note_nested(access);
  }

  /// Global memory, of a block that nobody talks to.
  void on_global(const sim::AccessEvent& event, bool writes, bool strong) {
    RacingAccess access = racing(event, nullptr, writes, strong);
    const bool nested = launching != nullptr || touching != nullptr;
    if (nested || footprints_.keeps(event) || !ApartAccesses::is_scattered(event))
      access.footprint = &footprints_.of(event);
    if (apart.is_inside_other(access.block)) go_astray(apart.block());
    const ApartAccesses::Taken taken = apart.take(access);
    const bool several = taken.several && event.direction == Direction::write && !strong;
    if (taken.how != ApartAccesses::Taken::How::alone || several) {
      access.footprint = &footprints_.of(event);
      if (several) compare_lanes(access);
      if (taken.how == ApartAccesses::Taken::How::met) go_astray(access.block);
      if (taken.how != ApartAccesses::Taken::How::alone) global_.of(access.block).add(access, races);
    }
    if (nested) note_nested(access);
  }

  /// What the block has done to global memory since its warps met is compared by word and lane from now on.
  void go_astray(std::uint64_t block) {
    AccessHistory& history = global_.of(block);
    apart.go_astray([&](const RacingAccess& earlier) { history.add(earlier, races); });
  }

  void note_nested(const RacingAccess& access) {
    if (launching != nullptr) launching->note(access);
    if (touching != nullptr) touching->on_access(*access.event);
  }

  void on_shared(const sim::AccessEvent& event, bool writes, bool strong) {
    SharedHistory& history = history_of(event.at.block);
    const Step step{.shape = event.shape,
                    .base = static_cast<std::uint32_t>(event.base),
                    .pc = event.at.pc,
                    .warp = static_cast<std::uint8_t>(event.at.warp),
                    .kind = static_cast<std::uint8_t>(
                        (strong ? kStrong : 0) | (strong && event.scope == sim::Scope::cta ? kNarrow : 0) |
                        (clocks_.gets_value(event) ? kReads : 0) | (relies_on_volatile(event) ? kRelies : 0)),
                    .size = size_of(event),
                    .plain = !strong && event.via == sim::Via::instruction,
                    .writes = writes};
    if (event.shape != 0 && follow(history, event.at.block, step)) {
      expect(history, event.at.block);
      return;
    }
    go_astray(history, event.at.block);
    RacingAccess access = racing(event, nullptr, writes, strong);
    if (access.copy != 0) depends_on_more(event.at.block);
    if (event.shape == 0) history.walk.unknown = true;
    if (history.walk.unknown && !footprints_.keeps(event) && history.accesses.add_scattered(access)) return;
    access.footprint = &footprints_.of(event);
    quiet_.learn(history.walk, step, *access.footprint, access.clock - history.start[event.at.warp]);
    if (event.direction == Direction::write && !strong && compare_lanes(access)) history.walk.racy = true;
    if (history.accesses.add(access, races)) history.walk.racy = true;
  }

  bool follow(SharedHistory& history, std::uint64_t block, const Step& step) {
    if (quiet_.follow(history.walk, step)) return true;
    go_astray(history, block);
    return false;
  }

  /// The walk has left what is known to be quiet, or is about to: what it did so far is noted.
  void go_astray(SharedHistory& history, std::uint64_t block) {
    quiet_.go_astray(history.walk, block, [&](const Step& step, const FootprintRef& footprint, Clock ticks) {
      const RacingAccess access{.footprint = &footprint,
                                .base = step.base,
                                .pc = step.pc,
                                .block = static_cast<std::uint32_t>(block),
                                .cluster = static_cast<std::uint32_t>(clocks_.cluster_of(block)),
                                .clock = history.start[step.warp] + ticks,
                                .warp = step.warp,
                                .shared = true,
                                .writes = step.writes,
                                .reads = (step.kind & kReads) != 0,
                                .strong = (step.kind & kStrong) != 0,
                                .narrow = (step.kind & kNarrow) != 0,
                                .relies = (step.kind & kRelies) != 0,
                                .size = step.size};
      history.accesses.add(access, races);
    });
  }

  /// Who knows of whom from now on does not follow from the steps of this epoch alone.
  void depends_on_more(std::uint64_t block) {
    SharedHistory& history = history_of(block);
    go_astray(history, block);
    history.walk.unknown = true;
  }

  void end_epoch(SharedHistory& history, std::uint64_t block) {
    if (!quiet_.knows_end(history.walk)) go_astray(history, block);
    quiet_.end(history.walk, block);
    history.accesses.forget();
    clocks_.counts_of(block, history.start);
    // What is quiet by itself may not be beside a copy that nobody has waited for.
    if (history.accesses.copies_go_on()) go_astray(history, block);
  }

  /// What is known of a block's shared memory, with the accesses that came as expected.
  SharedHistory& history_of(std::uint64_t block) {
    if (const std::uint64_t expected = std::exchange(expectation_.block, sim::Expectation::kNoBlock);
        expected != sim::Expectation::kNoBlock)
      shared_.of(expected).walk.at = expectation_.at;
    return shared_.of(block);
  }

  /// Accesses that the block's walk expects need not be heard.
  void expect(const SharedHistory& history, std::uint64_t block) {
    if (history.walk.astray) return;
    expectation_ = {.block = block, .at = history.walk.at, .steps = quiet_.expected()};
  }

  /// Lanes of one store at one word: one of them is performed; which one matters where values differ.
  /// \return  whether there are such lanes: values are no part of a step, so the epoch is not known to be quiet
  bool compare_lanes(const RacingAccess& access) {
    const sim::AccessEvent& event = *access.event;
    const bool several =
        std::ranges::any_of((*access.footprint)->parts, [](const LinePart& part) { return part.several; });
    if (!several || event.stored == nullptr) return several;
    std::unordered_map<std::uint64_t, int> lane_at;
    for_each_lane(event.at.lanes, [&](int lane) {
      const auto [first, fresh] = lane_at.try_emplace(event.address(lane), lane);
      if (fresh) return;
      const auto value = [&](int of) { return event.stored + static_cast<std::size_t>(of) * event.stored_bytes; };
      if (std::equal(value(lane), value(lane) + event.bytes, value(first->second))) return;
      const auto racer = [&](int of) {
        return Racer{.block = access.block,
                     .cluster = access.cluster,
                     .warp = access.warp,
                     .lane = static_cast<std::uint8_t>(of)};
      };
      add(races,
          {.first = event.at.pc,
           .second = event.at.pc,
           .conflict = Conflict::write_then_write,
           .shared = event.space == Space::shared,
           .one_instruction = true},
          {.count = 1, .address = event.address(lane), .first = racer(first->second), .second = racer(lane)});
    });
    return true;
  }

  const std::vector<sim::OpFacts>& facts_;
  const bool lockstep_;
  const bool blocks_talk_;
  RaceClocks clocks_;
  ProxyWrites proxies_;
  TensorUses tensors_;
  FootprintCache footprints_;
  QuietEpochs quiet_;
  sim::Expectation expectation_;
  Histories<SharedHistory> shared_;     // by block
  Histories<AccessHistory> reachable_;  // by block: shared memory that a cluster's other blocks can reach
  Histories<AccessHistory> global_;     // by cluster, where clusters do not talk
  AccessHistory launch_history_;        // where they do
};

}  // namespace

struct RaceDetector::State {
  const sim::LaunchRequest* launch = nullptr;
  bool blocks_talk = true;
  std::size_t workers = 1;
  std::vector<ApartAccesses> apart;                       // by worker
  std::vector<std::unique_ptr<LaunchingGrid>> launching;  // likewise
  TouchedRuns touched;                                    // of a nested launch
};

RaceDetector::RaceDetector() = default;
RaceDetector::~RaceDetector() = default;

void RaceDetector::on_start(const sim::LaunchRequest& launch) {
  state_ = std::make_unique<State>();
  state_->launch = &launch;
  races_.clear();
  nested_races_.clear();
  nested_grids_.start(launch);
}

void RaceDetector::on_workers(std::size_t workers) { state_->workers = workers; }

void RaceDetector::on_blocks_apart() { state_->blocks_talk = false; }

std::unique_ptr<sim::Shard> RaceDetector::make_shard(std::size_t) {
  ApartAccesses apart;
  if (!spare_.empty()) {
    apart = std::move(spare_.back());
    spare_.pop_back();
  }
  apart.start(state_->launch->lockstep,
              std::max(ApartAccesses::kMostNoted / state_->workers, ApartAccesses::kMostNotedOfOne));
  return std::make_unique<RacesShard>(*state_->launch, state_->blocks_talk, std::move(apart));
}

void RaceDetector::merge(sim::Shard& shard) {
  RacesShard& worker = static_cast<RacesShard&>(shard);
  for (const auto& [pair, race] : worker.races) add(races_, pair, race);
  state_->apart.push_back(std::move(worker.apart));
  if (worker.launching != nullptr) state_->launching.push_back(std::move(worker.launching));
  if (worker.touching != nullptr) state_->touched.add(worker.touching->take());
}

void RaceDetector::on_end(const sim::LaunchResult&) {
  for (const auto& [pair, race] : ApartAccesses::races(state_->apart, state_->launch->threads)) add(races_, pair, race);
  keep_memory(state_->apart);
  doubt_values();
  for (auto& [pair, race] : races_) {
    race.grid = state_->launch->grid;
    race.threads = state_->launch->block;
  }
  if (state_->launch->nested) nested_races_ = nested_grids_.races(*state_->launch, state_->touched);
  nested_grids_.end(*state_->launch, std::move(state_->launching));
  state_.reset();
}

void RaceDetector::keep_memory(std::vector<ApartAccesses>& used) {
  const auto bytes_of = [](std::size_t sum, const ApartAccesses& apart) { return sum + apart.bytes(); };
  std::size_t bytes = std::accumulate(spare_.begin(), spare_.end(), std::size_t{0}, bytes_of);
  for (ApartAccesses& apart : used) {
    bytes += apart.bytes();
    if (bytes > std::max(kKeptBytes, used.size() * kKeptBytesOfOne)) return;
    spare_.push_back(std::move(apart));
  }
}

std::function<void()> RaceDetector::put_aside() { return aside(state_, races_, nested_races_); }

/// Where a thread reads what another writes, in no order, what is written later depends on who was first, and so does
/// whether it is the same.
void RaceDetector::doubt_values() {
  const bool reads_race =
      std::ranges::any_of(races_, [](const auto& race) { return race.first.conflict != Conflict::write_then_write; });
  if (!reads_race) return;
  Races doubted;
  for (const auto& [pair, race] : races_) {
    RacePair plain = pair;
    plain.same_value = false;
    add(doubted, plain, race);
  }
  races_ = std::move(doubted);
}

}  // namespace warpglass::analysis
