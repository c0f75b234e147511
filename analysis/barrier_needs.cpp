#include "analysis/barrier_needs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "sim/launch.hpp"

namespace warpglass::analysis {

using sim::Direction;
using sim::Sync;
using Need = BarrierNeeds::Need;

void BarrierNeeds::add(const BarrierNeeds& other) {
  if (pcs.empty()) {
    *this = other;
    return;
  }
  unknown = unknown || other.unknown || pcs != other.pcs;
  one_warp = one_warp || other.one_warp;
  if (unknown) return;
  for (std::size_t i = 0; i < rounds.size(); ++i) rounds[i] = std::max(rounds[i], other.rounds[i]);
  needs.insert(other.needs.begin(), other.needs.end());
  whole.insert(other.whole.begin(), other.whole.end());
  for (const auto& [pc, arrays] : other.touched) touched[pc].insert(arrays.begin(), arrays.end());
}

namespace {

using Round = std::uint32_t;  // of a block: the barriers of the whole block that it has passed
constexpr Round kNever = 0xffffffffu;
constexpr Round kLookedBack = 16;  // barriers; one further back orders no less, but is taken for needed no less either

struct Use {
  Round round = kNever;
  std::uint32_t thread = 0;

  [[nodiscard]] bool is_by_another(std::uint32_t than) const { return round != kNever && thread != than; }
  [[nodiscard]] bool is_of_warp(const Use& other) const { return thread / kWarpSize == other.thread / kWarpSize; }
};

/// Of those who have done something, the few that stand for all: whatever order the others need with who comes next,
/// one of these needs it too, or a stronger one.
class Latest {
 public:
  void note(const Use& use) {
    if (last_.round != kNever && !last_.is_of_warp(use)) {
      other_warp_ = last_;
      other_lane_ = {};
    } else if (last_.is_by_another(use.thread)) {
      other_lane_ = last_;
    }
    last_ = use;
  }

  /// What comes behind all of it.
  void note(const Latest& later) {
    for (const Use& use : {later.other_warp_, later.other_lane_, later.last_}) {
      if (use.round != kNever) note(use);
    }
  }
  [[nodiscard]] bool empty() const { return last_.round == kNever; }

  /// Some of them may be nobody.
  [[nodiscard]] std::array<Use, 3> uses() const { return {last_, other_lane_, other_warp_}; }

 private:
  Use last_;
  Use other_lane_;  // the last by another thread of the same warp, if no other warp came between
  Use other_warp_;  // the last of another warp
};

/// What is known of a word.
struct Word {
  struct Uses {
    Latest writes;
    Latest reads;
  };
  Uses before;  // in rounds before the last in which it was used
  Uses now;     // in that one
  Round round = kNever;

  void begin(Round next) {
    if (round == next) return;
    round = next;
    // Whoever comes behind a write comes behind all that was before it.
    if (now.writes.empty()) {
      before.reads.note(now.reads);
    } else {
      before = now;
    }
    now = {};
  }
};

struct Block {
  Round round = 0;
  std::array<std::uint64_t, kLookedBack> passed{};            // by round modulo its size: the barriers that ended it
  std::array<std::array<bool, 2>, kLookedBack + 1> known{};   // needs of this round, by distance
  std::unordered_map<std::uint32_t, std::uint64_t> waits_at;  // by number of the barrier
  std::unordered_set<std::uint32_t> arrived_at;               // numbers at which some have only arrived
  std::vector<std::uint64_t> rounds;                          // by barrier
  std::unordered_map<std::uint32_t, std::vector<LaneMask>> executed;  // by pc and warp
  std::vector<Word> shared;
  std::unordered_map<std::uint64_t, Word> global;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> copies;  // cp.async under way: word and thread
  Latest touched;                                               // anything in global memory
  Latest strong;                                                // by atomics and their kin
  bool fences = false;
};

/// Names the arrays of a launch.
class Arrays {
 public:
  explicit Arrays(const sim::LaunchRequest& launch) : launch_(launch) {
    for (std::uint32_t at = 0; at + 8 <= launch.params.size(); at += 8) {
      std::uint64_t pointer = 0;
      std::memcpy(&pointer, launch.params.data() + at, 8);
      if (const auto allocation = launch.memory->find(pointer)) parameters_.try_emplace(allocation->begin, at);
    }
  }

