// The operands of one instruction, of every shape there is, into the function's arena.
#pragma once

#include <vector>

#include "ptx/context.hpp"
#include "ptx/scope.hpp"

namespace warpglass::ptx {

class OperandReader {
 public:
  OperandReader(Context& context, Function& function, Scope& scope)
      : context_(context), cursor_(context.cursor), function_(function), scope_(scope) {}

  /// Operands up to the `;`, which stays.
  /// \param is_call  parentheses are lists of arguments, not of a constant expression
  void read(Instruction& instruction, bool is_call);

 private:
  // Each leaves one operand on the stack.
  void read_operand();
  void read_single_operand();
  void read_name(bool in_address = false);
  void read_group(Operand::Kind kind, TokenKind close);
  void read_address();
  void read_signed();

  void read_component(Operand& operand);
  void read_element_index(Operand& operand);
  [[nodiscard]] std::uint64_t read_offset();
  void push(const Constant& constant, Position position);
  /// Moves the operands above `mark` into the arena and puts the composite, whose children they are, in their place.
  void compose(Operand composite, std::size_t mark);
  std::uint32_t move_to_arena(std::size_t mark);

  Context& context_;
  Cursor& cursor_;
  Function& function_;
  Scope& scope_;
  std::vector<Operand> stack_;  // operands whose parent is not complete
  int depth_ = 0;
  bool is_call_ = false;
};

}  // namespace warpglass::ptx
