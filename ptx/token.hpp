// The tokens of PTX text.
#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/module.hpp"

namespace warpglass::ptx {

enum class TokenKind : std::uint8_t {
  end,
  identifier,  // add, %r1, $L__BB0_1, _
  word,        // .global, .L1::no_allocate, .2d: a dot and what follows it
  integer,
  floating,  // 1.5e3
  f32_bits,  // 0f3F800000
  f64_bits,  // 0d3FF0000000000000
  string,
  invalid,  // see Token::problem

  comma,
  semicolon,
  colon,
  question,
  at,
  left_brace,
  right_brace,
  left_bracket,
  right_bracket,
  left_paren,
  right_paren,
  equals,
  plus,
  minus,
  star,
  slash,
  percent,
  tilde,
  bang,
  ampersand,
  bar,
  caret,
  less,
  greater,
  shift_left,
  shift_right,
  less_equal,
  greater_equal,
  equal_equal,
  not_equal,
  and_and,
  or_or,
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool is_unsigned = false;       // integer: has a U suffix
  Position position;              // of its first character
  std::string_view text = {};     // as written; a word without its dot, a string without its quotes
  std::uint64_t bits = 0;         // integer: the value; floating, f64_bits: the double; f32_bits: the float
  std::string_view problem = {};  // invalid: the error message

  [[nodiscard]] bool is(TokenKind k) const { return kind == k; }
  [[nodiscard]] bool is_word(std::string_view w) const { return kind == TokenKind::word && text == w; }
};

/// The token as an error message names it: "'%r1'", "'.global'", "end of file".
[[nodiscard]] std::string describe(const Token& token);

/// "','": how an error message writes punctuation; "name", "integer" for the other kinds.
[[nodiscard]] std::string_view spelling(TokenKind kind);

}  // namespace warpglass::ptx
