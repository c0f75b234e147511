// Where a function's values live in its frame:
//
//     0    the always-predicate, the carry flag, the never-predicate
//     64   constants, one row for each distinct size and value
//     ...  registers that may be read before they are written: zero when the function is entered
//     ...  all other registers, several to a row, then scratch rows
//
// Constants come first but are known last, so a function is bound twice: the first time finds its constants and how
// its registers are used, the second time gives out the final rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "isa/liveness.hpp"
#include "ptx/module.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// What a register needs of a frame.
struct RegisterShape {
  std::uint8_t bytes = 4;  // of an element of its row; 0: a predicate
  std::uint8_t width = 1;  // rows, one after another (vector registers)
};

class FrameLayout {
 public:
  static constexpr std::uint32_t kNeverRow = 8;

  explicit FrameLayout(std::vector<RegisterShape> registers);

  /// Row of 32 times the low `bytes` bytes of `bits` (0: a predicate, bit 0). More than 8 bytes are zero-extended.
  std::uint32_t constant(std::uint64_t bits, std::uint8_t bytes);

  /// Row of a register, or of its component for vector registers.
  [[nodiscard]] std::uint32_t register_row(std::uint32_t index, std::uint32_t component) const;

  /// A fresh row of `bytes` per lane (0: a predicate).
  std::uint32_t scratch(std::uint8_t bytes);

  /// Ends the first time: fixes the constants and places the registers. Registers whose live ranges do not meet share a
  /// row, which is safe although lanes part: each lane's place in a row belongs to one thread.
  void place_registers(const Liveness& liveness);

  /// Frame size, where rows begin, constants and what has to be zero.
  void fill(sim::Function& function) const;

 private:
  void place_sharing(std::span<std::uint32_t> registers, const Liveness& liveness);
  std::uint32_t take(std::uint32_t bytes, std::uint32_t alignment);

  std::uint32_t end_ = 0;
  std::uint32_t zero_begin_ = 0;
  std::uint32_t zero_end_ = 0;
  std::vector<RegisterShape> shapes_;  // by register
  std::vector<std::uint32_t> rows_;    // by register
  std::vector<std::uint32_t> begins_;  // of what was taken
  std::map<std::pair<std::uint64_t, std::uint8_t>, std::uint32_t> constants_;
  std::uint32_t constants_end_ = 64;
};

/// Bytes of a register's row element; 0 for predicates.
[[nodiscard]] std::uint8_t element_bytes(ptx::Type type);

}  // namespace warpglass::isa
