// Handlers that look at numbers: an integer division by zero, and a NaN or an infinity that comes of finite numbers.
// They execute what the instruction does (sim::Program::watched) and note what they see in the launch's log of faults
// that it passes over.
#pragma once

#include <span>

#include "sim/op_facts.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// For an instruction whose operands are rows by role: sources in a, b, c and e, the result in d. nullptr where there
/// is nothing to look at.
[[nodiscard]] sim::Handler arithmetic_watch(const sim::OpFacts& facts, std::span<const sim::OperandFact> operands);

}  // namespace warpglass::isa
