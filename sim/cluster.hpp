// A cluster: blocks that run together, reach each other's shared memory and have a barrier of their own (PTX ISA,
// Cooperative Thread Arrays, Cluster of Cooperative Thread Arrays). A launch without clusters has clusters of one
// block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/block.hpp"
#include "sim/launch_request.hpp"
#include "sim/memory.hpp"
#include "sim/schedule.hpp"

namespace warpglass::sim {

[[nodiscard]] inline Dim3 clusters_of(const LaunchRequest& request) {
  const Dim3& grid = request.grid;
  const Dim3& cluster = request.cluster;
  return {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
}

class Cluster {
 public:
  Cluster(const LaunchRequest& request, Worker& worker, std::uint64_t params_address);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// Makes this cluster `number` of the launch, its blocks at their first op.
  void start(std::uint64_t number);

  /// Every block that has not ended takes a turn. \returns finished, yielded or faulted
  Block::Status run();

  /// Before a turn: Block::expect_no_change().
  void expect_no_change();

  /// Whether no thread has held anything else for so many turns of its block.
  [[nodiscard]] bool stands_still(std::uint64_t turns) const;
  /// Records that no thread of the launch will ever get on.
  void note_standstill();

  /// Of the first block that has any.
  [[nodiscard]] const std::vector<Fault>& faults() const;

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  /// nullptr: there is none, or it has exited.
  [[nodiscard]] const Block* running(std::uint64_t rank) const;
  [[nodiscard]] Dim3 index_of(std::uint64_t rank) const;

  /// Somebody has come to the barrier.
  void note_arrival() { open_ = true; }
  /// Lets its waiters go when everybody has come who still can.
  void settle();
  /// "3 of 64": threads of all blocks that have arrived at the barrier, and that have not exited.
  [[nodiscard]] std::string arrivals() const;

 private:
  struct Member {
    std::unique_ptr<Block> block;
    bool ended = false;
    bool waiting = false;
  };
  const LaunchRequest& request_;
  std::vector<Member> members_;       // by rank
  std::optional<Schedule> schedule_;  // under a seed
  std::vector<std::uint32_t> order_;  // of the members in a turn, under a seed
  std::uint64_t number_ = 0;
  bool open_ = false;  // somebody waits for others at the barrier
};

}  // namespace warpglass::sim
