// Loads and stores: the handlers that move data between register rows and memory, with the shape memo that makes a
// repeated address pattern cheap and prices it at the same time. `isa` asks for a handler by what the instruction says.
#pragma once

#include <cstdint>
#include <span>

#include "sim/locate.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

/// A plain load or store. The op's fields:
///   a      row of the address (32- or 64-bit unsigned), imm the byte offset added to it
///   d      load: destination row; store: source row. With vector > 1: Program::lists[extra] holds the rows instead
///          (kNone as a row: element not wanted, `_`); of the usual vectors (has_rows_in_fields) PairOfRows d and b too
///   site   an access site of its own
///   c      site of an earlier load or store of as many bytes of the same lanes through the same address row, with
///          nothing between that writes the row or lets other splits or warps run; kNone (as bind_access leaves it):
///          there is none
///   e      of an access without `c`: how many are counted with it, itself among them, whose ops Program::lists[extra]
///          names; 0: none. Of one with `c`: 1 where it is one of those (sim/together.hpp)
struct AccessSpec {
  bool store = false;
  Space space = Space::generic;              // constant and param (by address) count as global
  std::uint8_t memory_bytes = 4;             // of one element: 1, 2, 4, 8, 16
  std::uint8_t register_bytes = 4;           // row of one element: >= memory_bytes for loads; 1, 2, 4, 8, 16
  bool sign_extend = false;                  // loads into wider registers
  std::uint8_t vector = 1;                   // 1, 2, 4, 8
  std::uint8_t address_bytes = 8;            // row of the address: 4 or 8
  std::span<const std::uint32_t> rows = {};  // of a vector's elements, for bind_access alone

  /// One element as wide as its register, of 4 or 8 bytes.
  [[nodiscard]] bool is_plain() const {
    return vector == 1 && register_bytes == memory_bytes && (memory_bytes == 4 || memory_bytes == 8);
  }
  /// Two or four words, or two of 8 bytes, as wide as their registers and all of them wanted.
  [[nodiscard]] bool has_rows_in_fields() const;
};

/// Fills `op.run`, `op.body` and `op.mode`. `op.run` observes when the launch does.
void bind_access(const AccessSpec& spec, Op& op);

/// Whether a bound load or store may be counted with others through the same address register: a plain one, in shared
/// or global memory.
[[nodiscard]] bool may_go_together(const Op& op);

}  // namespace warpglass::sim
