#include "sim/copy_counts.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpglass::sim {
namespace {

constexpr std::size_t kRemembered = 32;

}  // namespace

void CopyCounts::count(const CostModel& model, const CopyPattern& pattern) {
  CopyPattern key = pattern;
  const auto from_line = [](std::array<std::uint64_t, 32>& address, LaneMask lanes) {
    const std::uint64_t line = lanes == 0 ? 0 : address[std::size_t(first_lane(lanes))] & ~std::uint64_t{127};
    for (int lane = 0; lane < kWarpSize; ++lane) {
      std::uint64_t& own = address[std::size_t(lane)];
      own = (lanes & lane_bit(lane)) != 0 ? own - line : 0;
    }
  };
  from_line(key.to, key.lanes);
  from_line(key.from, key.reads);
  const auto is_key = [&](const Known& known) {
    return known.pattern.lanes == key.lanes && known.pattern.reads == key.reads && known.pattern.to == key.to &&
           known.pattern.from == key.from;
  };
  if (last_ >= known_.size() || !is_key(known_[last_])) {
    last_ = static_cast<std::size_t>(std::find_if(known_.begin(), known_.end(), is_key) - known_.begin());
    if (last_ == known_.size()) {
      const Known fresh{key, model.copy(pattern)};
      if (known_.size() < kRemembered) {
        known_.push_back(fresh);
      } else {
        last_ = std::exchange(next_, (next_ + 1) % kRemembered);
        known_[last_] = fresh;
      }
    }
  }
  const CopyCost& cost = known_[last_].cost;
  wavefronts_ += cost.shared.wavefronts;
  wavefronts_ideal_ += cost.shared.ideal;
  profiled_ += cost.shared.profiled;
  profiled_ideal_ += cost.shared.profiled_ideal;
  sectors_ += cost.global.sectors;
  sectors_ideal_ += cost.global.ideal;
  lines_ += cost.global.lines;
  if (pattern.past_first_level && pattern.reads != 0 && pattern.reads != pattern.lanes) ++partly_filled_;
}

void CopyCounts::add_to(OpCounters& counters) const {
  counters.wavefronts += wavefronts_;
  counters.wavefronts_ideal += wavefronts_ideal_;
  counters.wavefronts_profiled += profiled_;
  counters.wavefronts_profiled_ideal += profiled_ideal_;
  counters.sectors += sectors_;
  counters.sectors_ideal += sectors_ideal_;
  counters.lines += lines_;
  counters.sector_turns += sectors_;
  counters.partly_filled += partly_filled_;
}

}  // namespace warpglass::sim
