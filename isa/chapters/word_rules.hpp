// Words of an instruction that do not go together although each is one of its row's: the conditions that the PTX manual
// states in prose and ptxas holds programs to.
#pragma once

#include <span>
#include <string>

#include "isa/instruction.hpp"

namespace warpglass::isa {

/// What is wrong with the words and operands of an instruction that its row matches otherwise, for its error text;
/// "" when nothing is.
[[nodiscard]] std::string conflict_of(const Spelling& spelling, const Syntax& syntax,
                                      std::span<const ptx::Operand> operands);

}  // namespace warpglass::isa
