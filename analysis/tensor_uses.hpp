// Tensor memory (tcgen05) in the race checker. Products and copies go on beside the thread that issues them: what one
// thread issues is done in that order, whoever else uses those columns has to know that a commit behind it is complete.
// Loads and stores of registers are done once their warp has waited for them (wait::ld, wait::st); loads and stores of
// one warp are taken to be in order, since values pass through its registers. (PTX ISA, TensorCore 5th Generation:
// Memory Consistency Model)
//
// Of each column and sixteen lanes that are used together the last write is remembered, the last read by a product, and
// the last by a warp: a race may be missed where several read, and none is invented. The fences for threads that meet,
// tcgen05.fence::before_thread_sync and ::after_thread_sync, are not asked for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "analysis/race.hpp"
#include "analysis/race_clocks.hpp"
#include "sim/events.hpp"

namespace warpglass::analysis {

/// Of one worker.
class TensorUses {
 public:
  explicit TensorUses(RaceClocks& clocks) : clocks_(clocks) {}

  void on_tensor(const sim::TensorEvent& event, Races& races);
  void end(std::uint64_t block) { blocks_.erase(block); }

 private:
  struct Use {
    std::uint32_t pc = 0;
    std::uint32_t block = 0;
    std::uint32_t cluster = 0;
    Clock clock = 0;
    std::uint32_t group = 0;  // CopyGroups; 0: there was none
    std::uint8_t warp = 0;
    std::uint8_t lane = 0;
    bool apart = false;  // a product or a copy
    bool writes = false;

    friend bool operator==(const Use&, const Use&) = default;
  };
  struct Cell {
    Use write;
    Use product_read;
    Use load;
  };
  struct Memory;

  /// What is missing between the two; nullopt: they are in order.
  [[nodiscard]] std::optional<Lack> lack(const Use& earlier, const Use& now, const WarpClock& warp,
                                         LaneMask lanes) const;
  Memory& memory_of(std::uint64_t block);

  RaceClocks& clocks_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Memory>> blocks_;  // by owner
};

}  // namespace warpglass::analysis
