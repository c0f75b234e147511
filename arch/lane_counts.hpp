// Counting what 32 lanes ask for when nothing is known of their addresses: each lane is compared with all before it,
// many lanes at once, so that it takes the same few dozen nanoseconds for every pattern.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "base/lane_mask.hpp"

namespace warpglass::arch {

using LaneAddresses = std::span<const std::uint64_t, kWarpSize>;

/// The largest number of different units of `1 << shift` bytes that lanes ask for in one of `banks` banks.
/// Nothing where a unit's number has more than 16 bits.
[[nodiscard]] std::optional<std::uint32_t> units_in_fullest_bank(LaneAddresses address, LaneMask lanes, unsigned shift,
                                                                 std::uint32_t banks);

/// The largest number of lanes that ask for one bank, of at most 32.
[[nodiscard]] std::uint32_t lanes_in_fullest_bank(LaneAddresses address, LaneMask lanes, unsigned shift,
                                                  std::uint32_t banks);

/// Rounds of which each serves, in every bank, the first of the lanes that are left.
struct BankRounds {
  std::uint32_t rounds = 0;
  std::uint32_t units = 0;  // sum over the rounds: units_in_fullest_bank() of the lanes that are left
};

/// Nothing where a unit's number has more than 16 bits. \param banks  at most 32
[[nodiscard]] std::optional<BankRounds> bank_rounds(LaneAddresses address, LaneMask lanes, unsigned shift,
                                                    std::uint32_t banks);

struct DifferentSectors {
  std::uint32_t sectors = 0;  // of 32 bytes
  std::uint32_t lines = 0;    // of 128
};

/// The sectors and lines that addresses lie in. Nothing where they are more than some gigabytes apart.
[[nodiscard]] std::optional<DifferentSectors> different_sectors(LaneAddresses address, LaneMask lanes);

struct SectorTurns {
  DifferentSectors different;
  std::uint32_t turns = 0;  // sectors, each as often as there are lanes at the one of its addresses that has most
};

/// The same, and how often lanes take turns at the sectors. Nothing where they are more than a gigabyte apart.
[[nodiscard]] std::optional<SectorTurns> turns_at_sectors(LaneAddresses address, LaneMask lanes);

}  // namespace warpglass::arch
