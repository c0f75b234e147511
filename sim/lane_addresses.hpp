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

/// Where lanes' bytes lie, all in the object and aligned; null for lanes that do not take part. False, and nothing
/// done, where it is not so. \param copy  of the addresses
[[nodiscard]] bool place_lanes(const std::uint64_t address[32], LaneMask lanes, const Object& object,
                               std::uint32_t bytes, std::uint32_t alignment, std::byte* host[32],
                               std::uint64_t copy[32]);

/// take_addresses() and place_lanes() at once. False: what is in `host` and `address` is of no account.
[[nodiscard]] bool take_lanes(const std::byte* row, std::uint32_t address_bytes, std::int32_t distance, LaneMask lanes,
                              const Object& object, std::uint32_t bytes, std::uint32_t alignment, std::byte* host[32],
                              std::uint64_t address[32]);

/// How far lanes' addresses lie behind `origin`, in 32 bits; lanes that do not take part are given the place of the
/// first that does. \pre lanes != 0
void find_places(const std::uint64_t address[32], LaneMask lanes, std::uint64_t origin, std::uint32_t place[32]);

}  // namespace warpglass::sim
