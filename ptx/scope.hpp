// The nested scopes of one function, and what its names stand for. Registers and variables are declared before they
// are used, so they are known at once. A label may follow its uses, and in inlined assembly the same label stands in
// many braces, so each name that could be a label waits until the braces around it close: then it is the label of
// these braces, or waits on for the next outer ones.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/context.hpp"

namespace warpglass::ptx {

class Scope {
 public:
  Scope(Context& context, Function& function) : context_(context), function_(function) {}

  void open(Position position);
  /// Settles the names that waited for these braces.
  void close();
  /// How many are open.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] Position opened_at() const { return open_.back().position; }

  // Each reports an error when the scope has the name already.
  void declare_register(const Token& name, Type type, std::uint8_t vector_width);
  void declare_registers(const Token& prefix, Type type, std::uint8_t vector_width, std::uint64_t count);
  /// Index in Function::variables. The name `_` is not declared.
  std::uint32_t declare_variable(Variable variable);
  void declare_label(const Token& name);
  /// The directive has been put last in Function::labelled.
  void declare_labelled_directive(const Token& name);

  /// The operand that a name is: register, variable, special register, or, for now, a symbol with the name's id as its
  /// index; hand it to await() once it lies in the arena. Abandons the statement when a register is unknown.
  [[nodiscard]] Operand operand_named(const Token& name);
  /// Index of the register of that name, or -1 when it names something else.
  [[nodiscard]] std::int32_t register_named(const Token& name);

  void await_operand(std::uint32_t operand);
  void await_branch_target(std::uint32_t directive, std::uint32_t slot, const Token& name);

  /// Bytes of one element of the variable or module variable that the operand names, 0 when it names something else.
  [[nodiscard]] std::uint64_t element_size(const Operand& operand);

 private:
  struct OpenScope {
    Position position;
    std::size_t first_waiting = 0;
  };
  struct Waiting {
    NameId name = 0;
    std::int32_t directive = -1;  // branch target of this labelled directive, or -1 for an operand
    std::uint32_t slot = 0;       // in its labels, or in Function::operands
    Position position;
  };

  [[nodiscard]] std::uint32_t add_register(std::string_view name, Type type, std::uint8_t vector_width);
  [[nodiscard]] const Binding* find(NameId name);
  [[noreturn]] void fail_unknown_register(const Token& name, NameId id);
  void report_redeclaration(const Token& name, const Binding& present);
  [[nodiscard]] bool settle(const Waiting& waiting, const Binding& binding);
  void give_up(const Waiting& waiting, const Binding* binding);

  Context& context_;
  Function& function_;
  std::vector<OpenScope> open_;
  std::vector<Waiting> waiting_;
};

}  // namespace warpglass::ptx
