#include "ptx/lexer.hpp"

#include <array>
#include <cstring>

namespace warpglass::ptx {
namespace {

enum Class : std::uint8_t { kNameStart = 1, kNamePart = 2, kDigit = 4 };

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kNameStart | kNamePart;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kNameStart | kNamePart;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit | kNamePart;
  classes['_'] = classes['$'] = kNameStart | kNamePart;
  return classes;
}();

bool is(Class c, char character) { return (kClasses[static_cast<unsigned char>(character)] & c) != 0; }

const char* skip_name(const char* at) {
  while (is(kNamePart, *at)) ++at;
  return at;
}

}  // namespace

bool is_name_character(char c) { return is(kNamePart, c); }

/// False when a comment does not end.
bool Lexer::skip_blanks() {
  for (;;) {
    switch (*at_) {
      case ' ':
      case '\t':
      case '\r':
      case '\v':
      case '\f': ++at_; break;
      case '\n':
        line_start_ = ++at_;
        ++line_;
        break;
      case '/':
        if (at_[1] == '/') {
          skip_line();
        } else if (at_[1] == '*') {
          comment_ = here();
          for (at_ += 2; !(at_[0] == '*' && at_[1] == '/'); ++at_) {
            if (at_ == end_) return false;
            if (*at_ == '\n') {
              line_start_ = at_ + 1;
              ++line_;
            }
          }
          at_ += 2;
        } else {
          return true;
        }
        break;
      default: return true;
    }
  }
}

void Lexer::skip_line() {
  const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
  at_ = newline != nullptr ? newline : end_;
}

bool Lexer::skip_block() {
  for (int depth = 1; depth > 0;) {
    if (!skip_blanks() || at_ == end_) return false;
    const char c = *at_;
    if (c == '{') ++depth;
    if (c == '}') --depth;
    if (c == '"') {
      Token ignored;
      scan_string(ignored);
    } else {
      ++at_;
    }
  }
  return true;
}

void Lexer::next(Token& token) {
  if (!skip_blanks()) {
    token = {.kind = TokenKind::invalid, .position = comment_, .problem = "this comment does not end; '*/' is missing"};
    at_ = end_;
    comment_ends_text_ = true;
    return;
  }
  token.position = here();
  const char* start = at_;
  const char c = *at_;
  if (is(kNameStart, c) || (c == '%' && is(kNamePart, at_[1]))) {
    at_ = skip_name(at_ + 1);
    token.kind = TokenKind::identifier;
    token.text = {start, static_cast<std::size_t>(at_ - start)};
  } else if (c == '.' && is(kNamePart, at_[1])) {
    scan_word(token);
  } else if (is(kDigit, c)) {
    scan_number({at_, static_cast<std::size_t>(end_ - at_)}, token);
    at_ += token.text.size();
  } else if (c == '"') {
    scan_string(token);
  } else if (at_ == end_) {
    token.kind = TokenKind::end;
    token.text = {};
  } else {
    scan_punctuation(token);
  }
}

void Lexer::scan_word(Token& token) {
  const char* start = ++at_;
  at_ = skip_name(at_);
  while (at_[0] == ':' && at_[1] == ':' && is(kNamePart, at_[2])) at_ = skip_name(at_ + 2);
  token.kind = TokenKind::word;
  token.text = {start, static_cast<std::size_t>(at_ - start)};
}

void Lexer::scan_string(Token& token) {
  const char* start = ++at_;
  while (at_ != end_ && *at_ != '"' && *at_ != '\n') at_ += *at_ == '\\' && at_ + 1 != end_ && at_[1] != '\n' ? 2 : 1;
  token.text = {start, static_cast<std::size_t>(at_ - start)};
  if (at_ == end_ || *at_ == '\n') {
    token.kind = TokenKind::invalid;
    token.problem = "this string does not end on its line; '\"' is missing";
    return;
  }
  ++at_;
  token.kind = TokenKind::string;
}

void Lexer::scan_punctuation(Token& token) {
  using enum TokenKind;
  const auto one = [&](TokenKind kind) { token.kind = kind; };
  const auto either = [&](char second, TokenKind two, TokenKind single) {
    token.kind = at_[1] == second ? two : single;
  };
  switch (*at_) {
    case ',': one(comma); break;
    case ';': one(semicolon); break;
    case ':': one(colon); break;
    case '?': one(question); break;
    case '@': one(at); break;
    case '{': one(left_brace); break;
    case '}': one(right_brace); break;
    case '[': one(left_bracket); break;
    case ']': one(right_bracket); break;
    case '(': one(left_paren); break;
    case ')': one(right_paren); break;
    case '+': one(plus); break;
    case '-': one(minus); break;
    case '*': one(star); break;
    case '/': one(slash); break;
    case '%': one(percent); break;
    case '~': one(tilde); break;
    case '^': one(caret); break;
    case '=': either('=', equal_equal, equals); break;
    case '!': either('=', not_equal, bang); break;
    case '&': either('&', and_and, ampersand); break;
    case '|': either('|', or_or, bar); break;
    case '<': at_[1] == '<' ? one(shift_left) : either('=', less_equal, less); break;
    case '>': at_[1] == '>' ? one(shift_right) : either('=', greater_equal, greater); break;
    default: scan_garbage(token); return;
  }
  const std::size_t length = spelling(token.kind).size() - 2;  // it stands in quotes
  token.text = {at_, length};
  at_ += length;
}

void Lexer::scan_garbage(Token& token) {
  const char* start = at_;
  const auto is_garbage = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x7f || (byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r') || c == '#' || c == '`' ||
           c == '\\' || c == '\'' || c == '.';
  };
  while (at_ != end_ && is_garbage(*at_)) ++at_;
  if (at_ == start) ++at_;
  token.kind = TokenKind::invalid;
  token.text = {start, static_cast<std::size_t>(at_ - start)};
  const auto byte = static_cast<unsigned char>(*start);
  token.problem = byte >= 0x80 || byte < ' ' || byte == 0x7f
                      ? "this byte cannot occur in PTX text; is the file really PTX?"
                      : "this character means nothing in PTX here";
}

}  // namespace warpglass::ptx
