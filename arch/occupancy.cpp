#include "arch/occupancy.hpp"

#include <algorithm>

#include "base/round_up.hpp"

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kWarp = 32;

std::uint32_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, kNoLimit));
}

/// cc 1.x: a block gets its registers in one piece, for an even number of warps (guide 4.2, 5.2.3).
void limit_registers_of_blocks(const Limits& limits, const BlockNeeds& needs, std::uint64_t warps, Occupancy& result) {
  constexpr std::uint64_t kWarpsTogether = 2;
  const std::uint64_t taken =
      round_up(round_up(warps, kWarpsTogether) * kWarp * needs.registers_per_thread, limits.register_unit);
  result.registers_per_block = narrow(taken);
  if (taken > limits.registers_per_block || needs.registers_per_thread > limits.max_registers_per_thread) {
    result.by_registers = 0;
  } else {
    result.by_registers = taken == 0 ? kNoLimit : narrow(limits.registers_per_sm / taken);
  }
}

/// Registers are given to warps, and warps to sub-partitions.
void limit_registers(const Limits& limits, const BlockNeeds& needs, std::uint64_t warps, Occupancy& result) {
  if (limits.register_allocation == RegisterAllocation::per_block)
    return limit_registers_of_blocks(limits, needs, warps, result);
  const std::uint64_t per_warp = round_up(std::uint64_t{needs.registers_per_thread} * kWarp, limits.register_unit);
  const std::uint64_t partitions = std::max(1u, limits.sub_partitions);
  result.registers_per_block = narrow(per_warp * warps);
  // The check of one block assumes that it fills the sub-partitions evenly.
  const std::uint64_t assumed =
      per_warp * round_up(warps, std::max(partitions, std::uint64_t{limits.checked_partitions}));
  if (assumed > limits.registers_per_block || needs.registers_per_thread > limits.max_registers_per_thread) {
    result.by_registers = 0;
    return;
  }
  if (per_warp == 0) {
    result.by_registers = kNoLimit;
    return;
  }
  const std::uint64_t warps_per_partition = limits.registers_per_sm / partitions / per_warp;
  std::uint64_t blocks = result.partitioned_caching ? warps_per_partition * (partitions / 2) / warps * 2 : 0;
  if (blocks == 0 && needs.partitioned_caching != PartitionedCaching::forced) result.partitioned_caching = false;
  if (!result.partitioned_caching) blocks = warps_per_partition * partitions / warps;
  result.by_registers = narrow(blocks);
}

void limit_shared(const Limits& limits, const BlockNeeds& needs, Occupancy& result) {
  const std::uint64_t fixed = std::uint64_t{needs.static_shared_bytes} + limits.shared_bytes_reserved;
  const std::uint64_t shared = round_up(fixed + needs.dynamic_shared_bytes, limits.shared_unit);
  result.shared_bytes_per_block = narrow(shared);
  std::uint32_t available = needs.shared_carve_out_bytes.value_or(limits.shared_bytes_per_sm);
  if (available < shared)
    available = limits.carve_out_by_kernel ? carve_out_for(limits, shared) : limits.shared_bytes_per_sm;
  result.shared_bytes_available = available;
  std::uint64_t most = limits.shared_bytes_per_block;
  bool fits = true;
  if (const auto& dynamic = needs.max_dynamic_shared_bytes) {
    if (fixed + *dynamic > most) most = limits.shared_bytes_per_block_optin;
    fits = needs.dynamic_shared_bytes <= *dynamic;
  }
  if (!fits || shared > most + limits.shared_bytes_reserved) {
    result.by_shared = 0;
    return;
  }
  result.by_shared = shared == 0 ? kNoLimit : narrow(available / shared);
}

}  // namespace

std::string_view name_of(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::warps: return "warps";
    case OccupancyLimit::registers: return "registers";
    case OccupancyLimit::shared_memory: return "shared memory";
    case OccupancyLimit::blocks: return "blocks";
    case OccupancyLimit::barriers: return "barriers";
  }
  return "";
}

std::uint32_t Occupancy::by(OccupancyLimit limit) const {
  switch (limit) {
    case OccupancyLimit::warps: return by_warps;
    case OccupancyLimit::registers: return by_registers;
    case OccupancyLimit::shared_memory: return by_shared;
    case OccupancyLimit::blocks: return by_blocks;
    case OccupancyLimit::barriers: return by_barriers;
  }
  return 0;
}

std::vector<OccupancyLimit> Occupancy::binding() const {
  std::vector<OccupancyLimit> all;
  for (const OccupancyLimit limit : kOccupancyLimits) {
    if (by(limit) == blocks_per_sm) all.push_back(limit);
  }
  return all;
}

std::uint32_t carve_out_for(const Limits& limits, std::uint64_t bytes) {
  for (const std::uint32_t size : limits.shared_carve_outs) {
    if (size >= bytes) return size;
  }
  return limits.shared_bytes_per_sm;
}

std::optional<std::uint32_t> preferred_carve_out(const Limits& limits, std::int32_t percent, CacheConfig config) {
  if (!limits.carve_out_by_kernel) {
    const std::vector<std::uint32_t>& sizes = limits.shared_carve_outs;
    if (sizes.empty() || config == CacheConfig::none) return std::nullopt;
    if (config == CacheConfig::l1) return sizes.front();
    return config == CacheConfig::equal && sizes.size() > 2 ? sizes[sizes.size() / 2] : sizes.back();
  }
  if (percent < 0) {
    switch (config) {
      case CacheConfig::none: return std::nullopt;
      case CacheConfig::shared: percent = 100; break;
      case CacheConfig::l1: percent = 0; break;
      case CacheConfig::equal: percent = 50; break;
    }
  }
  return carve_out_for(limits, std::uint64_t{limits.shared_bytes_per_sm} * static_cast<std::uint32_t>(percent) / 100);
}

Occupancy occupancy(const Limits& limits, const BlockNeeds& needs) {
  const std::uint32_t warps = std::max(1u, (needs.threads + kWarp - 1) / kWarp);
  Occupancy result{.max_warps_per_sm = limits.max_warps_per_sm};
  result.partitioned_caching = limits.partitioned_caching && needs.partitioned_caching != PartitionedCaching::off;

  limit_registers(limits, needs, warps, result);
  if (needs.threads > limits.max_threads_per_block) {
    result.by_warps = 0;
  } else {
    result.by_warps =
        result.partitioned_caching ? limits.max_warps_per_sm / 2 / warps * 2 : limits.max_warps_per_sm / warps;
  }
  limit_shared(limits, needs, result);
  result.by_blocks = limits.max_blocks_per_sm;
  result.by_barriers =
      needs.barriers == 0 || limits.barriers_per_sm == 0 ? kNoLimit : limits.barriers_per_sm / needs.barriers;

  result.blocks_per_sm =
      std::min({result.by_warps, result.by_registers, result.by_shared, result.by_blocks, result.by_barriers});
  result.warps_per_sm = result.blocks_per_sm * warps;
  return result;
}

}  // namespace warpglass::arch
