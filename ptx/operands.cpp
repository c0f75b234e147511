#include "ptx/operands.hpp"

#include <fmt/format.h>

#include "ptx/special_registers.hpp"

namespace warpglass::ptx {
namespace {

using Kind = Operand::Kind;
using Component = Operand::Component;

Component component_named(std::string_view word) {
  if (word.size() == 1) {
    switch (word[0]) {
      case 'x':
      case 'r': return Component::x;
      case 'y':
      case 'g': return Component::y;
      case 'z':
      case 'b': return Component::z;
      case 'w':
      case 'a': return Component::w;
      default: return Component::none;
    }
  }
  if (word[0] != 'b' && word[0] != 'h') return Component::none;
  if (word.find_first_not_of("01234567", 1) != std::string_view::npos || word.size() > 5) return Component::none;
  if (word == "b0") return Component::b0;
  if (word == "b1") return Component::b1;
  if (word == "b2") return Component::b2;
  if (word == "b3") return Component::b3;
  if (word == "h0") return Component::h0;
  if (word == "h1") return Component::h1;
  return Component::selector;
}

bool is_place(Component component) { return component >= Component::x && component <= Component::w; }

}  // namespace

void OperandReader::read(Instruction& instruction, bool is_call) {
  is_call_ = is_call;
  stack_.clear();
  const bool has_operands =
      !cursor_.at(TokenKind::semicolon) && !cursor_.at(TokenKind::right_brace) && !cursor_.at(TokenKind::end);
  if (has_operands) {
    do {
      read_operand();
    } while (cursor_.accept(TokenKind::comma));
  }
  if (stack_.size() > UINT16_MAX) cursor_.fail(instruction.position, "this instruction has too many operands");
  instruction.operand_count = static_cast<std::uint16_t>(stack_.size());
  instruction.first_operand = move_to_arena(0);
}

void OperandReader::read_operand() {
  read_single_operand();
  if (!cursor_.at(TokenKind::bar)) return;
  const std::size_t mark = stack_.size() - 1;
  const Position position = stack_.back().position;
  cursor_.advance();
  read_single_operand();
  compose({.kind = Kind::pair, .position = position}, mark);
}

void OperandReader::read_single_operand() {
  using enum TokenKind;
  const Token& token = cursor_.peek();
  if (token.is(identifier) && token.text != "WARP_SZ") return read_name();
  if (token.is(left_bracket)) return read_address();
  if (token.is(left_brace)) return read_group(Kind::vector, right_brace);
  if (token.is(left_paren) && is_call_) return read_group(Kind::list, right_paren);
  if (token.is(minus) || token.is(bang) || token.is(plus) || token.is(tilde)) return read_signed();
  if (!context_.constants.at_constant()) cursor_.fail_expected("an operand");
  const Position position = cursor_.peek().position;
  push(context_.constants.read(), position);
}

void OperandReader::read_name(bool in_address) {
  const Token name = cursor_.take();
  if (name.text == "_") {
    stack_.push_back({.kind = Kind::sink, .position = name.position});
    return;
  }
  Operand operand = scope_.operand_named(name);
  if (cursor_.at(TokenKind::word)) {
    read_component(operand);
  } else if (cursor_.at(TokenKind::left_bracket)) {
    read_element_index(operand);
  } else if (cursor_.at(TokenKind::plus) || cursor_.at(TokenKind::minus)) {
    if (operand.kind == Kind::variable || operand.kind == Kind::symbol) {
      operand.bits = read_offset();
    } else if (!in_address) {
      cursor_.fail(cursor_.peek().position, "a constant can be added to a register only inside [...]; use add before");
    }
  }
  stack_.push_back(operand);
}

void OperandReader::read_component(Operand& operand) {
  if (!cursor_.touches_previous()) return;
  const Token word = cursor_.peek();
  const Component component = component_named(word.text);
  if (operand.kind == Kind::special) {
    if (!is_place(component))
      cursor_.fail(word.position, fmt::format("'{}' has no component '.{}'", operand.name, word.text));
    operand.name = {operand.name.data(), operand.name.size() + 1 + word.text.size()};
  } else if (operand.kind == Kind::reg) {
    const Register& of = function_.registers[operand.index];
    const int place = static_cast<int>(component) - static_cast<int>(Component::x);
    const int places = of.vector_width == 1 ? 0 : of.vector_width;
    if (component == Component::none || (is_place(component) && place >= places)) {
      const char* const hidden =
          is_special_register(of.name) ? "; its declaration hides the special register, so give it another name" : "";
      cursor_.fail(word.position, fmt::format("register '{}' has no component '.{}'{}", of.name, word.text, hidden));
    }
    operand.component = component;
    if (component == Component::selector) operand.name = word.text;
  } else {
    cursor_.fail(word.position, fmt::format("expected ',' or ';', found '.{}'", word.text));
  }
  cursor_.advance();
}

/// `a[3]`: the address of an element of the array.
void OperandReader::read_element_index(Operand& operand) {
  const Position position = cursor_.take().position;
  const std::uint64_t size = scope_.element_size(operand);
  if (size == 0) cursor_.fail(position, "only a variable declared before can be indexed");
  if (!context_.constants.at_constant()) {
    cursor_.fail(cursor_.peek().position,
                 "the index of an array must be a constant; add a register to the address instead");
  }
  const Constant index = context_.constants.read();
  if (!index.is_integer()) cursor_.fail(position, "the index of an array must be an integer");
  operand.bits = index.bits * size;
  (void)cursor_.expect(TokenKind::right_bracket, "behind the index");
}

/// `+4-2`, any number of terms.
std::uint64_t OperandReader::read_offset() {
  std::uint64_t offset = 0;
  while (cursor_.at(TokenKind::plus) || cursor_.at(TokenKind::minus)) {
    const bool is_plus = cursor_.take().is(TokenKind::plus);
    const Token& next = cursor_.peek();
    if (!context_.constants.at_constant()) cursor_.fail_expected("a constant as the offset");
    const Position position = next.position;
    const Constant term = context_.constants.read_product();
    if (!term.is_integer()) cursor_.fail(position, "the offset of an address must be an integer");
    offset += is_plus ? term.bits : 0 - term.bits;
  }
  return offset;
}

void OperandReader::read_signed() {
  const Token sign = cursor_.take();
  const Token& next = cursor_.peek();
  if (!next.is(TokenKind::identifier) || next.text == "WARP_SZ") {
    return push(context_.constants.read_behind(sign.kind, sign.position), sign.position);
  }
  read_name();
  Operand& operand = stack_.back();
  const bool is_predicate = operand.kind == Kind::reg && function_.registers[operand.index].type == Type::pred;
  if (operand.kind != Kind::reg || !sign.is(is_predicate ? TokenKind::bang : TokenKind::minus)) {
    cursor_.fail(sign.position, fmt::format("{} cannot stand before this operand", spelling(sign.kind)));
  }
  operand.negated = true;
  operand.position = sign.position;
}

void OperandReader::push(const Constant& constant, Position position) {
  Operand operand{.position = position};
  operand.bits = constant.bits;
  switch (constant.kind) {
    case Constant::Kind::integer:
      operand.kind = Kind::integer;
      operand.is_unsigned = constant.is_unsigned;
      break;
    case Constant::Kind::f32: operand.kind = Kind::f32_bits; break;
    case Constant::Kind::f64: operand.kind = Kind::f64_bits; break;
  }
  stack_.push_back(operand);
}

/// `{a, b}` or `(a, b)`.
void OperandReader::read_group(Operand::Kind kind, TokenKind close) {
  const Descent descent(cursor_, depth_);
  const bool is_vector = kind == Kind::vector;
  const Position position = cursor_.take().position;
  const std::size_t mark = stack_.size();
  if (is_vector) cursor_.enter_braces();
  if (!cursor_.at(close)) {
    do {
      read_operand();
    } while (cursor_.accept(TokenKind::comma));
  }
  (void)cursor_.expect(close, is_vector ? "behind the elements" : "behind the arguments");
  if (is_vector) cursor_.leave_braces();
  compose({.kind = kind, .position = position}, mark);
}

/// `[base+offset]`, `[base, {x, y}]`, `[texture, sampler, {x, y}]`.
void OperandReader::read_address() {
  const Descent descent(cursor_, depth_);
  Operand address{.kind = Kind::address, .position = cursor_.take().position};
  const std::size_t mark = stack_.size();
  if (cursor_.at(TokenKind::identifier) && cursor_.peek().text != "WARP_SZ") {
    read_name(true);
    Operand& base = stack_.back();
    address.bits = base.bits + read_offset();
    base.bits = 0;
    if (base.kind == Kind::special || base.kind == Kind::sink) {
      cursor_.fail(base.position, "an address is a register, a variable or a constant, with a constant added");
    }
  } else {
    if (!context_.constants.at_constant()) cursor_.fail_expected("an address");
    const Position position = cursor_.peek().position;
    const Constant constant = context_.constants.read();
    if (!constant.is_integer()) cursor_.fail(position, "an address must be an integer");
    push(constant, position);
  }
  while (cursor_.accept(TokenKind::comma)) read_operand();
  (void)cursor_.expect(TokenKind::right_bracket, "behind the address");
  compose(address, mark);
}

void OperandReader::compose(Operand composite, std::size_t mark) {
  composite.child_count = static_cast<std::uint32_t>(stack_.size() - mark);
  composite.first_child = move_to_arena(mark);
  stack_.push_back(composite);
}

std::uint32_t OperandReader::move_to_arena(std::size_t mark) {
  const auto first = static_cast<std::uint32_t>(function_.operands.size());
  for (std::size_t i = mark; i < stack_.size(); ++i) {
    function_.operands.push_back(stack_[i]);
    if (stack_[i].kind == Kind::symbol) scope_.await_operand(static_cast<std::uint32_t>(function_.operands.size() - 1));
  }
  stack_.resize(mark);
  return first;
}

}  // namespace warpglass::ptx
