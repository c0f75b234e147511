#include "arch/carve_out.hpp"

#include <algorithm>

namespace warpglass::arch {
namespace {

/// Without a wish: room for the blocks that can be there, and for up to twice as many while that is no more than half
/// of what there is. Blocks so large that one or two fill the SM get no more than they need; without shared memory of
/// their own, blocks that are not get 32 KiB.
std::uint32_t driver_choice(const Limits& limits, std::uint32_t blocks, std::uint32_t block_bytes) {
  const std::uint32_t total = limits.shared_bytes_per_sm;
  if (block_bytes == 0) return carve_out_for(limits, 0);
  blocks = std::min(blocks, total / block_bytes);
  const std::uint64_t needed = std::uint64_t{blocks} * block_bytes;
  if (blocks <= 2) return carve_out_for(limits, needed);
  // In halves of a block.
  const std::uint64_t slots = 2 * std::uint64_t{limits.max_blocks_per_sm};
  std::uint64_t halves = std::min({std::uint64_t{4} * blocks, std::uint64_t{blocks} + 36, slots});
  if (block_bytes == limits.shared_bytes_reserved) halves = slots;
  const std::uint64_t roomy = std::min<std::uint64_t>(halves * block_bytes / 2, carve_out_for(limits, total / 2));
  return carve_out_for(limits, std::max(needed, roomy));
}

}  // namespace

std::optional<std::uint32_t> asked_carve_out(const Limits& limits, std::int32_t percent, CacheConfig config) {
  if (!limits.carve_out_by_kernel) return preferred_carve_out(limits, percent, config);
  const std::uint64_t total = limits.shared_bytes_per_sm;
  if (percent >= 0) return static_cast<std::uint32_t>(total * static_cast<std::uint32_t>(percent) / 100);
  switch (config) {
    case CacheConfig::none: break;
    case CacheConfig::shared: return static_cast<std::uint32_t>(total);
    case CacheConfig::equal: return static_cast<std::uint32_t>(total / 2);
    case CacheConfig::l1: return carve_out_for(limits, 1);  // not quite 0 per cent
  }
  return std::nullopt;
}

std::uint32_t chosen_carve_out(const Limits& limits, std::uint32_t blocks, std::uint32_t block_bytes,
                               std::optional<std::uint32_t> asked) {
  if (!asked) return driver_choice(limits, blocks, block_bytes);
  const std::uint32_t wanted = carve_out_for(limits, *asked);
  if (!limits.carve_out_by_kernel) return std::max(wanted, carve_out_for(limits, block_bytes));
  if (block_bytes <= limits.shared_bytes_reserved) return std::max(wanted, driver_choice(limits, blocks, block_bytes));
  // The wish is for the blocks' own bytes; what is reserved comes on top.
  const std::uint32_t fit = std::max(1u, *asked / (block_bytes - limits.shared_bytes_reserved));
  return std::max(wanted, carve_out_for(limits, std::uint64_t{fit} * block_bytes));
}

}  // namespace warpglass::arch
