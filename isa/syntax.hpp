// A syntax line of the table, taken apart: which words follow the opcode and which operands follow the words.
// Parsing is constexpr, so that a malformed line of a chapter fails to compile (static_assert over well_formed).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ptx/module.hpp"

namespace warpglass::isa {

struct InstructionDef;
struct Spelling;

/// A dotted word of a syntax line: a literal, or a slot that takes one of several words.
struct SyntaxWord {
  std::string_view name;     // literal word or slot name, without dot
  std::string_view choices;  // a slot's words, separated by blanks; empty for a literal
  bool optional = false;

  [[nodiscard]] constexpr bool accepts(std::string_view word) const;
  /// A word that must be there and is told from others like it by its place alone: a slot, or a type written out.
  [[nodiscard]] constexpr bool keeps_its_place() const;
};

/// An operand of a syntax line.
struct SyntaxOperand {
  enum class Shape : std::uint8_t {
    plain,    // d        register, constant, symbol, label
    pair,     // p|q      two destinations; the second may be left out when written p{|q}
    address,  // [a]
    vector,   // {a, b}
    list,     // (a)
    special,  // %s       special register
  };
  std::string_view name;    // "d"
  std::string_view second;  // pair: "q"
  std::string_view type;    // a type's name, a slot's name, "pred", or "wide": twice the width of `.type`
  Shape shape = Shape::plain;
  bool destination = false;      // named d, e, p or q
  bool optional = false;         // may be left out, with all that follow
  bool second_optional = false;  // pair
};

struct Syntax {
  static constexpr std::size_t kMaxWords = 20;
  static constexpr std::size_t kMaxOperands = 12;

  std::string_view opcode;
  std::array<SyntaxWord, kMaxWords> words{};
  std::array<SyntaxOperand, kMaxOperands> operands{};
  std::uint8_t word_count = 0;
  std::uint8_t operand_count = 0;
  const char* mistake = nullptr;  // what is malformed, for the table's author

  [[nodiscard]] constexpr std::span<const SyntaxWord> all_words() const { return {words.data(), word_count}; }
  [[nodiscard]] constexpr std::span<const SyntaxOperand> all_operands() const {
    return {operands.data(), operand_count};
  }
  [[nodiscard]] constexpr std::size_t least_operands() const {
    std::size_t count = 0;
    for (const SyntaxOperand& operand : all_operands()) count += operand.optional ? 0 : 1;
    return count;
  }
};

/// The syntax of a row of the table (parsed once).
[[nodiscard]] const Syntax& syntax_of(const InstructionDef& def);

/// Type of an operand of a spelled instruction; pred for predicates, none when the row leaves it open.
[[nodiscard]] ptx::Type operand_type(const Spelling& spelling, const SyntaxOperand& operand);

/// "s32" -> Type::s32; Type::none for any other word.
[[nodiscard]] ptx::Type type_named(std::string_view name);

// ---- Parsing ----

namespace detail {

constexpr bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '-';
}

constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Takes the part before `separator` off the front of `text`.
constexpr std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return trim(part);
}

constexpr std::string_view take_name(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_name(text[length])) ++length;
  const std::string_view name = text.substr(0, length);
  text.remove_prefix(length);
  return name;
}

