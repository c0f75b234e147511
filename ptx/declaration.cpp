#include "ptx/declaration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ptx/initializer.hpp"
#include "ptx/types.hpp"

namespace warpglass::ptx {

Space space_named(std::string_view word) {
  if (word == "reg") return Space::reg;
  if (word == "const") return Space::constant;
  if (word == "global" || word == "tex") return Space::global;
  if (word == "local") return Space::local;
  if (word == "param") return Space::param;
  if (word == "shared") return Space::shared;
  return Space::none;
}

Variable DeclarationReader::read_modifiers(Linkage linkage) {
  Variable variable;
  variable.linkage = linkage;
  variable.position = cursor_.peek().position;
  const Token space = cursor_.take();
  variable.space = space_named(space.text);
  if (variable.space == Space::constant && cursor_.accept(TokenKind::left_bracket)) {  // `.const[2]`, a bank
    (void)context_.constants.read_count(10, "the constant bank");
    (void)cursor_.expect(TokenKind::right_bracket, "behind the constant bank");
  }
  while (cursor_.at(TokenKind::word)) read_modifier(variable);
  if (variable.type == Type::none) cursor_.fail_expected("a type such as .b32");
  if (space.text == "tex") variable.type = Type::texref;
  if (variable.type == Type::pred && variable.space != Space::reg) {
    cursor_.fail(variable.position, "a .pred variable can only be a register (.reg)");
  }
  const auto natural = static_cast<std::uint32_t>(size_of(variable.type)) * variable.vector_width;
  if (variable.alignment == 0) variable.alignment = natural;
  return variable;
}

void DeclarationReader::read_modifier(Variable& variable) {
  const Token word = cursor_.take();
  const Type type = type_named(word.text);
  if (type != Type::none) {
    if (variable.type != Type::none) cursor_.fail(word.position, "a variable has one type only");
    variable.type = type;
  } else if (word.text == "align") {
    (variable.is_pointer ? variable.pointee_alignment : variable.alignment) = read_alignment();
  } else if (word.text == "v2" || word.text == "v4" || word.text == "v8") {
    variable.vector_width = static_cast<std::uint8_t>(word.text[1] - '0');
  } else if (word.text == "attribute") {
    read_attribute(variable);
  } else if (word.text == "ptr" && variable.space == Space::param) {
    variable.is_pointer = true;
  } else if (variable.is_pointer && space_named(word.text) != Space::none) {
    variable.pointee_space = space_named(word.text);
  } else {
    cursor_.fail(word.position, fmt::format("'.{}' is not a type or attribute of a variable", word.text));
  }
}

void DeclarationReader::read_attribute(Variable& variable) {
  (void)cursor_.expect(TokenKind::left_paren, "behind .attribute");
  do {
    const Token attribute = cursor_.expect(TokenKind::word, "such as .managed or .unified");
    if (attribute.text == "managed") {
      variable.is_managed = true;
    } else if (attribute.text == "unified") {
      variable.is_unified = true;
    } else {
      cursor_.fail(attribute.position,
                   fmt::format("unknown attribute '.{}'; known are .managed and .unified", attribute.text));
    }
    if (cursor_.accept(TokenKind::left_paren)) {
      do {
        (void)cursor_.expect(TokenKind::integer, "in the attribute's arguments");
      } while (cursor_.accept(TokenKind::comma));
      (void)cursor_.expect(TokenKind::right_paren, "behind the attribute's arguments");
    }
  } while (cursor_.accept(TokenKind::comma));
  (void)cursor_.expect(TokenKind::right_paren, "behind the attributes");
}

std::uint32_t DeclarationReader::read_alignment() {
  const Position position = cursor_.peek().position;
  const std::uint64_t alignment = context_.constants.read_count(1u << 20, "the alignment");
  if (!std::has_single_bit(alignment)) cursor_.fail(position, "the alignment must be a power of two");
  return static_cast<std::uint32_t>(alignment);
}

std::vector<std::uint64_t> DeclarationReader::read_dimensions(Variable& variable) {
  std::vector<std::uint64_t> dimensions;
  while (cursor_.at(TokenKind::left_bracket)) {
    const Position position = cursor_.take().position;
    variable.is_array = true;
    if (cursor_.accept(TokenKind::right_bracket)) {
      if (!dimensions.empty()) cursor_.fail(position, "only the first dimension of an array may be left open");
      variable.incomplete = true;
      dimensions.push_back(0);
      continue;
    }
    dimensions.push_back(context_.constants.read_count(kMaxVariableBytes, "the size of the array"));
    (void)cursor_.expect(TokenKind::right_bracket, "behind the size of the array");
    // Every prefix product is checked, so none overflows: both factors are below 2^49.
    const std::uint64_t scalar = static_cast<std::uint64_t>(size_of(variable.type)) * variable.vector_width;
    std::uint64_t bytes = scalar;
    for (const std::uint64_t dimension : dimensions) {
      const std::uint64_t factor = std::max<std::uint64_t>(dimension, 1);
      if (factor >= kMaxVariableBytes / bytes)
        cursor_.fail(position, "this array is too large; arrays end at 2^48 bytes");
      bytes *= factor;
    }
    if (dimensions.size() > kMaxNesting) {
      cursor_.fail(position, fmt::format("an array has at most {} dimensions", kMaxNesting));
    }
  }
  return dimensions;
}

Variable DeclarationReader::read_declarator(const Variable& modifiers) {
  Variable variable = modifiers;
  const Token name = cursor_.expect(TokenKind::identifier, "for the name of the variable");
  variable.name = name.text;
  variable.position = name.position;
  std::vector<std::uint64_t> dimensions = read_dimensions(variable);
  variable.elements = 1;
  for (const std::uint64_t dimension : dimensions) variable.elements *= dimension;
  if (cursor_.accept(TokenKind::equals)) read_initializer(context_, variable, std::move(dimensions));
  return variable;
}

RegisterDeclarator DeclarationReader::read_register_declarator() {
  RegisterDeclarator declarator;
  declarator.name = cursor_.expect(TokenKind::identifier, "for the name of the register");
  if (cursor_.accept(TokenKind::less)) {
    declarator.is_range = true;
    declarator.count = cursor_.expect(TokenKind::integer, "for the number of registers").bits;
    (void)cursor_.expect(TokenKind::greater, "behind the number of registers");
  } else if (cursor_.at(TokenKind::left_bracket)) {
    cursor_.fail(cursor_.peek().position, "registers cannot be arrays; write name<count> for numbered registers");
  }
  return declarator;
}

std::vector<Variable> DeclarationReader::read_parameters() {
  std::vector<Variable> parameters;
  if (!cursor_.accept(TokenKind::left_paren)) return parameters;
  if (cursor_.accept(TokenKind::right_paren)) return parameters;
  do {
    if (!cursor_.at_word("param") && !cursor_.at_word("reg")) cursor_.fail_expected(".param of a parameter or ')'");
    parameters.push_back(read_declarator(read_modifiers(Linkage::internal)));
  } while (cursor_.accept(TokenKind::comma));
  (void)cursor_.expect(TokenKind::right_paren, "behind the parameters");
  return parameters;
}

}  // namespace warpglass::ptx
