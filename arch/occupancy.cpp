#include "arch/occupancy.hpp"

#include <algorithm>

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kWarp = 32;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

std::uint32_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, kNoLimit));
}

}  // namespace

std::uint32_t carve_out_for(const Limits& limits, std::uint64_t bytes) {
  for (const std::uint32_t size : limits.shared_carve_outs) {
    if (size >= bytes) return size;
  }
  return limits.shared_bytes_per_sm;
}

Occupancy occupancy(const Limits& limits, const BlockNeeds& needs) {
  const std::uint32_t warps = std::max(1u, (needs.threads + kWarp - 1) / kWarp);
  Occupancy result{.max_warps_per_sm = limits.max_warps_per_sm};

  result.by_warps = needs.threads > limits.max_threads_per_block ? 0 : limits.max_warps_per_sm / warps;
  result.by_blocks = limits.max_blocks_per_sm;
  result.by_barriers =
      needs.barriers == 0 || limits.barriers_per_sm == 0 ? kNoLimit : limits.barriers_per_sm / needs.barriers;

  // Registers are given to warps, and warps to sub-partitions; the check of one block assumes that it fills them
  // evenly.
  const std::uint64_t per_warp = round_up(std::uint64_t{needs.registers_per_thread} * kWarp, limits.register_unit);
  const std::uint64_t assumed = per_warp * round_up(warps, limits.sub_partitions);
  result.registers_per_block = narrow(per_warp * warps);
  if (assumed > limits.registers_per_block || needs.registers_per_thread > limits.max_registers_per_thread) {
    result.by_registers = 0;
  } else if (per_warp == 0) {
    result.by_registers = kNoLimit;
  } else {
    const std::uint64_t warps_per_partition = limits.registers_per_sm / std::max(1u, limits.sub_partitions) / per_warp;
    result.by_registers = narrow(warps_per_partition * std::max(1u, limits.sub_partitions) / warps);
  }

  const std::uint64_t asked = std::uint64_t{needs.static_shared_bytes} + needs.dynamic_shared_bytes;
  const std::uint64_t shared = round_up(asked + limits.shared_bytes_reserved, limits.shared_unit);
  result.shared_bytes_per_block = narrow(shared);
  if (asked >
      std::min(std::max(needs.max_shared_bytes, limits.shared_bytes_per_block), limits.shared_bytes_per_block_optin)) {
    result.by_shared = 0;
  } else if (shared == 0) {
    result.by_shared = kNoLimit;
  } else {
    std::uint64_t available =
        needs.shared_carve_out_bytes == 0 ? limits.shared_bytes_per_sm : needs.shared_carve_out_bytes;
    if (available < shared) available = carve_out_for(limits, shared);
    result.by_shared = narrow(available / shared);
  }

  result.blocks_per_sm =
      std::min({result.by_warps, result.by_registers, result.by_shared, result.by_blocks, result.by_barriers});
  result.warps_per_sm = result.blocks_per_sm * warps;
  return result;
}

}  // namespace warpglass::arch
