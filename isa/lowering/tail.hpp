// The end of a kernel. Where the last instruction before the end is guarded, the assembler lets the lanes whose guard
// is false exit in front of it, and what only that instruction needs goes behind the exit: a load that all lanes make
// in the PTX is made by the others alone. Recorded: 104 of 104 kernels of tests/hardware/triton that end so, and
// tests/hardware/programs/tails.cu and ends.cu, which tell what sinks from what does not.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/lowering/lowering.hpp"
#include "isa/use_index.hpp"

namespace warpglass::isa {

struct Tail {
  std::uint32_t last = UseIndex::kNone;  // the guarded instruction, where there is one
  std::vector<std::uint32_t> sunk;       // that move to just before it and take its guard, in their order

  [[nodiscard]] bool moves(std::uint32_t instruction) const;
};

[[nodiscard]] Tail find_tail(const LoweringInput& input);

/// Whether the instruction is a guarded atomic or reduction: the machine branches around it, whereas guarded loads and
/// stores are predicated.
[[nodiscard]] bool is_branched_around(const LoweringInput& input, std::uint32_t instruction);

/// Whether the instruction loads or converts an integer of 32 bits or fewer to one of 64: two instructions of the
/// machine, which stay where they are.
[[nodiscard]] bool widens(const LoweringInput& input, std::uint32_t instruction);

}  // namespace warpglass::isa
