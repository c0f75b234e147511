// Finding what addresses belong to: all lanes together where they can be, else lane by lane. The way around the shape
// memo's fast path, and the only one of instructions that move data their own way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/access_site.hpp"
#include "sim/cost_model.hpp"
#include "sim/events.hpp"
#include "sim/memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// Makes `site` remember the allocation that holds [lowest, lowest + reach). False when none does.
[[nodiscard]] bool find_allocation(const Warp& warp, AccessSite& site, std::uint64_t lowest, std::uint64_t reach);

/// Counts an access whose lanes lie in global memory, in different allocations.
/// \param aligned  addresses are multiples of what a lane accesses
void note_apart(Warp& warp, const Op* op, AccessSite& site, const std::uint64_t address[32], LaneMask lanes,
                bool aligned);

/// Where the lanes of one access lie, checked and priced: for instructions that move data their own way (atomics,
/// matrix loads, asynchronous copies). Throws Fault for what is out of bounds or misaligned; inactive lanes are null.
struct LaneAddresses {
  LaneMask lanes = 0;
  Space space = Space::global;  // of the lowest lane when the instruction's space is generic
  // Without initialisers, which would cost as much as the access.
  alignas(64) std::byte* host[32];
  alignas(64) std::uint64_t address[32];  // of lanes that take part
};

/// \param lanes  that take part: exec_lanes() as a rule
/// \param address_bytes  4 or 8: row op->a
/// \param alignment  required of every address, a power of two
/// \param price_kind what the cost model is asked; the pattern is counted at op->site when the launch observes
[[nodiscard]] LaneAddresses access_lanes(Warp& warp, const Op* op, LaneMask lanes, Space space, AccessKind price_kind,
                                         std::uint32_t bytes, std::uint32_t address_bytes, bool write,
                                         std::uint32_t alignment, std::uint32_t matrices = 0);

/// The same for addresses that are not a row (a second address operand, a computed one).
[[nodiscard]] LaneAddresses access_lanes_at(Warp& warp, const Op* op, std::uint32_t site, LaneMask lanes,
                                            const std::uint64_t address[32], Space space, AccessKind price_kind,
                                            std::uint32_t bytes, bool write, std::uint32_t alignment,
                                            std::uint32_t matrices = 0);

/// Host bytes of [address, address + size) for device code that handles memory as a whole (printf strings, memcpy), and
/// that says how it is going to use them; nullptr when any byte of it is outside. Generic addresses; `lane` selects the
/// local memory.
[[nodiscard]] std::byte* host_range(Warp& warp, const Op* op, int lane, std::uint64_t address, std::uint64_t size,
                                    Via via, Direction direction);
/// The same for bytes that are only looked for, or told of in another way.
[[nodiscard]] std::byte* host_range_unheard(Warp& warp, int lane, std::uint64_t address, std::uint64_t size);

}  // namespace warpglass::sim
