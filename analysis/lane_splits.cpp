// Workers see different blocks from run to run. What they have seen adds up, and that there were too many ways follows
// from their number over all workers, so that the sum is always the same.
#include "analysis/lane_splits.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

class SplitsShard final : public sim::Shard {
 public:
  void on_flow(const sim::FlowEvent& event) override {
    if (event.what != sim::Flow::branch || !event.divergent) return;
    const LaneMask jump = event.taken & event.at.lanes;
    splits[event.at.pc].add(jump, event.at.lanes & ~jump);
  }

  LaneSplitsOf splits;
};

void add_all(LaneSplitsOf& into, const LaneSplitsOf& from) {
  for (const auto& [pc, splits] : from) into[pc].add(splits);
}

}  // namespace

void LaneSplits::add(LaneMask jump, LaneMask go_on, std::uint64_t times) {
  times_ += times;
  fewer_lanes_ += times * static_cast<std::uint64_t>(std::min(lane_count(jump), lane_count(go_on)));
  if (too_many_) return;
  ways_[{jump, go_on}] += times;
  if (ways_.size() <= kMost) return;
  too_many_ = true;
  ways_.clear();
}

void LaneSplits::add(const LaneSplits& other) {
  if (other.too_many_) {
    times_ += other.times_;
    fewer_lanes_ += other.fewer_lanes_;
    too_many_ = true;
    ways_.clear();
    return;
  }
  for (const auto& [way, times] : other.ways_) add(way.first, way.second, times);
}

void SplitWatch::on_start(const sim::LaunchRequest&) { splits_ = {}; }

std::unique_ptr<sim::Shard> SplitWatch::make_shard(std::size_t) { return std::make_unique<SplitsShard>(); }

void SplitWatch::merge(sim::Shard& shard) { add_all(splits_, static_cast<SplitsShard&>(shard).splits); }

}  // namespace warpglass::analysis
