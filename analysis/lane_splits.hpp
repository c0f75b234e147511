// Which lanes of a warp part at a branch: the lanes that jump and those that go on, and how often it was just these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "base/lane_mask.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// Of one branch: how often lanes parted in each way. Where they did so in very many ways, none is known.
class LaneSplits {
 public:
  static constexpr std::size_t kMost = 4096;  // ways that are told apart
  /// Lanes that jump, and those that go on; neither is empty.
  using Way = std::pair<LaneMask, LaneMask>;

  void add(LaneMask jump, LaneMask go_on, std::uint64_t times = 1);
  void add(const LaneSplits& other);

  /// Empty where there were too many, or none.
  [[nodiscard]] const std::map<Way, std::uint64_t>& ways() const { return ways_; }
  [[nodiscard]] bool too_many() const { return too_many_; }
  [[nodiscard]] std::uint64_t times() const { return times_; }
  /// Of all ways together, lanes of the side that had fewer.
  [[nodiscard]] std::uint64_t fewer_lanes() const { return fewer_lanes_; }

 private:
  std::map<Way, std::uint64_t> ways_;
  std::uint64_t times_ = 0;
  std::uint64_t fewer_lanes_ = 0;
  bool too_many_ = false;
};

using LaneSplitsOf = std::map<std::uint32_t, LaneSplits>;  // by pc

class SplitWatch final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interests(sim::Interest::flow) | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(splits_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(splits_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const LaneSplitsOf& splits() const { return splits_; }

 private:
  LaneSplitsOf splits_;
};

}  // namespace warpglass::analysis
