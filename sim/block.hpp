// A resident block: its warps, shared memory and barriers, as plain state that can be left and resumed at any op that
// waits. A Worker is what one host thread brings along: counters and memos that need no lock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "base/dim3.hpp"
#include "sim/access_site.hpp"
#include "sim/audience.hpp"
#include "sim/image_counts.hpp"
#include "sim/launch_request.hpp"
#include "sim/schedule.hpp"
#include "sim/tensor_memory.hpp"
#include "sim/tiered_ops.hpp"
#include "sim/touched_memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// Rounds over the warps in which everybody only spins, after which a block's turn is over.
inline constexpr int kSpinningRounds = 4;

class ReductionLog;

struct Worker {
  Worker(const LaunchRequest& request, std::size_t number);
  /// Before its first block, on the thread that runs it.
  void start(const LaunchRequest& request);
  /// Behind its last one: what was counted at its sites is in `counters`, and they are gone.
  void settle(const LaunchRequest& request);

  std::vector<AccessSite> sites;
  std::vector<OpCounters> counters;    // by site; empty when nothing is counted
  std::unique_ptr<Audience> audience;  // nullptr when nobody listens
  std::vector<BlockCount> counts;      // empty when nothing is observed
  std::vector<std::uint64_t> guard_counts;
  std::vector<ImageCounts> image_counts;  // by pc; empty when nothing is counted or no image is touched
  std::uint64_t generation = 0;           // blocks started so far
  std::unique_ptr<TouchLog> touched;      // nullptr: nobody asks
  ReductionLog* reductions = nullptr;     // where reductions go; nullptr: to memory at once
  std::vector<bool> gives_way;            // by pc, under a seed: a warp's turn may end behind it; else empty
};

inline constexpr unsigned kBarriers = 16;     // of a block
inline constexpr unsigned kWarpsInGroup = 4;  // that multiply together
inline constexpr unsigned kWarpGroups = 32 / kWarpsInGroup;
static_assert(kBarriers + kWarpGroups <= 32);

/// One of a block's 16 barriers in its current phase, or what a group of its warps meets at.
struct Barrier {
  std::uint32_t expected = 0;    // threads; 0: all of the block
  std::uint32_t counted = 0;     // threads arrived (counted barriers; whole warps count 32)
  std::uint32_t count_true = 0;  // reductions
  std::uint32_t count_all = 0;
  std::array<LaneMask, 32> arrived{};  // per warp
};

/// The barrier of the whole block at which whole warps that are one split each come one by one, with no other barrier
/// open: a count, and a note in each warp. What does not fit makes a Barrier and parked splits of it first.
struct Gate {
  std::uint32_t waiting = 0;   // warps
  std::uint32_t expected = 0;  // warps with live lanes; 0: not counted since lanes have exited
  std::uint32_t openings = 0;  // so far: who came before the last one goes on
  unsigned number = 0;
};

class Cluster;

class Block {
 public:
  enum class Status : std::uint8_t { finished, yielded, waiting, faulted };

  /// \param rank  place in the cluster, which outlives the block
  Block(const LaunchRequest& request, Worker& worker, std::uint64_t params_address, Cluster& cluster,
        std::uint32_t rank);

  /// Makes this the block at `index`, at its first op. \param sm  that it runs on
  void start(const Dim3& index, std::uint32_t sm);

  /// Runs until all threads have exited, or only warps are left that spin or wait for the cluster; `waiting` when
  /// nothing at all could be run. A warp that faults stops there; the others go on to their next wait, so that one run
  /// names every faulty place that the block comes to by itself.
  Status run();

  /// Turns of kSpinningRounds * kCredit back edges in a row after which nothing that its threads hold was different.
  [[nodiscard]] std::uint64_t unchanged_turns() const { return unchanged_turns_; }

  /// Makes the next turn a short one where the last has changed nothing, as long as short ones mostly do not either.
  void expect_no_change();

