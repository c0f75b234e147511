// Functions: `.entry name (parameters) directives { body }` and `.func (returned) name (parameters) ...`.
#include <fmt/format.h>

#include <utility>

#include "ptx/body.hpp"
#include "ptx/module_reader.hpp"

namespace warpglass::ptx {

void ModuleReader::read_function(Linkage linkage) {
  auto owned = std::make_unique<Function>();
  Function* function = owned.get();
  function->linkage = linkage;
  function->is_entry = cursor_.take().text == "entry";
  Scope scope(context_, *function);
  scope.open(cursor_.peek().position);
  try {
    read_function_header(*function, scope);
    function->has_body = cursor_.at(TokenKind::left_brace);
    if (!function->has_body && !cursor_.accept(TokenKind::semicolon)) {
      cursor_.fail_expected(fmt::format("'{{' or ';' behind the header of '{}'", function->name));
    }
    function = place_function(owned);
    if (function != nullptr && function->has_body) {
      const Position open = cursor_.take().position;
      BodyReader(context_, *function, scope).read(open);
    } else if (function == nullptr && cursor_.at(TokenKind::left_brace)) {
      cursor_.skip_block("the body of the function");
    }
  } catch (const StatementAbandoned&) {
    scope.close();
    throw;
  }
  scope.close();
}

void ModuleReader::read_function_header(Function& function, Scope& scope) {
  while (cursor_.at(TokenKind::word)) read_function_directive(function);  // .attribute(.unified(...))
  if (!function.is_entry) function.return_params = declare_parameters(scope);
  while (cursor_.at(TokenKind::word)) read_function_directive(function);
  const Token name = cursor_.expect(TokenKind::identifier, "for the name of the function");
  function.name = name.text;
  function.position = name.position;
  function.params = declare_parameters(scope);
  read_function_directives(function);
}

std::vector<std::uint32_t> ModuleReader::declare_parameters(Scope& scope) {
  std::vector<std::uint32_t> indices;
  for (Variable& parameter : declarations_.read_parameters()) {
    indices.push_back(scope.declare_variable(std::move(parameter)));
  }
  return indices;
}

void ModuleReader::read_function_directives(Function& function) {
  for (;;) {
    if (cursor_.at_word("pragma")) {
      cursor_.advance();
      for (const std::string_view text : read_strings(cursor_)) {
        function.directives.push_back({.name = ".pragma", .values = {}, .text = text});
      }
      // The `;` that ends a pragma also ends a declaration; what follows tells which it was.
      const Token end = cursor_.peek();
      if (end.is(TokenKind::semicolon)) cursor_.advance();
      if (cursor_.at(TokenKind::left_brace) || cursor_.at(TokenKind::word)) continue;
      return;
    }
    if (!cursor_.at(TokenKind::word)) return;
    read_function_directive(function);
  }
}

/// `.maxntid 256, 1, 1`, `.noreturn`, `.attribute(.unified(1, 2))`: any word with any numbers behind it.
void ModuleReader::read_function_directive(Function& function) {
  const Token word = cursor_.take();
  if (word.text == "entry" || word.text == "func" || word.text == "visible" || word.text == "extern") {
    cursor_.fail(word.position, fmt::format("expected ';' or '{{' before '.{}'", word.text));
  }
  FunctionDirective directive{.name = {word.text.data() - 1, word.text.size() + 1}, .values = {}, .text = {}};
  if (word.text == "noreturn") function.noreturn = true;
  if (cursor_.at(TokenKind::left_paren) && word.text == "attribute") {
    cursor_.advance();
    for (int depth = 1; depth > 0; cursor_.advance()) {
      if (cursor_.at(TokenKind::left_paren)) ++depth;
      if (cursor_.at(TokenKind::right_paren)) --depth;
      if (cursor_.at(TokenKind::integer)) directive.values.push_back(cursor_.peek().bits);
      if (cursor_.at(TokenKind::end)) cursor_.fail(word.position, "the attribute is not closed; ')' is missing");
    }
  } else if (cursor_.at(TokenKind::integer)) {
    do {
      directive.values.push_back(cursor_.expect(TokenKind::integer, "behind ','").bits);
    } while (cursor_.accept(TokenKind::comma));
  } else if (cursor_.at(TokenKind::string)) {
    directive.text = cursor_.take().text;
  }
  function.directives.push_back(std::move(directive));
}

Function* ModuleReader::place_function(std::unique_ptr<Function>& function) {
  const auto index = static_cast<std::uint32_t>(module_.functions.size());
  const NameId id = context_.names.intern(function->name);
  const Binding* present = context_.names.find_in_module(id);
  if (present == nullptr) {
    context_.names.declare_in_module(id, Meaning::function, index);
    module_.functions.push_back(std::move(function));
    return module_.functions.back().get();
  }
  if (present->meaning != Meaning::function) {
    cursor_.report(function->position, fmt::format("'{}' is already declared as a variable, on line {}", function->name,
                                                   module_.variables[present->index].position.line));
    return nullptr;
  }
  std::unique_ptr<Function>& first = module_.functions[present->index];
  if (!function->has_body) return nullptr;
  if (first->has_body) {
    cursor_.report(function->position,
                   fmt::format("'{}' already has a body, on line {}", function->name, first->position.line));
    return nullptr;
  }
  if (function->linkage == Linkage::internal && first->linkage != Linkage::external) function->linkage = first->linkage;
  first = std::move(function);
  return first.get();
}

}  // namespace warpglass::ptx