  void note(const sim::AccessEvent& event, std::map<std::uint32_t, std::set<ArrayName>>& into) {
    const bool shared = event.space == sim::Space::shared;
    Place& last = last_[event.at.pc];
    for_each_lane(event.at.lanes, [&](int lane) {
      const std::uint64_t address = event.address(lane);
      if (last.shared == shared && address - last.begin < last.bytes) return;
      last = shared ? in_shared(address) : in_global(address);
      into[event.at.pc].insert(last.name);
    });
  }

 private:
  struct Place {
    bool shared = false;
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    ArrayName name{};
  };

  [[nodiscard]] Place in_shared(std::uint64_t offset) const {
    const auto& objects = launch_.program->shared_objects;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const std::uint64_t bytes = objects[i].size == 0 ? ~std::uint64_t{0} : objects[i].size;
      if (offset - objects[i].offset < bytes && offset >= objects[i].offset)
        return {.shared = true, .begin = objects[i].offset, .bytes = bytes, .name = {ArrayName::Kind::shared, i}};
    }
    return {.shared = true, .begin = offset, .bytes = 1, .name = {ArrayName::Kind::shared, objects.size()}};
  }

  [[nodiscard]] Place in_global(std::uint64_t address) const {
    const auto allocation = launch_.memory->find(address);
    if (!allocation) return {.begin = address, .bytes = 1, .name = {ArrayName::Kind::allocation, 0}};
    const auto parameter = parameters_.find(allocation->begin);
    const ArrayName name = parameter == parameters_.end() ? ArrayName{ArrayName::Kind::allocation, allocation->begin}
                                                          : ArrayName{ArrayName::Kind::parameter, parameter->second};
    return {.begin = allocation->begin, .bytes = allocation->size, .name = name};
  }

  const sim::LaunchRequest& launch_;
  std::map<std::uint64_t, std::uint32_t> parameters_;  // by beginning of the allocation
  std::unordered_map<std::uint32_t, Place> last_;      // by pc
};

class NeedsShard final : public sim::Shard {
 public:
  explicit NeedsShard(const sim::LaunchRequest& launch)
      : arrays_(launch), threads_(static_cast<std::uint32_t>(launch.block.volume())), lockstep_(launch.lockstep) {
    const sim::Program& program = *launch.program;
    for (std::uint32_t pc = 0; pc < program.facts.size(); ++pc) {
      if (program.facts[pc].kind != sim::OpKind::barrier || needs.pcs.size() == BarrierNeeds::kMost) continue;
      const std::uint64_t bit = std::uint64_t{1} << needs.pcs.size();
      bits_.emplace(pc, bit);
      needs.pcs.push_back(pc);
      // Its value is wanted too.
      const auto operands = sim::operands_of(program.facts[pc], program.operands);
      if (std::ranges::any_of(operands, &sim::OperandFact::written)) needs.needs.insert({bit, false});
    }
    needs.rounds.resize(needs.pcs.size());
    needs.unknown = program.launches || std::ranges::any_of(program.facts, [](const sim::OpFacts& facts) {
                      return facts.effects.does == sim::Does::depends_on_grids;
                    });
    needs.one_warp = threads_ <= kWarpSize;
  }

