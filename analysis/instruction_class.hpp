// Which class of arch/instruction_costs.hpp a PTX instruction belongs to, by its words: what one instruction of PTX is
// to the machine, as far as that can be said of it alone. The assembler merges, moves and drops instructions; numbers
// that are made of this are estimates.
#pragma once

#include <string_view>
#include <vector>

#include "arch/instruction_costs.hpp"

namespace warpglass::analysis {

/// The words of an instruction as the binder wrote them: "@%p1 add.rn.f32 %f1, %f2, 0f3F800000".
struct InstructionText {
  std::vector<std::string_view> words;     // "add", "rn", "f32"
  std::vector<std::string_view> operands;  // "%f1", "%f2", "0f3F800000"; "{%r1, %r2}" and "[%rd1+4]" are one each

  [[nodiscard]] bool has(std::string_view word) const;
};
/// Views into `text`.
[[nodiscard]] InstructionText split(std::string_view text);

/// The registers in an operand: "{%r1, %r2}" has two, "[%rd1+4]" one.
[[nodiscard]] std::vector<std::string_view> registers_of(std::string_view operand);

struct ClassCount {
  arch::InstructionClass which;
  double count = 1;  // machine instructions of the class
};

/// Empty: nothing is issued for it (a parameter in constant memory, a copy of a register), or it is not known.
[[nodiscard]] std::vector<ClassCount> classes_of(const InstructionText& instruction);

/// Of instructions that wait for each other; zero cycles where one of them is not known.
[[nodiscard]] arch::InstructionCost cost_of(const std::vector<ClassCount>& parts,
                                            const arch::ComputeCapability& capability);

/// Cost of one execution by a warp: of all parts, which wait for each other. Not known: zero cycles.
[[nodiscard]] arch::InstructionCost cost_of(const InstructionText& instruction,
                                            const arch::ComputeCapability& capability);

}  // namespace warpglass::analysis