  /// Records that no thread of the launch will ever get on, which holds of one that spins here.
  void note_standstill();
  /// Records the same where nobody spins: the first that waits.
  void note_deadlock();

  /// What was wrong, each op once, in the order it happened.
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

  [[nodiscard]] std::size_t warp_count() const { return warps_.size(); }
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] const Cluster& cluster() const { return cluster_; }
  [[nodiscard]] std::byte* shared() const { return shared_; }
  [[nodiscard]] std::uint32_t shared_bytes() const { return shared_bytes_; }
  [[nodiscard]] TensorMemory& tensor_memory() const {
    if (tensor_memory_ == nullptr) tensor_memory_ = std::make_unique<TensorMemory>();
    return *tensor_memory_;
  }
  /// Worker::reductions
  [[nodiscard]] ReductionLog* reductions() const { return worker_.reductions; }

  // For the scheduling verbs.
  const Op* wait(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, LaneMask value, bool reduce,
                 BarrierReduction finish, const Op* next);
  /// As wait, of the block's threads and without a value.
  const Op* wait_for_all(Warp& warp, const Op* op, unsigned barrier, const Op* next);
  void arrive(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads);
  void lanes_exited(Warp& warp);
  void arrive_at_cluster(Warp& warp, const Op* op);
  const Op* wait_for_cluster(Warp& warp, const Op* op, const Op* next);

  // For the cluster's barrier: threads that have arrived in its current phase, and that have not exited.
  [[nodiscard]] std::uint32_t arrived_at_cluster() const;
  [[nodiscard]] std::uint32_t live_threads() const;
  [[nodiscard]] bool has_all_at_cluster() const;
  void release_from_cluster();

 private:
  [[nodiscard]] bool complete(const Barrier& barrier) const;
  Barrier& note_arrival(Warp& warp, unsigned number, std::uint32_t threads);
  void close(unsigned number);
  void release(Warp& last, const Op* op, unsigned number);
  void put_down_gate();
  [[nodiscard]] const Op* resume(Warp& warp);
  void stop(Warp& warp, Fault fault);
  void run_seeded(Warp& warp, const Op* op);
  void note_turn();
  void renew_ops();

  const LaunchRequest& request_;
  Worker& worker_;
  std::uint64_t params_address_ = 0;
  std::vector<Warp> warps_;
  BlockOps ops_;
  std::optional<Schedule> schedule_;  // under a seed
  std::vector<std::uint32_t> order_;  // of the warps in a round, under a seed
  std::unique_ptr<std::byte[]> shared_storage_;
  std::byte* shared_ = nullptr;
  std::uint32_t shared_bytes_ = 0;
  mutable std::unique_ptr<TensorMemory> tensor_memory_;  // once somebody has asked
  std::unique_ptr<std::byte[]> local_storage_;
  std::uint32_t local_stride_ = 0;
  std::array<Barrier, kBarriers + kWarpGroups> barriers_{};
  std::uint32_t open_barriers_ = 0;  // by number; all others are as new
  Gate gate_;
  Cluster& cluster_;
  std::uint32_t rank_ = 0;
  std::array<LaneMask, 32> at_cluster_{};   // per warp: arrived at the cluster's barrier in its current phase
  std::array<LaneMask, 32> owes_a_wait_{};  // per warp: arrived there, and have not waited since
  std::vector<Fault> faults_;
  std::uint64_t fingerprint_ = 0;           // of registers and places when the last turn ended
  std::unordered_set<std::uint64_t> held_;  // such fingerprints, without places, under a seed
  std::uint64_t unchanged_turns_ = 0;
  std::uint32_t short_turns_ = 0;
  bool brief_ = false;               // this turn is a short one
  std::uint32_t brief_refuted_ = 0;  // short turns that have seen a change
};

/// Prepares a warp of the running launch for the op `first`. Lanes beyond the block's threads do not exist.
void start_warp(Warp& warp, std::uint64_t generation, const Op* first);

}  // namespace warpglass::sim