  void on_access(const sim::AccessEvent& event) override {
    if (needs.unknown || needs.pcs.empty()) return;
    const bool shared = event.space == sim::Space::shared;
    if (!shared && event.space != sim::Space::global) return;
    if (event.via == sim::Via::mbarrier || event.via == sim::Via::bulk_copy || event.via == sim::Via::matrix ||
        event.via == sim::Via::async_store || (shared && event.owner != event.at.block)) {
      needs.unknown = true;
      return;
    }
    arrays_.note(event, needs.touched);
    Block& block = blocks_[event.at.block];
    if (!needs.whole.contains(event.at.pc)) note_threads(block, event.at);
    const bool copies = event.via == sim::Via::async_copy && event.direction == Direction::write;
    for (LaneMask lanes = event.at.lanes; lanes != 0; lanes &= lanes - 1) {
      const int lane = first_lane(lanes);
      const Use now{.round = block.round, .thread = event.at.warp * kWarpSize + static_cast<std::uint32_t>(lane)};
      const std::uint64_t first = event.address(lane) / 4;
      const std::uint64_t last = (event.address(lane) + event.bytes - 1) / 4;
      for (std::uint64_t word = first; word <= last; ++word) {
        touch(block, shared ? shared_word(block, word) : block.global[word], now, event.direction);
        if (copies) block.copies.emplace_back(word, now.thread);
      }
      if (!shared) tell(block, now, event.order != sim::Order::weak || event.direction == Direction::update);
    }
    block.fences = block.fences || (event.order != sim::Order::weak && event.order != sim::Order::relaxed);
  }

  void on_sync(const sim::SyncEvent& event) override {
    Block& block = blocks_[event.at.block];
    switch (event.what) {
      case Sync::barrier_arrive:
        // Who arrives does not wait, so that not all are in order with all.
        need(bit_of(event.at.pc), false);
        block.arrived_at.insert(event.number);
        return;
      case Sync::barrier_wait:
        if (event.threads == 0 || event.threads >= threads_) block.waits_at[event.number] |= bit_of(event.at.pc);
        return;
      case Sync::barrier_release: pass(block, event.number); return;
      case Sync::fence: block.fences = true; return;
      case Sync::async_wait: end_copies(block, event); return;
      case Sync::grid_arrive:
      case Sync::grid_test:
        block.fences = true;
        for (LaneMask lanes = event.at.lanes; lanes != 0; lanes &= lanes - 1)
          tell(block, {block.round, event.at.warp * kWarpSize + static_cast<std::uint32_t>(first_lane(lanes))}, true);
        return;
      case Sync::warp_barrier:
      case Sync::warp_gather:
      case Sync::stray_shuffle:
      case Sync::async_commit: return;
      case Sync::mbarrier_init:
      case Sync::mbarrier_invalidate:
      case Sync::mbarrier_arrive:
      case Sync::mbarrier_expect:
      case Sync::mbarrier_complete:
      case Sync::mbarrier_test:
      case Sync::async_arrive:
      case Sync::cluster_arrive:
      case Sync::cluster_wait:
      case Sync::cluster_release:
      case Sync::nested_launch: needs.unknown = true; return;
    }
  }

  void on_flow(const sim::FlowEvent& event) override {
    if (event.what == sim::Flow::block_end) blocks_.erase(event.at.block);
  }

  BarrierNeeds needs;

 private:
  [[nodiscard]] std::uint64_t bit_of(std::uint32_t pc) const {
    const auto found = bits_.find(pc);
    return found == bits_.end() ? 0 : found->second;
  }

  void note_threads(Block& block, const sim::Where& at) {
    std::vector<LaneMask>& warps = block.executed[at.pc];
    warps.resize((threads_ + kWarpSize - 1) / kWarpSize);
    warps[at.warp] |= at.lanes;
    std::uint32_t count = 0;
    for (const LaneMask lanes : warps) count += static_cast<std::uint32_t>(std::popcount(lanes));
    if (count == threads_) needs.whole.insert(at.pc);
  }

  static Word& shared_word(Block& block, std::uint64_t word) {
    if (word >= block.shared.size()) block.shared.resize(std::max(word + 1, std::uint64_t{2 * block.shared.size()}));
    return block.shared[word];
  }

