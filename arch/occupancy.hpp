// How many blocks of a kernel an SM can hold: whichever of warps, registers, shared memory, block slots and barriers
// runs out first.
#pragma once

#include <cstdint>

#include "arch/device_model.hpp"

namespace warpglass::arch {

/// What one block takes.
struct BlockNeeds {
  std::uint32_t threads = 0;  // 1 to Limits::max_threads_per_block
  std::uint32_t registers_per_thread = 0;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t barriers = 1;  // named barriers used
  /// Most shared memory, static and dynamic, that the kernel may ask for: 48 KiB unless it opted in to more.
  std::uint32_t max_shared_bytes = 48 * 1024;
  /// Shared memory the SM is set to; 0: the largest carve-out. Enlarged where a block would not fit.
  std::uint32_t shared_carve_out_bytes = 0;
};

inline constexpr std::uint32_t kNoLimit = 0x7fffffff;

struct Occupancy {
  // Blocks per SM that each resource allows; 0: not even one fits. kNoLimit: does not bind.
  std::uint32_t by_warps = 0;
  std::uint32_t by_registers = 0;
  std::uint32_t by_shared = 0;
  std::uint32_t by_blocks = 0;
  std::uint32_t by_barriers = 0;
  std::uint32_t blocks_per_sm = 0;  // least of them
  std::uint32_t warps_per_sm = 0;   // that these blocks have
  std::uint32_t max_warps_per_sm = 0;
  std::uint32_t registers_per_block = 0;     // as allocated
  std::uint32_t shared_bytes_per_block = 0;  // as allocated, with what the system reserves

  /// Share of the SM's warp slots, 0 to 1.
  [[nodiscard]] double fraction() const {
    return max_warps_per_sm == 0 ? 0 : static_cast<double>(warps_per_sm) / max_warps_per_sm;
  }
};

/// Rules: the vendor's occupancy header (allocation per warp and sub-partition, reserved shared memory, carve-outs).
[[nodiscard]] Occupancy occupancy(const Limits& limits, const BlockNeeds& needs);

/// Smallest carve-out that holds `bytes`; shared_bytes_per_sm where the size is fixed or `bytes` exceed every one.
[[nodiscard]] std::uint32_t carve_out_for(const Limits& limits, std::uint64_t bytes);

}  // namespace warpglass::arch
