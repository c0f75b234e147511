// Most patterns are regular, so the closed forms are tried first: a window of 128 bytes, an even stride between all 32
// lanes, every lane in a bank of its own. Only what is left is counted.
#include "arch/shared_wavefronts.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace warpglass::arch {
namespace {

using Addresses = std::span<const std::uint64_t, kWarpSize>;

constexpr LaneMask kHalf = 0x0000ffffu;
constexpr LaneMask kQuarter = 0x000000ffu;

/// True when for d = 1, or for d = 2, every active lane whose partner `lane ^ d` is active has its partner's address.
bool neighbours_agree(Addresses address, LaneMask lanes) {
  for (const int d : {1, 2}) {
    bool agree = true;
    for_each_lane(lanes, [&](int lane) {
      const int partner = lane ^ d;
      if ((lanes & lane_bit(partner)) != 0 && address[lane] != address[partner]) agree = false;
    });
    if (agree) return true;
  }
  return false;
}

/// The whole warp, its halves or its quarters, and what is left of them.
PassGroups cut(LaneMask lanes, LaneMask group, unsigned shift) {
  PassGroups groups{.shift = shift};
  std::size_t next = 0;
  for (int first = 0; first < kWarpSize; first += lane_count(group)) groups.lanes[next++] = lanes & (group << first);
  return groups;
}

PassGroups groups_of_load(const SharedRequest& request) {
  if (request.bytes <= 4) return cut(request.lanes, kFullMask, 2);
  const bool merged = neighbours_agree(request.address, request.lanes);
  if (request.bytes == 8) return cut(request.lanes, merged ? kFullMask : kHalf, 3);
  return cut(request.lanes, merged ? kHalf : kQuarter, 4);
}

PassGroups groups_of_store(const SharedRequest& request) {
  if (request.bytes <= 4) return cut(request.lanes, kFullMask, 2);
  return request.bytes == 8 ? cut(request.lanes, kHalf, 3) : cut(request.lanes, kQuarter, 4);
}

PassGroups groups_of_atomic(const SharedRequest& request, std::uint32_t passes_each) {
  PassGroups groups = groups_of_store(request);
  groups.passes_each = passes_each;
  groups.lanes_count = true;
  return groups;
}

PassGroups groups_of_matrices(const SharedRequest& request) {
  const LaneMask rows = request.matrices >= 4 ? kFullMask : lane_bit(static_cast<int>(8 * request.matrices)) - 1;
  return cut(request.lanes & rows, kQuarter, 4);
}

std::uint32_t lanes_in_fullest_bank(Addresses address, LaneMask lanes, unsigned shift) {
  std::array<std::uint8_t, 32> count{};
  std::uint8_t most = 0;
  const std::uint64_t last_bank = (128u >> shift) - 1;
  for_each_lane(lanes, [&](int lane) { most = std::max(most, ++count[(address[lane] >> shift) & last_bank]); });
  return most;
}

/// Passes of 128 bytes that hold all bytes asked for.
std::uint32_t passes_for(LaneMask lanes, std::uint32_t bytes) {
  return (static_cast<std::uint32_t>(lane_count(lanes)) * bytes + 127) / 128;
}

/// The lanes whose compare-and-swap succeeds: the lowest of each bank and group, where no lane before it had its
/// address.
LaneMask winners(const SharedRequest& request, const PassGroups& groups) {
  LaneMask won = 0;
  for (const LaneMask group : groups.lanes) {
    std::uint32_t taken_banks = 0;
    for_each_lane(group, [&](int lane) {
      const std::uint64_t address = request.address[lane];
      const std::uint32_t bank = 1u << ((address >> groups.shift) & ((128u >> groups.shift) - 1));
      if ((taken_banks & bank) != 0) return;
      taken_banks |= bank;
      bool stale = false;
      for_each_lane(won, [&](int other) { stale |= request.address[other] == address; });
      if (!stale) won |= lane_bit(lane);
    });
  }
  return won;
}

/// Rounds of a load and a compare-and-swap of the lanes that are left. The swap gives up on lanes that do not come
/// through in its first pass, so it costs the same two passes a group in every round.
Wavefronts of_atomic_loop(SharedRequest request) {
  Wavefronts sum;
  while (request.lanes != 0) {
    request.access = SharedAccess::load;
    const Wavefronts load = shared_wavefronts(request);
    request.access = SharedAccess::compare_and_swap;
    const PassGroups groups = pass_groups(request);
    std::uint32_t swap = 0;
    for (const LaneMask group : groups.lanes) swap += group != 0 ? 1 : 0;
    sum.taken += load.taken + 2 * swap;
    sum.ideal += load.ideal + 2 * std::min(swap, passes_for(request.lanes, request.bytes));
    request.lanes &= ~winners(request, groups);
  }
  return sum;
}

/// Different units in the fullest bank, one by one.
std::uint32_t count_passes(Addresses address, LaneMask lanes, unsigned shift, std::uint32_t banks) {
  std::array<std::array<std::uint64_t, kWarpSize>, 32> seen;
  std::array<std::uint32_t, 32> count{};
  std::uint32_t most = 0;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t unit = address[lane] >> shift;
    const std::uint64_t bank = unit & (banks - 1);
    auto& units = seen[bank];
    std::uint32_t& n = count[bank];
    for (std::uint32_t i = 0; i < n; ++i) {
      if (units[i] == unit) return;
    }
    units[n++] = unit;
    most = std::max(most, n);
  });
  return most;
}

}  // namespace

