#include "ptx/token.hpp"

#include <fmt/format.h>

#include <string>

namespace warpglass::ptx {

std::string describe(const Token& token) {
  if (token.is(TokenKind::end)) return "end of file";
  if (token.is(TokenKind::word)) return fmt::format("'.{}'", token.text);
  if (token.is(TokenKind::string)) return fmt::format("\"{}\"", token.text);
  return fmt::format("'{}'", token.text);
}

std::string_view spelling(TokenKind kind) {
  switch (kind) {
    case TokenKind::end: return "end of file";
    case TokenKind::identifier: return "a name";
    case TokenKind::word: return "a directive";
    case TokenKind::integer: return "an integer";
    case TokenKind::floating:
    case TokenKind::f32_bits:
    case TokenKind::f64_bits: return "a number";
    case TokenKind::string: return "a string";
    case TokenKind::invalid: return "";
    case TokenKind::comma: return "','";
    case TokenKind::semicolon: return "';'";
    case TokenKind::colon: return "':'";
    case TokenKind::question: return "'?'";
    case TokenKind::at: return "'@'";
    case TokenKind::left_brace: return "'{'";
    case TokenKind::right_brace: return "'}'";
    case TokenKind::left_bracket: return "'['";
    case TokenKind::right_bracket: return "']'";
    case TokenKind::left_paren: return "'('";
    case TokenKind::right_paren: return "')'";
    case TokenKind::equals: return "'='";
    case TokenKind::plus: return "'+'";
    case TokenKind::minus: return "'-'";
    case TokenKind::star: return "'*'";
    case TokenKind::slash: return "'/'";
    case TokenKind::percent: return "'%'";
    case TokenKind::tilde: return "'~'";
    case TokenKind::bang: return "'!'";
    case TokenKind::ampersand: return "'&'";
    case TokenKind::bar: return "'|'";
    case TokenKind::caret: return "'^'";
    case TokenKind::less: return "'<'";
    case TokenKind::greater: return "'>'";
    case TokenKind::shift_left: return "'<<'";
    case TokenKind::shift_right: return "'>>'";
    case TokenKind::less_equal: return "'<='";
    case TokenKind::greater_equal: return "'>='";
    case TokenKind::equal_equal: return "'=='";
    case TokenKind::not_equal: return "'!='";
    case TokenKind::and_and: return "'&&'";
    case TokenKind::or_or: return "'||'";
  }
  return "";
}

}  // namespace warpglass::ptx