  void need(std::uint64_t any_of, bool within_a_warp) {
    if (any_of != 0) needs.needs.insert({any_of, within_a_warp});
  }

  void touch(Block& block, Word& word, const Use& now, Direction direction) {
    word.begin(block.round);
    order(block, word.before.writes, now);
    if (direction == Direction::read) {
      word.now.reads.note(now);
      return;
    }
    order(block, word.before.reads, now);
    word.now.writes.note(now);
  }

  /// A thread may tell other blocks, by an atomic, of what others of its block have done, and these may go by what it
  /// was told.
  void tell(Block& block, const Use& now, bool strong) {
    if (block.fences) order(block, strong ? block.touched : block.strong, now);
    block.touched.note(now);
    if (strong) block.strong.note(now);
  }

  void order(Block& block, const Latest& before, const Use& now) {
    for (const Use& use : before.uses()) order(block, use, now);
  }

  /// Notes which barriers lie between two uses that one of them has to order.
  void order(Block& block, const Use& before, const Use& now) {
    if (!before.is_by_another(now.thread) || before.round == block.round) return;
    const bool within = before.is_of_warp(now);
    if (within && lockstep_) return;
    const Round distance = std::min(block.round - before.round, kLookedBack);
    if (std::exchange(block.known[distance][within ? 1 : 0], true)) return;
    std::uint64_t between = 0;
    for (Round back = 1; back <= distance; ++back) between |= block.passed[(block.round - back) % kLookedBack];
    need(between, within);
  }

  void pass(Block& block, std::uint32_t number) {
    const auto waits = block.waits_at.find(number);
    if (waits == block.waits_at.end() || waits->second == 0) return;
    const std::uint64_t at = std::exchange(waits->second, 0);
    const bool all_wait = block.arrived_at.erase(number) == 0;
    // Of a barrier with two places either side is needed.
    if ((at & (at - 1)) != 0 || !all_wait) {
      for (std::uint64_t rest = at; rest != 0; rest &= rest - 1) need(rest & (~rest + 1), false);
    }
    if (!all_wait) return;
    block.rounds.resize(needs.rounds.size());
    for (std::size_t i = 0; i < needs.rounds.size(); ++i) {
      if ((at >> i & 1) != 0) needs.rounds[i] = std::max(needs.rounds[i], ++block.rounds[i]);
    }
    block.passed[block.round % kLookedBack] = at;
    ++block.round;
    block.known = {};
  }

  /// What a copy writes is there when its thread has waited for it.
  static void end_copies(Block& block, const sim::SyncEvent& event) {
    const auto is_waited_for = [&](std::uint32_t thread) {
      return thread / kWarpSize == event.at.warp &&
             (event.at.lanes & lane_bit(static_cast<int>(thread % kWarpSize))) != 0;
    };
    for (const auto& [word, thread] : block.copies) {
      if (!is_waited_for(thread)) continue;
      Word& copied = shared_word(block, word);
      copied.begin(block.round);
      copied.now.writes.note({.round = block.round, .thread = thread});
    }
    if (event.count == 0 || event.all)
      std::erase_if(block.copies, [&](const auto& copy) { return is_waited_for(copy.second); });
  }

  Arrays arrays_;
  const std::uint32_t threads_;
  const bool lockstep_;
  std::unordered_map<std::uint32_t, std::uint64_t> bits_;  // by pc
  std::unordered_map<std::uint64_t, Block> blocks_;        // that run
};

}  // namespace

void BarrierWatch::on_start(const sim::LaunchRequest& launch) {
  launch_ = &launch;
  needs_ = {};
}

std::unique_ptr<sim::Shard> BarrierWatch::make_shard(std::size_t) { return std::make_unique<NeedsShard>(*launch_); }

void BarrierWatch::merge(sim::Shard& shard) { needs_.add(static_cast<NeedsShard&>(shard).needs); }

}  // namespace warpglass::analysis
