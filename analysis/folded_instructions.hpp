// Instructions that the assembler does not write because another one does their work: the product of an index and the
// size of an element becomes part of the addition of the base (IMAD.WIDE), a shift part of an addition (LEA).
// (tests/hardware/h200/*/*.csv: with them counted apart the ALU pipe of the recorded launches had twice its
// instructions.)
#pragma once

#include <optional>
#include <vector>

#include "analysis/instruction_class.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

/// One per op: what it is instead, nothing where it is as it stands. Empty classes: another one does its work.
[[nodiscard]] std::vector<std::optional<std::vector<ClassCount>>> folded_instructions(
    const std::vector<sim::OpFacts>& facts);

}  // namespace warpglass::analysis
