// The effects of an instruction: what its row states, with the types, spaces, order and scope that its words add.
#pragma once

#include <vector>

#include "isa/instruction.hpp"
#include "ptx/module.hpp"
#include "sim/effects.hpp"

namespace warpglass::isa {

/// The type words of an instruction, in order: of "cvt.rn.f32.s16" {f32, s16}.
[[nodiscard]] std::vector<NumberType> types_of(const Spelling& spelling);

/// Of the factors of a matrix product: f16 where the words name the sums alone.
[[nodiscard]] NumberType factor_type(const Spelling& spelling);

[[nodiscard]] sim::Effects effects_of(const Spelling& spelling, const ptx::Function& function,
                                      const ptx::Instruction& instruction);

/// The address operand, or nullptr: the first where there are several.
[[nodiscard]] const ptx::Operand* address_of(const ptx::Function& function, const ptx::Instruction& instruction);

/// The state space of a variable.
[[nodiscard]] sim::Space space_of(ptx::Space space);

}  // namespace warpglass::isa
