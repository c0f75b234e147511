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

/// Sum over the groups of lanes of `group`'s size: halves, quarters. An empty group costs nothing.
Wavefronts by_groups(Addresses address, LaneMask lanes, LaneMask group, unsigned shift) {
  Wavefronts sum;
  for (int first = 0; first < kWarpSize; first += lane_count(group)) {
    const LaneMask members = lanes & (group << first);
    sum.taken += passes(address, members, shift);
    sum.ideal += members != 0 ? 1u : 0u;
  }
  return sum;
}

Wavefronts of_load(Addresses address, LaneMask lanes, std::uint32_t bytes) {
  if (bytes <= 4) return by_groups(address, lanes, kFullMask, 2);
  const bool merged = neighbours_agree(address, lanes);
  if (bytes == 8) return by_groups(address, lanes, merged ? kFullMask : kHalf, 3);
  return by_groups(address, lanes, merged ? kHalf : kQuarter, 4);
}

Wavefronts of_store(Addresses address, LaneMask lanes, std::uint32_t bytes) {
  if (bytes <= 4) return by_groups(address, lanes, kFullMask, 2);
  return bytes == 8 ? by_groups(address, lanes, kHalf, 3) : by_groups(address, lanes, kQuarter, 4);
}

/// Lanes with the same address are passes of their own: the largest number of lanes in one bank.
std::uint32_t lanes_in_fullest_bank(Addresses address, LaneMask lanes, unsigned shift) {
  std::array<std::uint8_t, 32> count{};
  std::uint8_t most = 0;
  for_each_lane(
      lanes, [&](int lane) { most = std::max(most, ++count[(address[lane] >> shift) & ((32u >> (shift - 2)) - 1)]); });
  return most;
}

/// 8-byte operations by half-warps: not recorded, by analogy with stores.
Wavefronts of_atomic(Addresses address, LaneMask lanes, std::uint32_t bytes, std::uint32_t passes_each) {
  if (bytes <= 4) return {passes_each * lanes_in_fullest_bank(address, lanes, 2), lanes != 0 ? passes_each : 0};
  Wavefronts sum;
  for (const LaneMask half : {lanes & kHalf, lanes & ~kHalf}) {
    sum.taken += passes_each * lanes_in_fullest_bank(address, half, 3);
    sum.ideal += half != 0 ? passes_each : 0;
  }
  return sum;
}

/// A load, then rounds of compare-and-swap in which one lane of each address succeeds; not recorded.
Wavefronts of_atomic_loop(Addresses address, LaneMask lanes, std::uint32_t bytes) {
  Wavefronts sum = of_load(address, lanes, bytes);
  bool first = true;
  for (LaneMask waiting = lanes; waiting != 0; first = false) {
    const Wavefronts round = of_atomic(address, waiting, bytes, 2);
    sum.taken += round.taken;
    if (first) sum.ideal += round.ideal;
    LaneMask lost = 0;
    for (LaneMask left = waiting; left != 0;) {
      const int winner = first_lane(left);
      LaneMask same = 0;
      for_each_lane(left, [&](int lane) {
        if (address[lane] == address[winner]) same |= lane_bit(lane);
      });
      left &= ~same;
      lost |= same & ~lane_bit(winner);
    }
    waiting = lost;
  }
  return sum;
}

Wavefronts of_matrices(Addresses address, LaneMask lanes, std::uint32_t matrices) {
  const LaneMask rows = matrices >= 4 ? kFullMask : lane_bit(static_cast<int>(8 * matrices)) - 1;
  return by_groups(address, lanes & rows, kQuarter, 4);
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

Wavefronts shared_wavefronts(const SharedRequest& request) {
  const Addresses address = request.address;
  switch (request.access) {
    case SharedAccess::load:
      return of_load(address, request.lanes, request.bytes);
    case SharedAccess::store:
      return of_store(address, request.lanes, request.bytes);
    case SharedAccess::atomic:
      return of_atomic(address, request.lanes, request.bytes, 1);
    case SharedAccess::compare_and_swap:
      return of_atomic(address, request.lanes, request.bytes, 2);
    case SharedAccess::atomic_loop:
      return of_atomic_loop(address, request.lanes, request.bytes);
    case SharedAccess::matrix:
      return of_matrices(address, request.lanes, request.matrices);
    case SharedAccess::async_copy:
      return of_store(address, request.lanes, request.bytes);
  }
  return {};
}

}  // namespace warpglass::arch
