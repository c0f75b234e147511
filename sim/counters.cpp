#include "sim/counters.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace warpglass::sim {
namespace {

auto place_of(const Dim3& block, std::uint32_t warp, std::uint64_t address) {
  return std::tuple(block.z, block.y, block.x, warp, address);
}

std::uint64_t first_address(const PatternCount& count) {
  const int first = count.pattern.lanes == 0 ? 0 : first_lane(count.pattern.lanes);
  return count.pattern.address[std::size_t(first)];
}

auto place_of(const PatternCount& count) { return place_of(count.block, count.warp, first_address(count)); }

bool same_shape(const PatternCount& x, const PatternCount& y) {
  if (x.pattern.space != y.pattern.space || x.pattern.lanes != y.pattern.lanes) return false;
  if (x.pattern.lanes == 0) return true;
  const auto first = std::size_t(first_lane(x.pattern.lanes));
  const std::uint64_t apart = x.pattern.address[first] - y.pattern.address[first];
  for (LaneMask left = x.pattern.lanes; left != 0; left &= left - 1) {
    const auto lane = std::size_t(first_lane(left));
    if (x.pattern.address[lane] - y.pattern.address[lane] != apart) return false;
  }
  return true;
}

}  // namespace

unsigned excess_of(const PatternCount& count) {
  const bool shared = count.pattern.space == Space::shared;
  const unsigned actual = shared ? count.shared.wavefronts : count.global.sectors;
  const unsigned ideal = shared ? count.shared.ideal : count.global.ideal;
  return actual > ideal ? actual - ideal : 0;
}

// The order is total and asks only for a pattern's own cost and its first occurrence, so the few that are kept are the
// same however the blocks were shared out among workers.
std::vector<const PatternCount*> costliest_of(std::vector<const PatternCount*> patterns) {
  // Of one shape in shared memory the place that costs most, which each worker has counted by itself; elsewhere the
  // first occurrence of all, since a worker knows the cost of its own first one.
  const auto weight = [](const PatternCount& count) {
    return count.pattern.space == Space::shared ? excess_of(count) : 0;
  };
  std::ranges::stable_sort(patterns, [&](const PatternCount* x, const PatternCount* y) {
    if (weight(*x) != weight(*y)) return weight(*x) > weight(*y);
    return place_of(*x) < place_of(*y);
  });
  std::vector<const PatternCount*> kept;
  kept.reserve(patterns.size());
  for (const PatternCount* const count : patterns) {
    if (std::none_of(kept.begin(), kept.end(), [&](const PatternCount* k) { return same_shape(*k, *count); }))
      kept.push_back(count);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const PatternCount* x, const PatternCount* y) { return excess_of(*x) > excess_of(*y); });
  if (kept.size() > kReportedPatterns) kept.resize(kReportedPatterns);
  return kept;
}

void keep_costliest(std::vector<PatternCount>& patterns) {
  if (patterns.size() < 2) return;
  std::vector<const PatternCount*> all;
  all.reserve(patterns.size());
  for (const PatternCount& count : patterns) all.push_back(&count);
  const std::vector<const PatternCount*> kept = costliest_of(std::move(all));
  // Mostly those that have been kept before stay.
  bool stay = true;
  for (std::size_t i = 0; i < kept.size(); ++i) stay &= kept[i] == &patterns[i];
  if (stay) {
    patterns.erase(patterns.begin() + static_cast<std::ptrdiff_t>(kept.size()), patterns.end());
    return;
  }
  std::vector<PatternCount> costliest;
  costliest.reserve(2 * kReportedPatterns);
  for (const PatternCount* const count : kept) costliest.push_back(*count);
  patterns = std::move(costliest);
}

bool CostliestPatterns::may_keep(std::uint32_t excess, const Dim3& block, std::uint32_t warp,
                                 std::uint64_t address) const {
  if (!full_ || excess > least_) return true;
  return excess == least_ && place_of(block, warp, address) <= place_of(patterns_[kReportedPatterns - 1]);
}

