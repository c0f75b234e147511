// Every access to global and local memory, one by one and in order: for what patterns alone do not tell, such as
// caches. A launch with a listener runs in one order on one worker, and warps and blocks take turns as a machine's
// would.
#pragma once

#include <cstdint>

#include "base/cache_operator.hpp"
#include "base/lane_mask.hpp"
#include "sim/cost_model.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

struct LaunchRequest;

/// One warp instruction's access. Borrowed for the time of the call.
struct AccessEvent {
  std::uint32_t pc = 0;
  std::uint32_t sm = 0;     // multiprocessor the block runs on
  std::uint64_t block = 0;  // in block order
  std::uint32_t warp = 0;   // within the block
  AccessKind kind = AccessKind::load;
  Space space = Space::global;  // global, local or constant
  CacheOperator cache = CacheOperator::none;
  EvictionHints eviction{};
  std::uint64_t policy = 0;   // of the first lane (base/cache_policy.hpp); 0: none
  std::uint32_t bytes = 0;    // per lane
  std::uint32_t sectors = 0;  // that the cost model counts, with those of lanes that take turns
  LaneMask lanes = 0;         // that take part; never none
  /// Lane i is at `base + offset[i]`: an address, or in local memory an offset in the thread's own.
  std::uint64_t base = 0;
  const std::int64_t* offset = nullptr;  // 32; of lanes that take part
  std::uint64_t shape = 0;               // tells the distances at one pc apart: the same number, the same distances
  bool contiguous = false;               // all 32 lanes, each beside the one before it
};

class AccessListener {
 public:
  virtual ~AccessListener() = default;
  /// Before the first access of a launch.
  virtual void on_start(const LaunchRequest& launch) { (void)launch; }
  virtual void on_access(const AccessEvent& event) = 0;
  /// After the last.
  virtual void on_end() {}
};

}  // namespace warpglass::sim
