#include "analysis/race_detector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/happens_before.hpp"
#include "analysis/race_shadow.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

using sim::Direction;
using sim::Order;
using sim::Space;
using sim::Sync;

bool overlap(const Doing& a, const Doing& b) { return (a.bytes & b.bytes) != 0; }
bool same_value(const Doing& a, const Doing& b) { return a.value_known && b.value_known && a.value == b.value; }

void add(Races& races, const RacePair& pair, std::uint64_t address, const Doing& first, const Doing& second,
         std::uint64_t count = 1) {
  Race& race = races[pair];
  // Of all examples that of the lowest block and address, whichever worker saw it, and in whatever order.
  if (race.count == 0 ||
      std::pair(std::uint64_t{second.block}, address) < std::pair(std::uint64_t{race.second.block}, race.address)) {
    race.address = address;
    race.first = first;
    race.second = second;
  }
  race.count += count;
}

/// A warp's place in the order of things.
struct WarpClock {
  explicit WarpClock(std::uint64_t block) : known(block) {}

  Clock clock = 1;
  Knowledge known;
  std::optional<Knowledge> fenced;   // what a fence has made ready to be told by the next strong write
  std::optional<Knowledge> pending;  // what strong reads have brought, to be known from the next fence on
  LaneKnowledge lanes;
};

struct BlockBarrier {
  std::optional<Knowledge> known;
  std::uint32_t waiting = 0;  // warps, a bit each
};

/// By address of the word, or of the barrier object.
using Words = std::unordered_map<std::uint64_t, Knowledge>;

struct BlockClocks {
  std::uint64_t cluster = 0;
  std::array<std::unique_ptr<WarpClock>, kWarpsPerBlock> warps;
  std::array<BlockBarrier, 16> barriers;
  Words words;  // in its shared memory
  Shadow<Cell> shared;
};

