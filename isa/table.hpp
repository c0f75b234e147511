// The rows of all chapters, found by opcode.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.hpp"

namespace warpglass::isa {

class InstructionTable {
 public:
  /// Gathers the chapters' rows for the instruction set chosen now; instruction_table() holds the one for this machine.
  InstructionTable();

  [[nodiscard]] std::span<const InstructionDef* const> rows() const { return rows_; }
  [[nodiscard]] const Syntax& syntax_of(const InstructionDef& def) const;

  /// What the first row of the opcode states; nothing stated when there is none.
  [[nodiscard]] RowEffects effects_of(std::string_view opcode) const;
  /// As the free function match.
  const InstructionDef* match(std::span<const std::string_view> words, std::span<const ptx::Operand> operands,
                              Spelling& spelling, std::string& why) const;

 private:
  struct Entry {
    const InstructionDef* def;
    Syntax syntax;
  };
  [[nodiscard]] std::span<const Entry> entries_of(std::string_view opcode) const;
  [[nodiscard]] std::string why_not(std::span<const std::string_view> words,
                                    std::span<const ptx::Operand> operands) const;

  std::vector<Entry> entries_;  // sorted by opcode; rows of one opcode in the order of their chapters
  std::vector<const InstructionDef*> rows_;
  std::vector<std::size_t> by_def_;  // indices into entries_, sorted by def
};

}  // namespace warpglass::isa
