#include "ptx/body.hpp"

#include <fmt/format.h>

#include <utility>

namespace warpglass::ptx {
namespace {

LabelledDirective begin_directive(LabelledDirective::Kind kind, const Token& name) {
  LabelledDirective directive;
  directive.kind = kind;
  directive.name = name.text;
  directive.position = name.position;
  return directive;
}

}  // namespace

void BodyReader::read(Position open) {
  outermost_ = scope_.depth();
  for (;;) {
    cursor_.begin_statement();
    try {
      if (cursor_.at(TokenKind::end)) {
        if (!cursor_.ends_in_comment()) {
          cursor_.report(open, fmt::format("the body of '{}' is not closed; '}}' is missing", function_.name));
        }
        return close_scopes();
      }
      if (cursor_.accept(TokenKind::right_brace)) {
        if (scope_.depth() == outermost_) return;
        scope_.close();
        continue;
      }
      read_statement();
      if (is_cut_off_) return close_scopes();
    } catch (const StatementAbandoned&) {
      cursor_.skip_statement();
    }
  }
}

void BodyReader::close_scopes() {
  while (scope_.depth() > outermost_) scope_.close();
}

bool BodyReader::at_function() const { return cursor_.at_word("entry") || cursor_.at_word("func"); }

void BodyReader::report_cut_off() {
  cursor_.report(cursor_.peek().position, fmt::format("the body of '{}' is not closed; '}}' is missing before this {}",
                                                      function_.name, describe(cursor_.peek())));
  is_cut_off_ = true;
}

void BodyReader::read_statement() {
  if (cursor_.at(TokenKind::identifier)) {
    const Token name = cursor_.take();
    if (cursor_.accept(TokenKind::colon)) return read_labelled(name);
    return read_instruction(name, -1, false);
  }
  if (cursor_.at(TokenKind::at)) return read_guarded_instruction();
  if (cursor_.at(TokenKind::word)) return read_directive();
  if (cursor_.at(TokenKind::semicolon)) return cursor_.advance();
  if (cursor_.at(TokenKind::left_brace)) {
    const Position position = cursor_.peek().position;
    scope_.open(position);
    return cursor_.advance();
  }
  cursor_.fail_expected("an instruction, a label, a declaration or '}'");
}

void BodyReader::read_guarded_instruction() {
  cursor_.advance();
  const bool negated = cursor_.accept(TokenKind::bang);
  const Token name = cursor_.expect(TokenKind::identifier, "of the guard predicate");
  const std::int32_t guard = scope_.register_named(name);
  if (guard < 0 || function_.registers[static_cast<std::size_t>(guard)].type != Type::pred) {
    cursor_.fail(name.position, fmt::format("the guard '{}' is not a register of type .pred", name.text));
  }
  const Token opcode = cursor_.expect(TokenKind::identifier, "of the guarded instruction");
  read_instruction(opcode, guard, negated);
}

void BodyReader::read_instruction(const Token& opcode, std::int32_t guard, bool guard_negated) {
  Instruction instruction;
  instruction.position = opcode.position;
  instruction.guard = guard;
  instruction.guard_negated = guard_negated;
  instruction.location = location_;
  instruction.first_word = static_cast<std::uint32_t>(function_.words.size());
  function_.words.push_back(opcode.text);
  while (cursor_.at(TokenKind::word)) {
    function_.words.push_back(cursor_.peek().text);
    cursor_.advance();
  }
  const std::size_t words = function_.words.size() - instruction.first_word;
  if (words > UINT16_MAX) cursor_.fail(opcode.position, "this instruction has too many words");
  instruction.word_count = static_cast<std::uint16_t>(words);
  const std::string_view last = function_.words.back();
  operands_.read(instruction, opcode.text == "call");
  cursor_.expect_semicolon(
      {opcode.text.data(), static_cast<std::size_t>(last.data() + last.size() - opcode.text.data())});
  function_.instructions.push_back(instruction);
}

void BodyReader::read_labelled(const Token& name) {
  if (cursor_.at_word("branchtargets") || cursor_.at_word("calltargets") || cursor_.at_word("callprototype")) {
    return read_labelled_directive(name);
  }
  scope_.declare_label(name);
}

void BodyReader::read_directive() {
  const Token word = cursor_.peek();
  if (word.text == "loc") {
    cursor_.advance();
    location_ = context_.debug.read_location(cursor_);
  } else if (word.text == "reg") {
    read_registers();
  } else if (space_named(word.text) != Space::none) {
    read_variables(Linkage::internal);
  } else if (linkage_named(word.text) != Linkage::internal) {
    cursor_.advance();
    if (at_function()) return report_cut_off();
    if (!cursor_.at(TokenKind::word) || space_named(cursor_.peek().text) == Space::none) {
      cursor_.fail_expected("a state space such as .shared");
    }
    read_variables(linkage_named(word.text));
  } else if (word.text == "pragma") {
    cursor_.advance();
    for (const std::string_view text : read_strings(cursor_)) {
      const auto before = static_cast<std::uint32_t>(function_.instructions.size());
      function_.directives.push_back({.name = ".pragma", .values = {}, .text = text, .before = before});
    }
    cursor_.expect_semicolon(".pragma");
  } else if (word.text == "file") {
    cursor_.advance();
    context_.debug.read_file(cursor_);
  } else if (word.text == "section") {
    cursor_.advance();
    context_.debug.read_section(cursor_);
  } else if (at_function()) {
    report_cut_off();
  } else {
    cursor_.fail(word.position, fmt::format("unknown directive '.{}'", word.text));
  }
}

void BodyReader::read_registers() {
  const Variable modifiers = declarations_.read_modifiers(Linkage::internal);
  do {
    const RegisterDeclarator declarator = declarations_.read_register_declarator();
    if (declarator.is_range) {
      scope_.declare_registers(declarator.name, modifiers.type, modifiers.vector_width, declarator.count);
    } else {
      scope_.declare_register(declarator.name, modifiers.type, modifiers.vector_width);
    }
  } while (cursor_.accept(TokenKind::comma));
  cursor_.expect_semicolon(".reg");
}

void BodyReader::read_variables(Linkage linkage) {
  const Token space = cursor_.peek();
  const Variable modifiers = declarations_.read_modifiers(linkage);
  do {
    scope_.declare_variable(declarations_.read_declarator(modifiers));
  } while (cursor_.accept(TokenKind::comma));
  cursor_.expect_semicolon({space.text.data() - 1, space.text.size() + 1});
}

void BodyReader::read_labelled_directive(const Token& name) {
  const Token word = cursor_.take();
  if (word.text == "branchtargets") {
    read_branch_targets(name);
  } else if (word.text == "calltargets") {
    read_call_targets(name);
  } else {
    read_call_prototype(name);
  }
  scope_.declare_labelled_directive(name);
  cursor_.expect_semicolon({word.text.data() - 1, word.text.size() + 1});
}

void BodyReader::read_branch_targets(const Token& name) {
  const auto directive = static_cast<std::uint32_t>(function_.labelled.size());
  function_.labelled.push_back(begin_directive(LabelledDirective::Kind::branch_targets, name));
  do {
    const Token label = cursor_.expect(TokenKind::identifier, "of a label");
    std::vector<std::uint32_t>& labels = function_.labelled[directive].labels;
    scope_.await_branch_target(directive, static_cast<std::uint32_t>(labels.size()), label);
    labels.push_back(0);
  } while (cursor_.accept(TokenKind::comma));
}

void BodyReader::read_call_targets(const Token& name) {
  LabelledDirective directive = begin_directive(LabelledDirective::Kind::call_targets, name);
  do {
    const Token function = cursor_.expect(TokenKind::identifier, "of a function");
    const NameId id = context_.names.intern(function.text);
    if (context_.names.find(id) == nullptr) context_.unknown_names.push_back({id, function.position});
    directive.functions.push_back(function.text);
  } while (cursor_.accept(TokenKind::comma));
  function_.labelled.push_back(std::move(directive));
}

void BodyReader::read_call_prototype(const Token& name) {
  LabelledDirective directive = begin_directive(LabelledDirective::Kind::call_prototype, name);
  std::vector<Variable> first = declarations_.read_parameters();
  (void)cursor_.expect(TokenKind::identifier, "'_' in place of the function's");
  directive.return_params = std::move(first);
  directive.params = declarations_.read_parameters();
  while (cursor_.at(TokenKind::word)) {  // .noreturn, .abi_preserve 4, .abi_preserve_control 4
    directive.noreturn = directive.noreturn || cursor_.at_word("noreturn");
    cursor_.advance();
    (void)cursor_.accept(TokenKind::integer);
  }
  function_.labelled.push_back(std::move(directive));
}

}  // namespace warpglass::ptx
