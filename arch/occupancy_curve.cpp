#include "arch/occupancy_curve.hpp"

#include <algorithm>

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kThreadsOfWarp = 32;

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

Range range_of(const Limits& limits, OccupancyVariable variable) {
  switch (variable) {
    case OccupancyVariable::block_size: return {1, limits.max_threads_per_block};
    case OccupancyVariable::registers: return {1, limits.max_registers_per_thread};
    case OccupancyVariable::shared_memory: return {0, limits.shared_bytes_per_block_optin};
  }
  return {};
}

/// Last setting that is allocated as `value` is.
std::uint32_t end_of_unit(const Limits& limits, OccupancyVariable variable, std::uint32_t value) {
  switch (variable) {
    case OccupancyVariable::block_size: return (value + kThreadsOfWarp - 1) / kThreadsOfWarp * kThreadsOfWarp;
    case OccupancyVariable::registers: {
      if (limits.register_allocation == RegisterAllocation::per_block) return value;
      const std::uint32_t unit = std::max(1u, limits.register_unit / kThreadsOfWarp);
      return (value + unit - 1) / unit * unit;
    }
    case OccupancyVariable::shared_memory: {
      const std::uint32_t unit = std::max(1u, limits.shared_unit);
      const std::uint32_t reserved = limits.shared_bytes_reserved;
      return (value + reserved + unit - 1) / unit * unit - reserved;
    }
  }
  return value;
}

std::uint32_t shared_of(const BlockNeeds& needs) { return needs.static_shared_bytes + needs.dynamic_shared_bytes; }

}  // namespace

BlockNeeds with(const BlockNeeds& needs, OccupancyVariable variable, std::uint32_t value, const Limits& limits) {
  BlockNeeds changed = needs;
  switch (variable) {
    case OccupancyVariable::block_size: changed.threads = value; break;
    case OccupancyVariable::registers: changed.registers_per_thread = value; break;
    case OccupancyVariable::shared_memory:
      changed.static_shared_bytes = std::min(needs.static_shared_bytes, value);
      changed.dynamic_shared_bytes = value - changed.static_shared_bytes;
      changed.max_dynamic_shared_bytes = limits.shared_bytes_per_block_optin;
      break;
  }
  return changed;
}

std::vector<OccupancyStep> occupancy_curve(const Limits& limits, const BlockNeeds& needs, OccupancyVariable variable) {
  std::vector<OccupancyStep> steps;
  const Range range = range_of(limits, variable);
  for (std::uint32_t first = range.first; first <= range.last;) {
    const std::uint32_t last = std::min(end_of_unit(limits, variable, first), range.last);
    const Occupancy at = occupancy(limits, with(needs, variable, last, limits));
    if (!steps.empty() && steps.back().blocks_per_sm == at.blocks_per_sm &&
        steps.back().warps_per_sm == at.warps_per_sm) {
      steps.back().last = last;
    } else {
      steps.push_back({first, last, at.blocks_per_sm, at.warps_per_sm});
    }
    first = last + 1;
  }
  return steps;
}

std::optional<MoreBlocks> more_blocks(const Limits& limits, const BlockNeeds& needs) {
  const Occupancy now = occupancy(limits, needs);
  const std::uint32_t wanted = now.blocks_per_sm + 1;
  if (std::min({now.by_warps, now.by_blocks, now.by_barriers}) < wanted) return std::nullopt;
  // Less of either only ever gives more blocks, so the largest that is little enough can be looked for by halving.
  const auto most = [&](OccupancyVariable variable, std::uint32_t from, std::uint32_t least,
                        OccupancyLimit limit) -> std::optional<std::uint32_t> {
    const auto enough = [&](std::uint32_t value) {
      return occupancy(limits, with(needs, variable, value, limits)).by(limit) >= wanted;
    };
    if (from < least || !enough(least)) return std::nullopt;
    std::uint32_t good = least;
    for (std::uint32_t bad = from; bad - good > 1;) {
      const std::uint32_t middle = good + (bad - good) / 2;
      (enough(middle) ? good : bad) = middle;
    }
    return good;
  };
  MoreBlocks more;
  BlockNeeds changed = needs;
  if (now.by_registers < wanted) {
    more.registers = most(OccupancyVariable::registers, needs.registers_per_thread, 1, OccupancyLimit::registers);
    if (!more.registers) return std::nullopt;
    changed = with(changed, OccupancyVariable::registers, *more.registers, limits);
  }
  if (now.by_shared < wanted) {
    more.shared = most(OccupancyVariable::shared_memory, shared_of(needs), 0, OccupancyLimit::shared_memory);
    if (!more.shared) return std::nullopt;
    changed = with(changed, OccupancyVariable::shared_memory, *more.shared, limits);
  }
  more.result = occupancy(limits, changed);
  return more;
}

std::vector<BetterBlock> better_blocks(const Limits& limits, const BlockNeeds& needs) {
  const std::uint32_t now = occupancy(limits, needs).warps_per_sm;
  std::optional<BetterBlock> below;
  std::optional<BetterBlock> above;
  std::optional<BetterBlock> best;
  for (std::uint32_t threads = kThreadsOfWarp; threads <= limits.max_threads_per_block; threads += kThreadsOfWarp) {
    const Occupancy result = occupancy(limits, with(needs, OccupancyVariable::block_size, threads, limits));
    if (result.warps_per_sm <= now) continue;
    if (threads < needs.threads) below = {threads, result};
    if (threads > needs.threads && !above) above = {threads, result};
    if (!best || result.warps_per_sm > best->result.warps_per_sm) best = {threads, result};
  }
  std::vector<BetterBlock> all;
  for (const auto& one : {below, above, best}) {
    const bool known = one && std::any_of(all.begin(), all.end(),
                                          [&](const BetterBlock& other) { return other.threads == one->threads; });
    if (one && !known) all.push_back(*one);
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.threads < b.threads; });
  return all;
}

std::optional<std::uint32_t> most_dynamic_shared(const Limits& limits, const BlockNeeds& needs, std::uint32_t blocks) {
  BlockNeeds without = needs;
  without.dynamic_shared_bytes = 0;
  if (blocks == 0 || occupancy(limits, without).blocks_per_sm < blocks) return std::nullopt;
  const bool opted_in = needs.max_dynamic_shared_bytes && limits.shared_bytes_per_sm > limits.shared_bytes_per_block;
  const std::uint32_t of_block =
      (opted_in ? limits.shared_bytes_per_block_optin : limits.shared_bytes_per_block) + limits.shared_bytes_reserved;
  std::uint32_t of_sm = of_block;  // one block alone may have all it can, whatever the SM is set to
  if (blocks != 1) {
    of_sm = needs.shared_carve_out_bytes.value_or(limits.shared_bytes_per_sm);
    if (of_sm == 0) of_sm = carve_out_for(limits, 1);
  }
  const std::uint32_t unit = std::max(1u, limits.shared_unit);
  const std::uint32_t share = std::min(of_sm / blocks / unit * unit, of_block);
  const std::uint32_t left = share > needs.static_shared_bytes ? share - needs.static_shared_bytes : 0;
  return std::min(left, needs.max_dynamic_shared_bytes.value_or(left));
}

}  // namespace warpglass::arch
