// What synchronisation makes of the order of a launch's warps: who knows of whose past (analysis/happens_before.hpp)
// after barriers, fences, atomics, barrier objects. Of one worker.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/copy_groups.hpp"
#include "analysis/happens_before.hpp"
#include "analysis/race.hpp"
#include "sim/events.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {

/// Whom something is said to: the widest of the scopes that a fence or an access names.
enum class Reach : std::uint8_t { block, cluster, all };

/// One of something for each reach.
template <class T>
using ByReach = std::array<T, 3>;

/// What lanes have fenced.
struct Fenced {
  Seen own;         // of the warp itself
  Knowledge known;  // and of others
  Clock clock = 0;  // of the warp, then
};

/// A warp's place in the order of things.
struct WarpClock {
  static constexpr Clock kFirst = 1;

  explicit WarpClock(std::uint64_t block) : known(block) {}

  Clock clock = kFirst;
  Knowledge known;                        // to all its lanes
  LaneMask some = 0;                      // lanes that know more
  std::optional<Knowledge> some_know;     // taken together
  ByReach<std::optional<Fenced>> fences;  // the last that reaches so far
  LaneMask reading = 0;  // lanes that have brought what follows by strong reads, to be known from the next
  ByReach<std::optional<Knowledge>> read;  // fence on that reaches so far
  LaneMask outside = 0;                    // lanes that were not meant
  std::optional<Knowledge> scoped;         // by what was told to other blocks or clusters only
  LaneMask guessing = 0;                   // lanes that would know what follows
  std::optional<Knowledge> untold;         // if all strong accesses were fences
  LaneKnowledge lanes;
  CopyQueue copies;       // of cp.async
  CopyQueue bulk_copies;  // to global memory
  ProductQueue products;
  std::uint32_t told_copies = 0;  // the group of what a barrier object is about to be told of; 0: there is none
  ApartQueue apart;
  CopyQueue tensor_loads;
  CopyQueue tensor_stores;

  /// Whether `lane` knows what a lane of another warp had done at its count `clock`.
  [[nodiscard]] bool knows(int lane, const WarpName& other, int of, Clock at) const;
  /// What is missing where it does not.
  [[nodiscard]] Lack lack(int lane, const WarpName& other, int of, Clock at) const;
};

/// What strong writes have said at a word.
struct Told {
  /// What those of a block or a cluster have said to each other.
  struct Part {
    std::uint64_t name = 0;
    Knowledge known{kNobody};
    bool more = false;  // than is said to all
  };
  using Parts = std::vector<Part>;
  static constexpr std::size_t kMostParts = 16;  // of more the latest

  Parts blocks;
  Parts clusters;
  std::optional<Knowledge> all;     // to all; nullopt: nobody has said anything
  std::optional<Knowledge> untold;  // what was done before, with no fence between

  [[nodiscard]] static Part& part_of(Parts& parts, std::uint64_t name);
};

/// What those that come to a barrier of several phases say.
struct Phases {
  Knowledge now{kNobody};    // the phase that is under way
  Knowledge done{kNobody};   // those that are complete
  Clock count = 0;           // of them
  std::uint32_t object = 0;  // its number (CopyGroups), once copies tell it

  void complete();
};

using Words = std::unordered_map<std::uint64_t, Told>;

struct BlockBarrier {
  std::optional<Knowledge> known;
  ByReach<std::optional<Knowledge>> fenced;  // what those that come have fenced, for others than the block
  std::optional<Knowledge> untold;           // as of warps
  std::optional<Knowledge> scoped;
  std::uint32_t waiting = 0;                     // warps, a bit each
  std::array<LaneMask, kWarpsPerBlock> lanes{};  // of those
  bool of_all = true;                            // all that come expect the whole block

  void open();
};

struct BlockClocks {
  BlockClocks() {}  // NOLINT(modernize-use-equals-default): that would fill all of it with zeros first

  std::uint64_t cluster = 0;
  std::array<std::unique_ptr<WarpClock>, kWarpsPerBlock> warps;
  std::uint32_t acted = 0;  // those that there are, a bit each
  std::array<BlockBarrier, 16> barriers;
  std::array<std::uint32_t, kWarpsPerBlock> products{};  // by warp group: its number, as a barrier object's (Phases)
  Words words;                                           // in its shared memory
  std::unordered_map<std::uint64_t, Phases> objects;     // barrier objects, by address
};

