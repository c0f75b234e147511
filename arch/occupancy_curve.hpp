// What occupancy becomes when one of a block's needs changes and the others stay: the curve, and the nearest settings
// that give more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/occupancy.hpp"

namespace warpglass::arch {

/// What is varied.
enum class OccupancyVariable : std::uint8_t {
  block_size,     // threads, 1 to max_threads_per_block
  registers,      // per thread, 1 to max_registers_per_thread
  shared_memory,  // bytes per block, static and dynamic together, 0 to the most that a kernel can opt in to
};

/// A run of settings with the same outcome. Ranges of a curve follow each other without gaps.
struct OccupancyStep {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // inclusive
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t warps_per_sm = 0;
};

/// Most shared memory is opted in to, so that a curve shows what the machine could hold.
[[nodiscard]] std::vector<OccupancyStep> occupancy_curve(const Limits& limits, const BlockNeeds& needs,
                                                         OccupancyVariable variable);

/// `needs` with the variable set to `value`; shared memory changes by its dynamic part, and by the static one when that
/// alone is more.
[[nodiscard]] BlockNeeds with(const BlockNeeds& needs, OccupancyVariable variable, std::uint32_t value,
                              const Limits& limits);

/// What more blocks of the same size would take.
struct MoreBlocks {
  Occupancy result;                          // with both changes made
  std::optional<std::uint32_t> registers{};  // at most so many a thread; nothing: as it is
  std::optional<std::uint32_t> shared{};     // at most so many bytes a block
};

/// The least number of further blocks that fewer registers and less shared memory bring; nothing where warps, block
/// slots or barriers stand in the way, or where not even one register and no shared memory would help.
[[nodiscard]] std::optional<MoreBlocks> more_blocks(const Limits& limits, const BlockNeeds& needs);

/// A block size in whole warps that has more resident warps, registers and shared memory per block being the same.
struct BetterBlock {
  std::uint32_t threads = 0;
  Occupancy result;
};

/// The nearest below and above that have more warps resident, and the smallest that has most; each once, ascending.
[[nodiscard]] std::vector<BetterBlock> better_blocks(const Limits& limits, const BlockNeeds& needs);

/// Most dynamic shared memory a block may ask for so that `blocks` of them are resident (the rule of
/// cudaOccupancyAvailableDynamicSMemPerBlock: what the system reserves is not taken off, so that where it matters one
/// block fewer may fit). Nothing when so many blocks do not fit even without any.
[[nodiscard]] std::optional<std::uint32_t> most_dynamic_shared(const Limits& limits, const BlockNeeds& needs,
                                                               std::uint32_t blocks);

}  // namespace warpglass::arch
