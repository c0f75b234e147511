// How many blocks of a kernel an SM can hold: whichever of warps, registers, shared memory, block slots and barriers
// runs out first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "arch/device_model.hpp"

namespace warpglass::arch {

/// Whether a kernel's global loads go through the first-level cache where that binds a block to one half of the SM
/// (cc 5.2, 5.3, 6.1 and 6.2); without effect elsewhere.
enum class PartitionedCaching : std::uint8_t {
  off,
  preferred,  // given up for blocks whose registers do not fit into a half
  forced,
};

/// What one block takes.
struct BlockNeeds {
  std::uint32_t threads = 0;  // 1 to Limits::max_threads_per_block
  std::uint32_t registers_per_thread = 0;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t barriers = 1;  // named barriers used
  /// Most dynamic shared memory that the kernel may be launched with (cudaFuncAttributeMaxDynamicSharedMemorySize).
  /// Nothing: it did not opt in, and Limits::shared_bytes_per_block bounds static and dynamic together.
  std::optional<std::uint32_t> max_dynamic_shared_bytes{};
  /// Shared memory that the SM is set to. Nothing: the largest carve-out. More where a block would not fit.
  std::optional<std::uint32_t> shared_carve_out_bytes{};
  PartitionedCaching partitioned_caching = PartitionedCaching::off;
};

inline constexpr std::uint32_t kNoLimit = 0x7fffffff;

/// What an SM can run out of, in the order in which the reports name it.
enum class OccupancyLimit : std::uint8_t { warps, registers, shared_memory, blocks, barriers };
inline constexpr OccupancyLimit kOccupancyLimits[] = {OccupancyLimit::warps, OccupancyLimit::registers,
                                                      OccupancyLimit::shared_memory, OccupancyLimit::blocks,
                                                      OccupancyLimit::barriers};

[[nodiscard]] std::string_view name_of(OccupancyLimit limit);  // "shared memory"

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
  std::uint32_t shared_bytes_available = 0;  // on the SM, as it is set for these blocks
  bool partitioned_caching = false;          // in effect

  /// Share of the SM's warp slots, 0 to 1.
  [[nodiscard]] double fraction() const {
    return max_warps_per_sm == 0 ? 0 : static_cast<double>(warps_per_sm) / max_warps_per_sm;
  }

  [[nodiscard]] std::uint32_t by(OccupancyLimit limit) const;

  /// Every resource that allows no more blocks than there are, at least one.
  [[nodiscard]] std::vector<OccupancyLimit> binding() const;
};

/// Rules: the vendor's occupancy header for cc 3.0 and later (allocation per warp and sub-partition, reserved shared
/// memory, carve-outs), with which it agrees in every number; the CUDA C Programming Guide 4.2, section 5.2.3, for
/// earlier ones. The header alone counts "virtual resources", which no kernel states: not here.
[[nodiscard]] Occupancy occupancy(const Limits& limits, const BlockNeeds& needs);

/// Smallest carve-out that holds `bytes`; shared_bytes_per_sm where the size is fixed or `bytes` exceed every one.
[[nodiscard]] std::uint32_t carve_out_for(const Limits& limits, std::uint64_t bytes);

/// How a kernel or a device asks for first-level cache and shared memory to be split; numbered as cudaFuncCache is.
enum class CacheConfig : std::uint8_t { none, shared, l1, equal };

/// The shared memory that an SM is set to; nothing where it is not asked for or cannot be chosen.
/// From cc 7.0 on a preference is the smallest carve-out that holds it, and the configurations mean 100, 0 and 50 %;
/// before, only the configuration counts, and `equal` only where there are three sizes (cc 3.x).
/// \param percent  of shared_bytes_per_sm, 0 to 100; -1: no preference
[[nodiscard]] std::optional<std::uint32_t> preferred_carve_out(const Limits& limits, std::int32_t percent,
                                                               CacheConfig config = CacheConfig::none);

}  // namespace warpglass::arch
