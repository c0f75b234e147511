// The end of a kernel. Where the last instruction before the end is guarded, the assembler lets the lanes whose guard
// is false exit in front of it, and what only that instruction needs goes behind the exit: a load that all lanes make
// in the PTX is made by the others alone. Recorded: 104 of 104 kernels of tests/hardware/triton that end so, and
// tests/hardware/programs/tails.cu, which tells what sinks from what does not.
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