void CostliestPatterns::offer(const PatternCount& pattern) {
  if (!may_keep(excess_of(pattern), pattern.block, pattern.warp, first_address(pattern))) return;
  patterns_.push_back(pattern);
  if (patterns_.size() <= 4 * kReportedPatterns) return;
  keep_costliest(patterns_);
  full_ = patterns_.size() == kReportedPatterns;
  if (full_) least_ = excess_of(patterns_.back());
}

void SharedPlaces::add(const SharedPlaces& other) {
  varied |= other.varied | (common ^ other.common);
  common &= ~varied;
}

void ShapeCounts::add(const ShapeCount& count) {
  if (dropped_) return;
  const auto known = std::ranges::find_if(
      counts_, [&](const ShapeCount& one) { return one.shape == count.shape && one.space == count.space; });
  if (known != counts_.end()) {
    known->times += count.times;
    known->cost += count.cost;
    known->ideal += count.ideal;
    known->places.add(count.places);
  } else if (counts_.size() == kCountedShapes) {
    drop();
  } else {
    counts_.push_back(count);
  }
}

void ShapeCounts::add(const ShapeCounts& other) {
  if (other.dropped_) drop();
  for (const ShapeCount& count : other.counts_) add(count);
}

void ShapeCounts::drop() {
  dropped_ = true;
  counts_ = {};
}

const ShapeCount* ShapeCounts::find(std::uint64_t shape, Space space) const {
  const auto known =
      std::ranges::find_if(counts_, [&](const ShapeCount& one) { return one.shape == shape && one.space == space; });
  return known == counts_.end() ? nullptr : &*known;
}

void MemoryCounters::add(const MemoryCounters& other) {
  requests += other.requests;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  lines += other.lines;
}

void OpCounters::add_passes(const SharedCost& cost, std::uint64_t hits) {
  wavefronts += hits * cost.wavefronts;
  wavefronts_ideal += hits * cost.ideal;
  wavefronts_profiled += hits * cost.profiled;
  wavefronts_profiled_ideal += hits * cost.profiled_ideal;
  if (cost.rounds == 0) return;
  loop.executions += hits;
  loop.rounds += hits * cost.rounds;
  loop.requests += hits * cost.loads.requests;
  loop.wavefronts += hits * cost.loads.wavefronts;
  loop.wavefronts_ideal += hits * cost.loads.ideal;
  loop.wavefronts_profiled += hits * cost.loads.profiled;
  loop.wavefronts_profiled_ideal += hits * cost.loads.profiled_ideal;
}

void LoopCounters::add(const LoopCounters& other) {
  executions += other.executions;
  rounds += other.rounds;
  requests += other.requests;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  wavefronts_profiled += other.wavefronts_profiled;
  wavefronts_profiled_ideal += other.wavefronts_profiled_ideal;
}

void OpCounters::add_sums(const OpCounters& other) {
  executions += other.executions;
  threads += other.threads;
  threads_pred_on += other.threads_pred_on;
  requests += other.requests;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  wavefronts_profiled += other.wavefronts_profiled;
  wavefronts_profiled_ideal += other.wavefronts_profiled_ideal;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  lines += other.lines;
  sector_turns += other.sector_turns;
  shared_requests += other.shared_requests;
  loop.add(other.loop);
  swap_loads.add(other.swap_loads);
  local.add(other.local);
  cluster.add(other.cluster);
  divergent += other.divergent;
  idle_fetches += other.idle_fetches;
  unknown_fetches += other.unknown_fetches;
  partly_filled += other.partly_filled;
  shapes.add(other.shapes);
}

void OpCounters::add(const OpCounters& other) {
  add_sums(other);
  if (other.patterns.empty()) return;
  patterns.insert(patterns.end(), other.patterns.begin(), other.patterns.end());
  keep_costliest(patterns);
}

}  // namespace warpglass::sim
