#include "toolkit/cuda_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace warpglass::toolkit {
namespace {

using Kind = CudaToken::Kind;

constexpr std::array<std::string_view, 6> kLong{"<<<", ">>>", "<<", ">>", "::", "->"};
constexpr std::array<std::string_view, 9> kNoNames{"if",     "while", "for", "switch", "catch",
                                                   "return", "else",  "do",  "case"};

/// A name, not a word of the language that an expression may follow.
bool is_name(const CudaToken& token) {
  return token.kind == Kind::name && std::ranges::find(kNoNames, token.text) == kNoNames.end();
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) > 127;
}

/// End of a string or character literal that begins with a quote at `at`.
std::size_t end_of_quoted(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    if (source[i] == '\\') {
      ++i;
    } else if (source[i] == quote || source[i] == '\n') {
      return i + 1;
    }
  }
  return source.size();
}

/// The same for R"delimiter( ... )delimiter", its quote at `at`.
std::size_t end_of_raw(std::string_view source, std::size_t at) {
  const std::size_t open = source.find('(', at);
  if (open == std::string_view::npos) return source.size();
  std::string close = ")";
  close += source.substr(at + 1, open - at - 1);
  close += '"';
  const std::size_t found = source.find(close, open);
  return found == std::string_view::npos ? source.size() : found + close.size();
}

std::size_t end_of_number(std::string_view source, std::size_t at) {
  std::size_t i = at;
  while (i < source.size()) {
    const bool sign = (source[i] == '+' || source[i] == '-') && i > at &&
                      std::string_view("eEpP").find(source[i - 1]) != std::string_view::npos;
    const bool separator = source[i] == '\'' && i + 1 < source.size() && is_name_character(source[i + 1]);
    if (!is_name_character(source[i]) && source[i] != '.' && !sign && !separator) break;
    ++i;
  }
  return i;
}

/// Index of the bracket that the one at `close` belongs to.
std::size_t opening(const std::vector<CudaToken>& tokens, std::size_t close) {
  const bool angles = tokens[close].is(">") || tokens[close].is(">>");
  int brackets = 0, angle = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const CudaToken& token = tokens[i];
    if (closes(token)) ++brackets;
    if (opens(token) && --brackets < 0) return kNoToken;
    if (!angles && brackets == 0) return i;
    if (!angles || brackets != 0) continue;
    if (token.is(";")) return kNoToken;
    if (token.is(">")) ++angle;
    if (token.is(">>")) angle += 2;
    if (token.is("<") && --angle == 0) return i;
  }
  return kNoToken;
}

}  // namespace

std::vector<CudaToken> cuda_tokens(std::string_view source) {
  std::vector<CudaToken> tokens;
  const auto add = [&](Kind kind, std::size_t from, std::size_t to) {
    tokens.push_back({kind, from, source.substr(from, to - from)});
    return to;
  };
  for (std::size_t i = 0; i < source.size();) {
    const char c = source[i];
    const std::string_view rest = source.substr(i);
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') {
      ++i;
    } else if (rest.starts_with("//")) {
      while (i < source.size() && (source[i] != '\n' || source[i - 1] == '\\')) ++i;
    } else if (rest.starts_with("/*")) {
      const std::size_t end = source.find("*/", i + 2);
      i = end == std::string_view::npos ? source.size() : end + 2;
    } else if (c == '"' || c == '\'') {
      i = add(Kind::literal, i, end_of_quoted(source, i));
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
               (c == '.' && i + 1 < source.size() && std::isdigit(static_cast<unsigned char>(source[i + 1])) != 0)) {
      i = add(Kind::literal, i, end_of_number(source, i));
    } else if (is_name_character(c)) {
      std::size_t end = i;
      while (end < source.size() && is_name_character(source[end])) ++end;
      const bool raw = source[end - 1] == 'R' && end < source.size() && source[end] == '"';
      i = raw ? add(Kind::literal, i, end_of_raw(source, end)) : add(Kind::name, i, end);
    } else {
      const auto found = std::ranges::find_if(kLong, [&](std::string_view text) { return rest.starts_with(text); });
      i = add(Kind::punctuation, i, i + (found == kLong.end() ? 1 : found->size()));
    }
  }
  return tokens;
}

std::size_t offset_of(std::string_view source, std::size_t line, std::size_t column) {
  std::size_t begin = 0;
  for (std::size_t at = 1; at < line; ++at) {
    begin = source.find('\n', begin);
    if (begin == std::string_view::npos) return begin;
    ++begin;
  }
  return begin + column - 1;
}

std::size_t token_at(const std::vector<CudaToken>& tokens, std::size_t offset) {
  const auto found = std::ranges::lower_bound(tokens, offset, {}, &CudaToken::offset);
  return found != tokens.end() && found->offset == offset ? static_cast<std::size_t>(found - tokens.begin()) : kNoToken;
}

std::size_t closing(const std::vector<CudaToken>& tokens, std::size_t open) {
  const bool angles = tokens[open].is("<");
  int brackets = 0, angle = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const CudaToken& token = tokens[i];
    if (opens(token)) ++brackets;
    if (closes(token) && --brackets < 0) return kNoToken;
    if (!angles && brackets == 0) return i;
    if (!angles || brackets != 0) continue;
    if (token.is(";")) return kNoToken;
    if (token.is("<")) ++angle;
    if (token.is(">")) --angle;
    if (token.is(">>")) angle -= 2;
    if (angle <= 0) return angle == 0 ? i : kNoToken;
  }
  return kNoToken;
}

std::size_t beginning(const std::vector<CudaToken>& tokens, std::size_t last) {
  std::size_t first = kNoToken;
  for (std::size_t i = last;;) {
    if (closes(tokens[i]) || tokens[i].is(">") || tokens[i].is(">>")) {
      const std::size_t open = opening(tokens, i);
      if (open == kNoToken) return first;
      const bool angles = tokens[open].is("<");
      const bool follows_name = open > 0 && is_name(tokens[open - 1]);
      const bool follows_bracket = open > 0 && (tokens[open - 1].is("]") || tokens[open - 1].is(">"));
      if (!angles) first = open;
      // `if (...) (pointer)`: what stands before the parentheses is no part.
      if (!follows_name && !follows_bracket) return first;
      i = open - 1;
      continue;
    }
    if (tokens[i].kind != Kind::name) return first;
    first = i;
    if (i == 0) return first;
    const CudaToken& before = tokens[i - 1];
    if (before.is("template")) {
      first = --i;
      if (i == 0) return first;
    }
    const CudaToken& joint = tokens[i - 1];
    if (!joint.is("::") && !joint.is(".") && !joint.is("->")) return first;
    first = i - 1;
    if (i < 2) return first;
    const CudaToken& owner = tokens[i - 2];
    // What `::` follows is a name or its template's arguments, else it begins the name.
    const bool continues = is_name(owner) || owner.is(">") || (!joint.is("::") && (owner.is(")") || owner.is("]")));
    if (!continues) return first;
    i -= 2;
  }
}

}  // namespace warpglass::toolkit
