#include "ptx/scope.hpp"

#include <fmt/format.h>

#include <utility>

#include "ptx/special_registers.hpp"

namespace warpglass::ptx {

void Scope::open(Position position) {
  if (open_.size() >= kMaxNesting) {
    context_.cursor.report(position, fmt::format("braces are nested more than {} deep", kMaxNesting));
    throw TooManyErrors{};  // nothing sensible follows
  }
  open_.push_back({position, waiting_.size()});
  context_.names.open_scope();
}

void Scope::close() {
  const std::uint32_t scope = context_.names.scope();
  std::size_t kept = open_.back().first_waiting;
  for (std::size_t i = kept; i < waiting_.size(); ++i) {
    const Waiting waiting = waiting_[i];
    const Binding* binding = context_.names.find(waiting.name);
    if (binding != nullptr && binding->scope == scope && settle(waiting, *binding)) continue;
    if (open_.size() == 1) {
      give_up(waiting, binding);
    } else {
      waiting_[kept++] = waiting;
    }
  }
  waiting_.resize(kept);
  open_.pop_back();
  context_.names.close_scope();
}

/// True when the meaning is one that a name may wait for.
bool Scope::settle(const Waiting& waiting, const Binding& binding) {
  if (binding.meaning == Meaning::label) {
    if (waiting.directive >= 0) {
      function_.labelled[static_cast<std::size_t>(waiting.directive)].labels[waiting.slot] = binding.index;
    } else {
      function_.operands[waiting.slot].kind = Operand::Kind::label;
      function_.operands[waiting.slot].index = binding.index;
    }
    return true;
  }
  if (binding.meaning == Meaning::labelled_directive && waiting.directive < 0) {
    function_.operands[waiting.slot].index = binding.index + 1;
    return true;
  }
  return false;
}

/// No braces of the function have such a label: the name belongs to the module, or to nothing.
void Scope::give_up(const Waiting& waiting, const Binding* binding) {
  const std::string_view name = context_.names.text(waiting.name);
  if (waiting.directive >= 0) {
    context_.cursor.report(waiting.position, fmt::format("'{}' is not a label of this function", name));
    return;
  }
  function_.operands[waiting.slot].index = 0;
  if (binding == nullptr) {
    context_.unknown_names.push_back({waiting.name, waiting.position});
  } else if (binding->depth > 0) {
    context_.cursor.report(waiting.position, fmt::format("'{}' is used before its declaration", name));
  }
}

const Binding* Scope::find(NameId name) {
  const Binding* binding = context_.names.find(name);
  if (binding != nullptr && binding->depth > 0 && !context_.names.has_inner_ranges()) return binding;
  if (const RegisterRange* range = context_.names.find_range(name)) {
    const RegisterRange of = *range;
    context_.names.declare_in(of, name, add_register(context_.names.text(name), of.type, of.vector_width));
    return context_.names.find(name);
  }
  return binding;
}

Operand Scope::operand_named(const Token& name) {
  Operand operand;
  operand.position = name.position;
  const NameId id = context_.names.intern(name.text);
  if (const Binding* binding = find(id)) {
    if (binding->meaning == Meaning::reg) {
      operand.kind = Operand::Kind::reg;
      operand.index = binding->index;
      return operand;
    }
    if (binding->meaning == Meaning::variable) {
      const Variable& variable = function_.variables[binding->index];
      operand.kind = variable.space == Space::reg ? Operand::Kind::reg : Operand::Kind::variable;
      operand.index = variable.space == Space::reg ? variable.register_index : binding->index;
      return operand;
    }
  } else if (name.text[0] == '%') {
    if (!is_special_register(name.text)) fail_unknown_register(name, id);
    operand.kind = Operand::Kind::special;
    operand.name = name.text;
    return operand;
  }
  operand.kind = Operand::Kind::symbol;
  operand.name = name.text;
  operand.index = id;
  return operand;
}

std::int32_t Scope::register_named(const Token& name) {
  const Operand operand = operand_named(name);
  return operand.kind == Operand::Kind::reg ? static_cast<std::int32_t>(operand.index) : -1;
}

void Scope::fail_unknown_register(const Token& name, NameId id) {
  std::string_view prefix;
  if (const RegisterRange* range = context_.names.find_exceeded_range(id, prefix)) {
    context_.cursor.fail(
        name.position, fmt::format("register '{}' is outside its declaration {}<{}>", name.text, prefix, range->count));
  }
  context_.cursor.fail(name.position,
                       fmt::format("register '{}' is not declared; a .reg must come before its use", name.text));
}

void Scope::await_operand(std::uint32_t operand) {
  const Operand& waiting = function_.operands[operand];
  waiting_.push_back({.name = waiting.index, .directive = -1, .slot = operand, .position = waiting.position});
}

void Scope::await_branch_target(std::uint32_t directive, std::uint32_t slot, const Token& name) {
  waiting_.push_back({.name = context_.names.intern(name.text),
                      .directive = static_cast<std::int32_t>(directive),
                      .slot = slot,
                      .position = name.position});
}

std::uint64_t Scope::element_size(const Operand& operand) {
  const Variable* variable = nullptr;
  if (operand.kind == Operand::Kind::variable) {
    variable = &function_.variables[operand.index];
  } else if (operand.kind == Operand::Kind::symbol) {
    const Binding* binding = context_.names.find(operand.index);
    if (binding != nullptr && binding->meaning == Meaning::module_variable) {
      variable = &context_.module.variables[binding->index];
    }
  }
  return variable == nullptr ? 0 : static_cast<std::uint64_t>(size_of(variable->type)) * variable->vector_width;
}

std::uint32_t Scope::add_register(std::string_view name, Type type, std::uint8_t vector_width) {
  function_.registers.push_back({.name = name, .type = type, .vector_width = vector_width});
  return static_cast<std::uint32_t>(function_.registers.size() - 1);
}

void Scope::report_redeclaration(const Token& name, const Binding& present) {
  Position first;
  if (present.meaning == Meaning::label) first = function_.labels[present.index].position;
  if (present.meaning == Meaning::variable) first = function_.variables[present.index].position;
  const std::string where = first.line == 0 ? std::string() : fmt::format(", on line {}", first.line);
  context_.cursor.report(name.position, fmt::format("'{}' is already declared in this scope{}", name.text, where));
}

void Scope::declare_register(const Token& name, Type type, std::uint8_t vector_width) {
  const NameId id = context_.names.intern(name.text);
  const auto index = static_cast<std::uint32_t>(function_.registers.size());
  if (const Binding* present = context_.names.declare(id, Meaning::reg, index)) {
    return report_redeclaration(name, *present);
  }
  (void)add_register(name.text, type, vector_width);
}

void Scope::declare_registers(const Token& prefix, Type type, std::uint8_t vector_width, std::uint64_t count) {
  if (!context_.names.declare_range(context_.names.intern(prefix.text), type, vector_width, count)) {
    context_.cursor.report(prefix.position, fmt::format("'{}<...>' is already declared in this scope", prefix.text));
  }
}

std::uint32_t Scope::declare_variable(Variable variable) {
  const auto index = static_cast<std::uint32_t>(function_.variables.size());
  const Token name{.kind = TokenKind::identifier, .position = variable.position, .text = variable.name};
  if (variable.space == Space::reg) {
    variable.register_index = add_register(variable.name, variable.type, variable.vector_width);
  }
  function_.variables.push_back(std::move(variable));
  if (name.text != "_") {
    const NameId id = context_.names.intern(name.text);
    if (const Binding* present = context_.names.declare(id, Meaning::variable, index)) {
      report_redeclaration(name, *present);
    }
  }
  return index;
}

void Scope::declare_label(const Token& name) {
  const auto index = static_cast<std::uint32_t>(function_.labels.size());
  const NameId id = context_.names.intern(name.text);
  if (const Binding* present = context_.names.declare(id, Meaning::label, index)) {
    return report_redeclaration(name, *present);
  }
  function_.labels.push_back({.name = name.text,
                              .target = static_cast<std::uint32_t>(function_.instructions.size()),
                              .defined = true,
                              .position = name.position});
}

void Scope::declare_labelled_directive(const Token& name) {
  const auto index = static_cast<std::uint32_t>(function_.labelled.size() - 1);
  const NameId id = context_.names.intern(name.text);
  if (const Binding* present = context_.names.declare(id, Meaning::labelled_directive, index)) {
    report_redeclaration(name, *present);
  }
}

}  // namespace warpglass::ptx
