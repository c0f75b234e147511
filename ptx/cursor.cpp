#include "ptx/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace warpglass::ptx {

Cursor::Cursor(std::string_view text, std::string file_name) : lexer_(text), file_name_(std::move(file_name)) {
  previous_end_ = text.data();
  lexer_.next(token_);
}

Token Cursor::expect(TokenKind kind, std::string_view where) {
  if (token_.kind != kind) fail_expected(fmt::format("{} {}", spelling(kind), where));
  return take();
}

void Cursor::expect_semicolon(std::string_view behind) {
  if (accept(TokenKind::semicolon)) return;
  const bool line_ended = token_.position.line > previous_.line || at(TokenKind::end) || at(TokenKind::right_brace);
  if (at(TokenKind::invalid) || !line_ended) fail_expected(fmt::format("';' after '{}'", behind));
  report(previous_, fmt::format("expected ';' after '{}', found {}", behind, describe(token_)));
}

bool Cursor::touches_previous() const {
  const char* start = token_.text.data() - (token_.is(TokenKind::word) ? 1 : 0);
  return start == previous_end_;
}

void Cursor::split_first_character(TokenKind kind) {
  assert(token_.text.size() > 1);
  token_.kind = kind;
  token_.text = token_.text.substr(0, 1);
  lexer_.resume_inside(token_.text.data() + 1);
}

void Cursor::reread_as_number() {
  assert(token_.is(TokenKind::word));
  // The word's text begins behind its dot.
  const char* dot = token_.text.data() - 1;
  std::size_t length = token_.text.size() + 1;
  const char last = dot[length - 1];
  if ((last == 'e' || last == 'E') && (dot[length] == '+' || dot[length] == '-')) {
    for (++length; is_name_character(dot[length]);) ++length;
  }
  std::string digits = "0";
  digits.append(dot, length);
  Token number;
  scan_number(digits, number);
  const bool whole = number.text.size() == digits.size();
  token_.kind = whole ? number.kind : TokenKind::invalid;
  token_.bits = number.bits;
  token_.problem = "this is not a number";
  token_.text = {dot, length};
  lexer_.resume_inside(dot + length);
}

void Cursor::skip_statement() {
  for (int depth = std::max(open_braces_, 0);; advance()) {
    if (at(TokenKind::end)) return;
    if (at(TokenKind::semicolon)) return advance();
    if (at(TokenKind::left_brace)) ++depth;
    if (at(TokenKind::right_brace) && depth-- == 0) return;
  }
}

namespace {

/// Whether a word at the beginning of a line can only begin a statement of module scope.
bool begins_module_statement(std::string_view word) {
  return word == "visible" || word == "extern" || word == "weak" || word == "common" || word == "entry" ||
         word == "func" || word == "global" || word == "const" || word == "file" || word == "section";
}

}  // namespace

void Cursor::skip_module_statement() {
  for (int depth = std::max(open_braces_, 0);; advance()) {
    if (at(TokenKind::end)) return;
    if (depth == 0) {
      if (at(TokenKind::semicolon)) return advance();
      if (at(TokenKind::word) && token_.position.line > previous_.line && begins_module_statement(token_.text)) return;
    }
    if (at(TokenKind::left_brace)) ++depth;
    if (at(TokenKind::right_brace) && --depth <= 0) {
      advance();
      accept(TokenKind::semicolon);
      return;
    }
  }
}

void Cursor::skip_block(std::string_view what) {
  const Position open = token_.position;
  if (!lexer_.skip_block()) {
    report(open, fmt::format("{} is not closed; '}}' is missing", what));
  }
  lexer_.next(token_);
}

void Cursor::skip_line() {
  lexer_.skip_line();
  lexer_.next(token_);
}

void Cursor::report(Position position, std::string message) {
  constexpr std::size_t kLongest = 1000;  // a name may be as long as the text
  if (message.size() > kLongest) message.replace(kLongest, std::string::npos, "...");
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  }
  // In text order: what is found out only at the end of a scope goes before what was found on the way.
  const auto is_before = [](const Position& a, const Diagnostic& b) {
    return std::pair(a.line, a.column) < std::pair(b.where.line, b.where.column);
  };
  diagnostics_.insert(std::upper_bound(diagnostics_.begin(), diagnostics_.end(), position, is_before),
                      {.severity = Severity::error,
                       .where = {.file = file_name_, .line = position.line, .column = position.column},
                       .message = std::move(message),
                       .rule = {}});
  if (diagnostics_.size() >= kMaxErrors) throw TooManyErrors{};
}

void Cursor::fail(Position position, std::string message) {
  report(position, std::move(message));
  throw StatementAbandoned{};
}

void Cursor::fail_expected(std::string_view what) {
  if (at(TokenKind::invalid)) fail(token_.position, std::string(token_.problem));
  fail(token_.position, fmt::format("expected {}, found {}", what, describe(token_)));
}

Descent::Descent(Cursor& cursor, int& depth) : depth_(depth) {
  if (depth >= kMaxNesting) {
    cursor.fail(cursor.peek().position, fmt::format("nested more than {} deep; simplify this expression", kMaxNesting));
  }
  ++depth;
}

}  // namespace warpglass::ptx