constexpr void skip_blanks(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

constexpr bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// What a where clause says about `name` behind `sign` (" = " or " : "); empty when nothing.
constexpr std::string_view where_of(std::string_view where, std::string_view name, std::string_view sign) {
  while (!where.empty()) {
    const std::string_view item = take_until(where, ';');
    if (item.starts_with(name) && item.substr(name.size()).starts_with(sign))
      return trim(item.substr(name.size() + sign.size()));
  }
  return {};
}

constexpr bool is_destination(std::string_view name) {
  return name == "d" || name == "e" || name == "p" || name == "q";
}

constexpr const char* parse_words(std::string_view& text, std::string_view where, Syntax& syntax) {
  bool optional = false;
  for (;;) {
    if (text.starts_with("{.")) {
      optional = true;
      text.remove_prefix(1);
    }
    if (!take(text, ".")) return optional ? "a brace must hold .words" : nullptr;
    if (syntax.word_count == Syntax::kMaxWords) return "too many words";
    SyntaxWord& word = syntax.words[syntax.word_count++];
    word.name = take_name(text);
    if (word.name.empty()) return "a word is missing behind '.'";
    word.choices = where_of(where, word.name, " = ");
    word.optional = optional;
    if (optional && take(text, "}")) optional = false;
  }
}

constexpr const char* parse_operands(std::string_view& text, std::string_view where, Syntax& syntax) {
  using Shape = SyntaxOperand::Shape;
  bool optional = false;
  skip_blanks(text);
  while (!text.empty()) {
    if (syntax.operand_count == Syntax::kMaxOperands) return "too many operands";
    SyntaxOperand& operand = syntax.operands[syntax.operand_count++];
    operand.optional = optional;
    char closing = 0;
    if (take(text, "["))
      operand.shape = Shape::address, closing = ']';
    else if (take(text, "("))
      operand.shape = Shape::list, closing = ')';
    else if (take(text, "{"))
      operand.shape = Shape::vector, closing = '}';
    else if (take(text, "%"))
      operand.shape = Shape::special;
    operand.name = take_name(text);
    if (operand.name.empty()) return "an operand's name is missing";
    if (closing != 0) {
      while (!text.empty() && text.front() != closing) text.remove_prefix(1);
      if (text.empty()) return "an operand's bracket is not closed";
      text.remove_prefix(1);
    }
    if (text.starts_with("{|") || text.starts_with("|")) {
      operand.second_optional = take(text, "{");
      text.remove_prefix(1);
      operand.shape = Shape::pair;
      operand.second = take_name(text);
      if (operand.second.empty() || (operand.second_optional && !take(text, "}"))) return "a pair is written p{|q}";
    }
    operand.destination = is_destination(operand.name);
    operand.type = where_of(where, operand.name, " : ");
    if (operand.type.empty()) {
      if (operand.name == "p" || operand.name == "q")
        operand.type = "pred";
      else
        operand.type = "type";
    }
    while (optional && take(text, "}")) optional = false;
    skip_blanks(text);
    if (take(text, "{,"))
      optional = true;
    else if (!text.empty() && !take(text, ","))
      return "operands are separated by commas";
    skip_blanks(text);
    if (text.empty() && optional) return "a brace is not closed";
  }
  return nullptr;
}

constexpr const char* check_where(std::string_view where, const Syntax& syntax) {
  while (!where.empty()) {
    const std::string_view item = take_until(where, ';');
    const std::string_view name = item.substr(0, item.find(' '));
    bool used = false;
    for (const SyntaxWord& word : syntax.all_words()) used = used || (word.name == name && !word.choices.empty());
    for (const SyntaxOperand& operand : syntax.all_operands())
      used = used || operand.name == name || operand.second == name;
    if (!used) return "the where clause names a slot or operand that the syntax line has not";
  }
  return nullptr;
}

}  // namespace detail

constexpr bool SyntaxWord::accepts(std::string_view word) const {
  if (choices.empty()) return word == name;
  std::string_view rest = choices;
  while (!rest.empty())
    if (detail::take_until(rest, ' ') == word) return true;
  return false;
}

constexpr bool SyntaxWord::keeps_its_place() const {
  if (optional) return false;
  const std::string_view type = name.starts_with("bf") || name.starts_with("tf") ? name.substr(1) : name;
  const bool is_type = type.size() > 1 && std::string_view("bufse").find(type[0]) != std::string_view::npos &&
                       type[1] >= '0' && type[1] <= '9';
  return !choices.empty() || is_type;
}

/// Takes a syntax line and its where clause apart; `mistake` says what is malformed.
[[nodiscard]] constexpr Syntax parse_syntax(std::string_view line, std::string_view where) {
  Syntax syntax;
  syntax.opcode = detail::take_name(line);
  if (syntax.opcode.empty()) {
    syntax.mistake = "the opcode is missing";
    return syntax;
  }
  syntax.mistake = detail::parse_words(line, where, syntax);
  if (syntax.mistake == nullptr) syntax.mistake = detail::parse_operands(line, where, syntax);
  if (syntax.mistake == nullptr) syntax.mistake = detail::check_where(where, syntax);
  return syntax;
}

}  // namespace warpglass::isa
