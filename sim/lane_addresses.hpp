// The way of accesses whose data instructions move their own way: from a row of addresses to places in the host's
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/lane_mask.hpp"

namespace warpglass::sim {

/// The addresses in a row, each plus `distance`; lanes that do not take part have that of the first that does.
/// \param address_bytes  4, where sums wrap as 32-bit numbers, or 8
void take_addresses(const std::byte* row, std::uint32_t address_bytes, std::int32_t distance, LaneMask lanes,
                    std::uint64_t address[32]);

/// Lanes of an access that lies in one object.
struct Object {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::byte* host = nullptr;
};

/// Where find_places() writes, at once with what else is found of the addresses.
struct Places {
  std::uint32_t* place = nullptr;  // null: nowhere
  std::uint64_t origin = 0;
};

/// Where lanes' bytes lie, all in the object and aligned; null for lanes that do not take part. False, and nothing
/// done but to `places`, where it is not so. \param copy  of the addresses
[[nodiscard]] bool place_lanes(const std::uint64_t address[32], LaneMask lanes, const Object& object,
                               std::uint32_t bytes, std::uint32_t alignment, Places places, std::byte* host[32],
                               std::uint64_t copy[32]);

/// What an instruction asks for by a row of addresses.
struct RowOfLanes {
  const std::byte* row = nullptr;  // this and the next two as take_addresses() has them
  std::uint32_t address_bytes = 8;
  std::int32_t distance = 0;
  LaneMask lanes = 0;
  std::uint32_t bytes = 0;
  std::uint32_t alignment = 1;
};

/// take_addresses() and place_lanes() at once. False: what is in `host` and `address` is of no account.
[[nodiscard]] bool take_lanes(const RowOfLanes& asked, const Object& object, Places places, std::byte* host[32],
                              std::uint64_t address[32]);

/// How far lanes' addresses lie behind `origin`, in 32 bits; lanes that do not take part are given the place of the
/// first that does. \pre lanes != 0
void find_places(const std::uint64_t address[32], LaneMask lanes, std::uint64_t origin, std::uint32_t place[32]);

}  // namespace warpglass::sim
