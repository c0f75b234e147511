// Words of an instruction that do not go together, or not on every target of its row, although each is one of the
// row's: the conditions that the PTX manual states in prose and ptxas holds programs to.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "isa/instruction.hpp"

namespace warpglass::isa {

/// What is wrong with the words and operands of an instruction that its row matches otherwise, for its error text;
/// "" when nothing is.
[[nodiscard]] std::string conflict_of(const Spelling& spelling, const Syntax& syntax,
                                      std::span<const ptx::Operand> operands);

/// An instruction that has one of `words` (and one of `with`, and one of `and_with`) needs this target at least, though
/// others of its row do not. Lists are separated by blanks; a word may be `slot=word`. No opcodes: any.
struct WordTarget {
  std::string_view opcodes;
  std::string_view words;
  std::uint16_t sm;
  std::string_view with{};
  std::string_view and_with{};
};
[[nodiscard]] std::span<const WordTarget> word_targets();

/// The least target that has all words of an instruction: its row's, or that of a word which came later.
[[nodiscard]] std::uint16_t least_target_of(const Spelling& spelling, std::string_view opcode);

}  // namespace warpglass::isa