std::uint32_t passes(Addresses address, LaneMask lanes, unsigned shift) {
  if (lanes == 0) return 0;
  const std::uint32_t banks = 32u >> (shift - 2);
  const std::uint64_t origin = address[first_lane(lanes)] >> shift;

  std::uint64_t low = origin;
  std::uint64_t high = origin;
  std::uint32_t occupied = 0;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t unit = address[lane] >> shift;
    low = std::min(low, unit);
    high = std::max(high, unit);
    occupied |= 1u << (unit & (banks - 1));
  });
  if (high - low < banks) return 1;
  if (lane_count(occupied) == lane_count(lanes)) return 1;

  if (lanes == kFullMask) {
    const std::int64_t stride = static_cast<std::int64_t>((address[1] >> shift) - origin);
    bool affine = true;
    for (int lane = 2; lane < kWarpSize; ++lane) {
      affine &= (address[lane] >> shift) == origin + static_cast<std::uint64_t>(stride * lane);
    }
    // 32 different units, `banks / gcd` banks taken in turn.
    if (affine && stride != 0) {
      return kWarpSize / (banks / static_cast<std::uint32_t>(std::gcd(stride, static_cast<std::int64_t>(banks))));
    }
  }
  return count_passes(address, lanes, shift, banks);
}

PassGroups pass_groups(const SharedRequest& request) {
  switch (request.access) {
    case SharedAccess::load: return groups_of_load(request);
    case SharedAccess::store: return groups_of_store(request);
    case SharedAccess::atomic: return groups_of_atomic(request, 1);
    case SharedAccess::compare_and_swap: return groups_of_atomic(request, 2);
    case SharedAccess::atomic_loop: return groups_of_atomic(request, 2);
    case SharedAccess::matrix: return groups_of_matrices(request);
    case SharedAccess::async_copy: return groups_of_atomic(request, 1);
  }
  return {};
}

Wavefronts shared_wavefronts(const SharedRequest& request) {
  if (request.access == SharedAccess::atomic_loop) return of_atomic_loop(request);
  const PassGroups groups = pass_groups(request);
  std::uint32_t taken = 0;
  LaneMask taking_part = 0;
  for (const LaneMask lanes : groups.lanes) {
    if (lanes == 0) continue;
    taking_part |= lanes;
    taken += groups.lanes_count ? lanes_in_fullest_bank(request.address, lanes, groups.shift)
                                : passes(request.address, lanes, groups.shift);
  }
  const std::uint32_t ideal = std::min(taken, passes_for(taking_part, request.bytes));
  return {.taken = groups.passes_each * taken, .ideal = groups.passes_each * ideal};
}

}  // namespace warpglass::arch
