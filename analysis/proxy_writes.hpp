// What threads store in shared memory, and bulk copies read there: the copies go by way of another proxy, which sees
// the stores only behind a `fence.proxy.async` (PTX ISA, Memory Consistency Model: Proxies). A fence of any thread of
// the block is taken for one of all of them, so that what is told is certain: between store and copy nobody has fenced.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/race.hpp"
#include "sim/events.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

/// Of one worker.
class ProxyWrites {
 public:
  /// Where the program has no bulk copies from shared memory, nothing is remembered.
  explicit ProxyWrites(const sim::Program& program);

  /// Any access to shared memory. \param cluster  the owner's
  void on_access(const sim::AccessEvent& event, const FootprintRef& footprint, std::uint64_t cluster, Races& races);
  void on_sync(const sim::SyncEvent& event);
  void end(std::uint64_t block) { blocks_.erase(block); }
  [[nodiscard]] bool watches() const { return watches_; }

 private:
  struct Writer {
    std::uint32_t fences = 0;  // of the block, before it; counted from 1 on
    std::uint32_t pc = 0;
    std::uint32_t block = 0;
    std::uint8_t warp = 0;
    std::uint8_t lane = 0;
  };
  struct Block {
    std::uint32_t fences = 1;
    std::vector<Writer> words;
  };

  bool watches_ = false;
  std::unordered_map<std::uint64_t, Block> blocks_;  // by owner
};

}  // namespace warpglass::analysis
