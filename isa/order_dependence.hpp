// Which instructions another order of warps or blocks might execute otherwise. What an atomic returns, what a polled
// flag or a barrier object says and what a clock shows depends on who came first; where that reaches a branch or a
// guard, it decides how often instructions are executed, and where it reaches an address, what they touch. Atomics that
// the machine makes of a loop go round as often as others are quicker. Values are followed through registers, through
// shared variables that are stored and loaded by their names, and through calls from arguments to results.
#pragma once

#include <span>
#include <vector>

#include "isa/control_flow.hpp"
#include "isa/use_index.hpp"
#include "ptx/module.hpp"
#include "sim/op_facts.hpp"

namespace warpglass::isa {

/// \param uses  sorted by instruction
/// \return by instruction
[[nodiscard]] std::vector<sim::Varies> find_order_dependence(const ptx::Function& function, const ControlFlow& flow,
                                                             std::span<const sim::Effects> effects,
                                                             std::span<const RegisterUse> uses);

}  // namespace warpglass::isa
