// The end of a kernel. Where the last instruction before the end is guarded, the assembler lets the lanes whose guard
// is false exit in front of it, and what only that instruction needs goes behind the exit: a load of shared memory that
// all lanes make in the PTX is made by the others alone (recorded: tests/hardware/triton, 130 of 130 kernels that end
// so).
#pragma once

#include <cstdint>
#include <vector>

#include "isa/lowering/lowering.hpp"

namespace warpglass::isa {

struct Tail {
  std::uint32_t last = 0;           // the guarded instruction
  std::vector<std::uint32_t> sunk;  // that move to just before it and take its guard, in their order

  [[nodiscard]] bool moves(std::uint32_t instruction) const;
};

[[nodiscard]] Tail find_tail(const LoweringInput& input);

}  // namespace warpglass::isa
