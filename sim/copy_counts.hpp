// What the copies of a cp.async cost: unlike other accesses, by the addresses of both its sides together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cost_model.hpp"
#include "sim/counters.hpp"

namespace warpglass::sim {

/// Of one instruction on one worker. Costs are remembered by the pattern of both sides.
class CopyCounts {
 public:
  void count(const CostModel& model, const CopyPattern& pattern);
  void add_to(OpCounters& counters) const;

 private:
  struct Known {
    CopyPattern pattern;  // addresses from the line of the first lane on; 0 for lanes that do not take part
    CopyCost cost;
  };
  std::vector<Known> known_;
  std::size_t last_ = 0;  // found there
  std::size_t next_ = 0;  // rewritten next once all are taken
  std::uint64_t wavefronts_ = 0;
  std::uint64_t wavefronts_ideal_ = 0;
  std::uint64_t profiled_ = 0;
  std::uint64_t profiled_ideal_ = 0;
  std::uint64_t sectors_ = 0;
  std::uint64_t sectors_ideal_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t partly_filled_ = 0;
};

}  // namespace warpglass::sim