/// What each of a launch's workers hears.
class Worker final : public sim::Shard {
 public:
  explicit Worker(const sim::LaunchRequest& launch)
      : lockstep_(launch.lockstep),
        blocks_talk_(launch.program->has_global_atomics),
        grid_extent_(launch.grid),
        cluster_extent_(launch.cluster) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.space != Space::shared && event.space != Space::global) return;
    // Bulk copies and remote stores are ordered by what completes them, which is not followed.
    if (event.via == sim::Via::bulk_copy || event.via == sim::Via::async_store || event.via == sim::Via::mbarrier)
      return;
    if (event.space == Space::shared && event.owner != event.at.block) return;
    BlockClocks& block = block_of(event.at.block);
    WarpClock& warp = warp_of(block, event.at);
    ++event_;
    Doing doing{.pc = event.at.pc,
                .block = static_cast<std::uint32_t>(event.at.block),
                .cluster = static_cast<std::uint32_t>(block.cluster),
                .clock = warp.clock,
                .event = event_,
                .warp = static_cast<std::uint8_t>(event.at.warp),
                .strong = event.order != Order::weak || event.direction == Direction::update};
    for_each_lane(event.at.lanes, [&](int lane) {
      doing.lane = static_cast<std::uint8_t>(lane);
      visit_words(event, lane, doing, [&](std::uint64_t word) { touch(event, block, warp, word, doing); });
    });
    if (doing.strong) tell_and_learn(event, block, warp);
  }

  void on_sync(const sim::SyncEvent& event) override {
    if (event.what == Sync::cluster_release) return release_cluster(cluster_of(event.at.block));
    BlockClocks& block = block_of(event.at.block);
    WarpClock& warp = warp_of(block, event.at);
    switch (event.what) {
      case Sync::barrier_arrive:
      case Sync::barrier_wait: come(block, warp, event); break;
      case Sync::barrier_release: release(block, event.at.block, event.number); break;
      case Sync::warp_barrier: warp.lanes.meet(event.at.lanes, warp.clock++); break;
      case Sync::fence: fence(warp, event.at); break;
      case Sync::mbarrier_arrive:
      case Sync::async_arrive: tell(words_of(event.owner, event.address), warp, event.at); break;
      case Sync::mbarrier_test:
        if (event.complete != 0) hear(warp, event.at, words_of(event.owner, event.address));
        break;
      case Sync::cluster_arrive: tell(clusters_[cluster_of(event.at.block)].known, warp, event.at); break;
      case Sync::cluster_wait: {
        Cluster& cluster = clusters_[cluster_of(event.at.block)];
        hear(warp, event.at, cluster.known);
        cluster.waiting.push_back({event.at.block, event.at.warp});
        break;
      }
      case Sync::grid_arrive: tell(grid_, warp, event.at); break;
      case Sync::grid_test: hear(warp, event.at, grid_); break;
      case Sync::warp_gather:
      case Sync::mbarrier_init:
      case Sync::mbarrier_invalidate:
      case Sync::mbarrier_expect:
      case Sync::mbarrier_complete:
      case Sync::async_commit:
      case Sync::async_wait:
      case Sync::cluster_release: break;
    }
  }

  void on_flow(const sim::FlowEvent& event) override {
    if (event.what != sim::Flow::block_end) return;
    blocks_.erase(event.at.block);
    last_ = nullptr;
  }

  Races races;
  Shadow<TwoClusters> writers;  // of global memory, where clusters do not talk
  Shadow<TwoClusters> readers;

 private:
  struct Cluster {
    Knowledge known{Doing::kNone};
    std::vector<WarpName> waiting;
  };

  BlockClocks& block_of(std::uint64_t number) {
    if (last_ == nullptr || number != last_number_) {
      const auto [found, fresh] = blocks_.try_emplace(number);
      if (fresh) found->second.cluster = cluster_of(number);
      last_ = &found->second;
      last_number_ = number;
    }
    return *last_;
  }

  [[nodiscard]] std::uint64_t cluster_of(std::uint64_t block) const {
    if (cluster_extent_ == Dim3{1, 1, 1}) return block;
    const Dim3 at = index_at(block, grid_extent_);
    const Dim3& size = cluster_extent_;
    return number_of({at.x / size.x, at.y / size.y, at.z / size.z},
                     {grid_extent_.x / size.x, grid_extent_.y / size.y, grid_extent_.z / size.z});
  }

  static WarpClock& warp_of(BlockClocks& block, const sim::Where& at) {
    std::unique_ptr<WarpClock>& warp = block.warps[at.warp];
    if (warp == nullptr) warp = std::make_unique<WarpClock>(at.block);
    return *warp;
  }

  Knowledge& words_of(std::uint64_t owner, std::uint64_t address) {
    return block_of(owner).words.try_emplace(address & ~sim::kClusterMask, Knowledge(owner)).first->second;
  }

  /// The words of one lane's access; `doing` gets the bytes, and the value where it is known.
  template <class Visit>
  static void visit_words(const sim::AccessEvent& event, int lane, Doing& doing, Visit&& visit) {
    constexpr std::uint64_t kWord = Shadow<Cell>::kWordBytes;
    const std::uint64_t begin = event.address(lane);
    const std::uint64_t end = begin + event.bytes;
    std::array<std::byte, 16> value{};
    doing.value_known = event.stored != nullptr && event.bytes <= value.size();
    if (doing.value_known)
      std::memcpy(value.data(), event.stored + static_cast<std::size_t>(lane) * event.stored_bytes, event.bytes);
    for (std::uint64_t word = begin / kWord * kWord; word < end; word += kWord) {
      const std::uint64_t from = std::max(begin, word);
      const std::uint64_t count = std::min(end, word + kWord) - from;
      doing.bytes = static_cast<std::uint8_t>(((1u << count) - 1) << (from - word));
      doing.value = 0;
      if (doing.value_known) std::memcpy(&doing.value, value.data() + (from - begin), count);
      visit(word);
    }
  }

  void touch(const sim::AccessEvent& event, BlockClocks& block, const WarpClock& warp, std::uint64_t word,
             const Doing& doing) {
    const bool shared = event.space == Space::shared;
    const bool writes = event.direction != Direction::read;
    Cell& cell = (shared ? block.shared : global_).at(word);
    // Clusters that do not talk are compared when the launch has ended.
    const auto heeded = [&](const Doing& before) {
      return before.any() && (shared || blocks_talk_ || before.cluster == doing.cluster);
    };
    for (const Doing* written : {&cell.write, &cell.strong_write}) {
      if (heeded(*written))
        compare(warp, word, *written, doing, writes ? Conflict::write_then_write : Conflict::write_then_read, shared);
    }
    if (writes) {
      for (const Doing& read : cell.reads) {
        if (heeded(read) && read.event != doing.event)
          compare(warp, word, read, doing, Conflict::read_then_write, shared);
      }
      cell.note_write(doing);
    } else {
      cell.note_read(doing);
    }
    if (!shared && !blocks_talk_) (writes ? writers : readers).at(word).add(doing);
  }

  void compare(const WarpClock& warp, std::uint64_t word, const Doing& before, const Doing& now, Conflict conflict,
               bool shared) {
    if (!overlap(before, now) || (before.strong && now.strong)) return;
    const bool one_instruction = before.event == now.event;
    const bool same = conflict == Conflict::write_then_write && same_value(before, now);
    // Lanes of one store at one word: one of them is performed; which one matters where values differ.
    if (one_instruction && (!before.value_known || !now.value_known || same || before.by_same_thread(now))) return;
    if (!one_instruction && happened_before(warp, before, now)) return;
    add(races,
        {.first = before.pc,
         .second = now.pc,
         .conflict = conflict,
         .shared = shared,
         .same_value = same,
         .one_instruction = one_instruction},
        word, before, now);
  }

  [[nodiscard]] bool happened_before(const WarpClock& warp, const Doing& before, const Doing& now) const {
    if (before.block == now.block && before.warp == now.warp)
      return lockstep_ || warp.lanes.knows(now.lane, before.lane, before.clock);
    return before.clock <= warp.known.of({before.block, before.warp});
  }

  /// Lets others know what the warp has done so far.
  static void tell(Knowledge& others, WarpClock& warp, const sim::Where& at) {
    others.learn(warp.known);
    others.learn({at.block, at.warp}, warp.clock++);
  }

  /// Learns what others, or lanes of the warp itself, have told.
  static void hear(WarpClock& warp, const sim::Where& at, const Knowledge& others) {
    warp.known.learn(others);
    warp.lanes.learn(at.lanes, others.of({at.block, at.warp}));
  }

  static void hear_pending(WarpClock& warp, const sim::Where& at) {
    if (warp.pending) hear(warp, at, *std::exchange(warp.pending, std::nullopt));
  }

  static void fence(WarpClock& warp, const sim::Where& at) {
    hear_pending(warp, at);
    warp.fenced = warp.known;
    warp.fenced->learn({at.block, at.warp}, warp.clock++);
  }

  /// A strong access: what a write says of what was before it, and what a read hears.
  void tell_and_learn(const sim::AccessEvent& event, BlockClocks& block, WarpClock& warp) {
    const bool writes = event.direction != Direction::read;
    const bool reads = event.direction != Direction::write;
    const bool says = writes && (releases(event.order) || warp.fenced);
    Words& words = event.space == Space::shared ? block.words : words_;
    if (!says && words.empty()) return;
    bool told = false;
    for_each_lane(event.at.lanes, [&](int lane) {
      const std::uint64_t address = event.address(lane);
      auto word = words.find(address);
      if (reads && word != words.end()) {
        if (acquires(event.order)) {
          hear(warp, event.at, word->second);
        } else {
          if (!warp.pending) warp.pending.emplace(event.at.block);
          warp.pending->learn(word->second);
        }
      }
      if (!says) return;
      if (word == words.end()) word = words.try_emplace(address, Knowledge(Doing::kNone)).first;
      if (warp.fenced) word->second.learn(*warp.fenced);
      if (!releases(event.order)) return;
      word->second.learn(warp.known);
      word->second.learn({event.at.block, event.at.warp}, warp.clock);
      told = true;
    });
    if (told) ++warp.clock;
  }

  void come(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event) {
    // A barrier makes known what strong reads have brought, as a fence does.
    hear_pending(warp, event.at);
    BlockBarrier& barrier = block.barriers[event.number % block.barriers.size()];
    if (!barrier.known) barrier.known.emplace(event.at.block);
    tell(*barrier.known, warp, event.at);
    if (event.what == Sync::barrier_wait) barrier.waiting |= 1u << event.at.warp;
  }

  static void release(BlockClocks& block, std::uint64_t number, std::uint32_t which) {
    BlockBarrier& barrier = block.barriers[which % block.barriers.size()];
    if (!barrier.known) return;
    for (std::uint32_t waiting = barrier.waiting; waiting != 0; waiting &= waiting - 1) {
      const auto w = static_cast<std::uint32_t>(std::countr_zero(waiting));
      WarpClock& warp = warp_of(block, {.block = number, .warp = w});
      warp.known.learn(*barrier.known);
      warp.lanes.meet(kFullMask, warp.clock++);
    }
    barrier = {};
  }

  void release_cluster(std::uint64_t number) {
    Cluster& cluster = clusters_[number];
    for (const WarpName& name : cluster.waiting) {
      const auto block = blocks_.find(name.block);
      if (block == blocks_.end() || block->second.warps[name.warp] == nullptr) continue;
      WarpClock& warp = *block->second.warps[name.warp];
      warp.known.learn(cluster.known);
      warp.lanes.meet(kFullMask, warp.clock++);
    }
    cluster.waiting.clear();
  }

  const bool lockstep_;
  const bool blocks_talk_;
  const Dim3 grid_extent_;
  const Dim3 cluster_extent_;
  std::uint32_t event_ = 0;
  std::unordered_map<std::uint64_t, BlockClocks> blocks_;  // that run
  BlockClocks* last_ = nullptr;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::uint64_t, Cluster> clusters_;
  Knowledge grid_{Doing::kNone};
  Words words_;  // in global memory
  Shadow<Cell> global_;
};

}  // namespace