class RaceClocks {
 public:
  explicit RaceClocks(const sim::LaunchRequest& launch)
      : facts_(launch.program->facts),
        grid_extent_(launch.grid),
        threads_(static_cast<std::uint32_t>(launch.block.volume())),
        cluster_extent_(launch.cluster),
        grid_workspace_(launch.grid_workspace) {}

  [[nodiscard]] std::uint64_t cluster_of(std::uint64_t block) const;
  [[nodiscard]] bool has_clusters() const { return cluster_extent_ != Dim3{1, 1, 1}; }
  [[nodiscard]] WarpClock& warp_of(const sim::Where& at) { return warp_of(block_of(at.block), at); }

  /// These warps have done something, a bit each.
  void acted(std::uint64_t block, std::uint32_t warps);

  /// At which counts the block's warps are.
  void counts_of(std::uint64_t block, std::array<Clock, kWarpsPerBlock>& counts);

  /// What synchronisation says and lets others hear.
  /// \return  whether all warps of the block now know of all that any of them has done
  bool synchronise(const sim::SyncEvent& event);
  /// A strong access: what a write says of what was before it, and what a read hears.
  /// \return  whether it says or hears anything
  bool tell_and_learn(const sim::AccessEvent& event);
  /// A thread launches a grid. \return  what that begins after
  [[nodiscard]] Knowledge launch_from(const sim::Where& at);
  void end(std::uint64_t block);

  /// Whether its threads get to know what stood in memory: not those of a reduction, so that nothing follows for them
  /// from who was first.
  [[nodiscard]] bool gets_value(const sim::AccessEvent& event) const {
    return event.direction == sim::Direction::read ||
           (event.direction == sim::Direction::update && facts_[event.at.pc].kind != sim::OpKind::reduction);
  }

  [[nodiscard]] const CopyGroups& copies() const { return copies_; }
  /// The group of an access that a copy makes; 0: it makes none that outlives its instruction.
  [[nodiscard]] std::uint32_t copy_of(const sim::AccessEvent& event);
  /// The same of a use of tensor memory, which always outlives its instruction.
  [[nodiscard]] std::uint32_t group_of(const sim::TensorEvent& event);

 private:
  struct Cluster {
    Phases phases;
    std::vector<WarpName> waiting;
    std::uint32_t blocks = 0;  // that run
  };

  void commit(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event);
  void commit_apart(ApartQueue& apart, Phases& told);
  [[nodiscard]] std::uint32_t open_group(ApartQueue& apart);
  void wait(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event);
  BlockClocks& block_of(std::uint64_t number) {
    return last_ != nullptr && number == last_number_ ? *last_ : find_block(number);
  }
  BlockClocks& find_block(std::uint64_t number);
  WarpClock& warp_of(BlockClocks& block, const sim::Where& at) {
    const std::unique_ptr<WarpClock>& warp = block.warps[at.warp];
    return warp != nullptr ? *warp : begin_warp(block, at);
  }
  WarpClock& begin_warp(BlockClocks& block, const sim::Where& at);
  Phases& object_at(std::uint64_t owner, std::uint64_t address);
  [[nodiscard]] Reach reach_of(sim::Scope scope) const;
  void fence(WarpClock& warp, const sim::SyncEvent& event) const;
  void tell_at(Told& told, WarpClock& warp, const sim::Where& at, const sim::AccessEvent& event) const;
  void learn_from(const Told& told, WarpClock& warp, const sim::Where& at, const sim::AccessEvent& event) const;
  /// Lanes of a warp that there are.
  [[nodiscard]] LaneMask lanes_of(std::uint32_t warp) const {
    const std::uint32_t threads = threads_ - std::min(threads_, warp * kWarpSize);
    return threads >= kWarpSize ? kFullMask : (LaneMask{1} << threads) - 1;
  }
  static void come(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event);
  bool release(BlockClocks& block, std::uint64_t number, std::uint32_t which);
  void release_cluster(std::uint64_t number);

  const std::vector<sim::OpFacts>& facts_;  // of the program, by op
  const Dim3 grid_extent_;
  const std::uint32_t threads_;  // of a block
  const Dim3 cluster_extent_;
  const std::uint64_t grid_workspace_;
  std::unordered_map<std::uint64_t, BlockClocks> blocks_;  // that run
  std::vector<std::unique_ptr<WarpClock>> spare_;          // of blocks that have ended
  BlockClocks* last_ = nullptr;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::uint64_t, Cluster> clusters_;
  CopyGroups copies_;
  Phases grid_;
  std::uint64_t grid_arrivals_ = 0;
  Words words_;  // in global memory
};

}  // namespace warpglass::analysis
