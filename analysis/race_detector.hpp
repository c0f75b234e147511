// Data races in shared, global and tensor memory, by happens-before and never by luck of the schedule: two accesses of
// different threads to the same bytes, one of them a write, not both atomic or otherwise strong, and nothing between
// that orders them (PTX ISA, Memory Consistency Model: conflict, morally strong, causality order).
//
// What orders: program order; block barriers with their numbers and counts; bar.warp.sync for the lanes that meet;
// fences and atomics, relaxed or with an order, on one word; barrier objects; barriers of the cluster and of the grid;
// the end of a launch. Of a word the last write is remembered and two reads, so that a race may be missed where many
// threads touch one word, and none is invented. In launches whose blocks cannot talk to each other any two blocks are
// unordered; then the lowest blocks that wrote and read a word stand for it, whichever worker saw them.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "analysis/nested_races.hpp"
#include "analysis/race.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

class ApartAccesses;

class RaceDetector final : public sim::Listener, public sim::PutsAside {
 public:
  RaceDetector();
  ~RaceDetector() override;

  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::shared | sim::Interest::global | sim::Interest::sync | sim::Interest::blocks |
           sim::Interest::apart | sim::Interest::recalls | sim::Interest::tensor;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  void on_workers(std::size_t workers) override;
  void on_blocks_apart() override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_end(const sim::LaunchResult& result) override;
  [[nodiscard]] std::function<void()> put_aside() override;
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(races_, nested_races_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const Races& races() const { return races_; }
  /// Likewise, between a nested grid and those that have launched it.
  [[nodiscard]] const NestedRaces& nested_races() const { return nested_races_; }

 private:
  struct State;

  void doubt_values();
  void keep_memory(std::vector<ApartAccesses>& used);

  std::unique_ptr<State> state_;
  std::vector<ApartAccesses> spare_;  // for their memory
  NestedGrids nested_grids_;
  Races races_;
  NestedRaces nested_races_;
};

}  // namespace warpglass::analysis