struct RaceDetector::State {
  const sim::LaunchRequest* launch = nullptr;
  Shadow<TwoClusters> writers;
  Shadow<TwoClusters> readers;
};

RaceDetector::RaceDetector() = default;
RaceDetector::~RaceDetector() = default;

void RaceDetector::on_start(const sim::LaunchRequest& launch) {
  state_ = std::make_unique<State>();
  state_->launch = &launch;
  races_.clear();
}

std::unique_ptr<sim::Shard> RaceDetector::make_shard(std::size_t) { return std::make_unique<Worker>(*state_->launch); }

void RaceDetector::merge(sim::Shard& shard) {
  Worker& worker = static_cast<Worker&>(shard);
  for (const auto& [pair, race] : worker.races) add(races_, pair, race.address, race.first, race.second, race.count);
  const auto join = [](const Shadow<TwoClusters>& from, Shadow<TwoClusters>& to) {
    from.for_each([&](std::uint64_t address, const TwoClusters& cell) {
      for (const Doing& doing : cell.of) {
        if (doing.any()) to.at(address).add(doing);
      }
    });
  };
  join(worker.writers, state_->writers);
  join(worker.readers, state_->readers);
}

void RaceDetector::on_end(const sim::LaunchResult&) {
  const auto compare = [&](std::uint64_t address, const Doing& first, const Doing& second, Conflict conflict) {
    if (!first.any() || !second.any() || first.cluster == second.cluster || !overlap(first, second)) return;
    if (first.strong && second.strong) return;
    const bool same = conflict == Conflict::write_then_write && same_value(first, second);
    add(races_, {.first = first.pc, .second = second.pc, .conflict = conflict, .same_value = same}, address, first,
        second);
  };
  state_->writers.for_each([&](std::uint64_t address, const TwoClusters& writers) {
    compare(address, writers.of[0], writers.of[1], Conflict::write_then_write);
    const TwoClusters& readers = state_->readers.at(address);
    for (const Doing& reader : readers.of) {
      // One of the writers is of another cluster than the reader.
      const bool own = reader.any() && writers.of[0].cluster == reader.cluster;
      compare(address, writers.of[own ? 1 : 0], reader, Conflict::write_then_read);
    }
  });
  doubt_values();
  for (auto& [pair, race] : races_) {
    race.grid = state_->launch->grid;
    race.threads = state_->launch->block;
  }
  state_.reset();
}

/// Where a block reads what another writes, in no order, what blocks then write depends on who was first, and so does
/// whether it is the same.
void RaceDetector::doubt_values() {
  const bool reads_race = std::ranges::any_of(races_, [](const auto& race) {
    return race.first.conflict != Conflict::write_then_write && race.second.first.cluster != race.second.second.cluster;
  });
  if (!reads_race) return;
  Races doubted;
  for (const auto& [pair, race] : races_) {
    RacePair plain = pair;
    plain.same_value = false;
    add(doubted, plain, race.address, race.first, race.second, race.count);
  }
  races_ = std::move(doubted);
}

}  // namespace warpglass::analysis
