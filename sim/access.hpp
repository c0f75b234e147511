// Loads and stores: the handlers that move data between register rows and memory, with the shape memo that makes a
// repeated address pattern cheap and prices it at the same time. `isa` asks for a handler by what the instruction says.
#pragma once

#include <cstdint>

#include "sim/cost_model.hpp"
#include "sim/events.hpp"
#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// A plain load or store. The op's fields:
///   a      row of the address (32- or 64-bit unsigned), imm the byte offset added to it
///   d      load: destination row; store: source row. With vector > 1: Program::lists[extra] holds the rows instead
///          (kNone as a row: element not wanted, `_`)
///   site   an access site of its own
///   c      site of an earlier load or store of the same lanes through the same address row, with nothing between that
///          writes the row or lets other splits or warps run; kNone (as bind_access leaves it): there is none
struct AccessSpec {
  bool store = false;
  Space space = Space::generic;     // constant and param (by address) count as global
  std::uint8_t memory_bytes = 4;    // of one element: 1, 2, 4, 8, 16
  std::uint8_t register_bytes = 4;  // row of one element: >= memory_bytes for loads; 1, 2, 4, 8, 16
  bool sign_extend = false;         // loads into wider registers
  std::uint8_t vector = 1;          // 1, 2, 4, 8
  std::uint8_t address_bytes = 8;   // row of the address: 4 or 8
};

/// Fills `op.run`, `op.body` and `op.mode`. `op.run` observes when the launch does.
void bind_access(const AccessSpec& spec, Op& op);

/// Where the lanes of one access lie, checked and priced: for instructions that move data their own way (atomics,
/// matrix loads, asynchronous copies). Throws Fault for what is out of bounds or misaligned; inactive lanes are null.
struct LaneAddresses {
  LaneMask lanes = 0;
  Space space = Space::global;  // of the lowest lane when the instruction's space is generic
  std::byte* host[32] = {};
  std::uint64_t address[32] = {};
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
