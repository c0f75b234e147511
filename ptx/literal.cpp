// Numbers as PTX writes them (PTX ISA, Constants): C's integers with an optional U, decimal floating point, and
// floating point by its bits: 0f and 8 digits, 0d and 16 digits.
#include <bit>
#include <charconv>
#include <cstdlib>
#include <string>

#include "ptx/lexer.hpp"

namespace warpglass::ptx {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

char at(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

void make_invalid(Token& token, std::string_view text, std::size_t length, std::string_view problem) {
  while (length < text.size() && is_name_character(text[length])) ++length;
  token.kind = TokenKind::invalid;
  token.text = text.substr(0, length);
  token.problem = problem;
}

/// `0f` or `0d` and exactly `digits` hexadecimal digits.
void scan_bits(std::string_view text, std::size_t digits, TokenKind kind, Token& token) {
  std::uint64_t bits = 0;
  std::size_t length = 2;
  for (; length < 2 + digits && digit_value(at(text, length)) < 16; ++length) {
    bits = bits << 4 | static_cast<std::uint64_t>(digit_value(text[length]));
  }
  if (length != 2 + digits || is_name_character(at(text, length))) {
    make_invalid(token, text, length,
                 digits == 8 ? "a .f32 constant is 0f and exactly 8 hexadecimal digits"
                             : "a .f64 constant is 0d and exactly 16 hexadecimal digits");
    return;
  }
  token.kind = kind;
  token.bits = bits;
  token.text = text.substr(0, length);
}

/// Length of the decimal floating-point number at the start of the text, 0 when it is an integer.
std::size_t decimal_floating_length(std::string_view text) {
  std::size_t length = 0;
  bool is_floating = false;
  while (is_decimal(at(text, length))) ++length;
  if (at(text, length) == '.' && !(is_name_character(at(text, length + 1)) && !is_decimal(at(text, length + 1)))) {
    is_floating = true;
    ++length;
    while (is_decimal(at(text, length))) ++length;
  }
  if (at(text, length) == 'e' || at(text, length) == 'E') {
    std::size_t exponent = length + 1;
    if (at(text, exponent) == '+' || at(text, exponent) == '-') ++exponent;
    if (is_decimal(at(text, exponent))) {
      is_floating = true;
      length = exponent;
      while (is_decimal(at(text, length))) ++length;
    }
  }
  return is_floating ? length : 0;
}

void scan_floating(std::string_view text, std::size_t length, Token& token) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + length, value);
  if (error != std::errc{} || end != text.data() + length || is_name_character(at(text, length))) {
    make_invalid(token, text, length,
                 error == std::errc::result_out_of_range ? "this number does not fit in .f64" : "this is not a number");
    return;
  }
  token.kind = TokenKind::floating;
  token.bits = std::bit_cast<std::uint64_t>(value);
  token.text = text.substr(0, length);
}

void scan_integer(std::string_view text, unsigned base, std::size_t prefix, Token& token) {
  std::uint64_t value = 0;
  std::size_t length = prefix;
  bool overflow = false;
  for (; static_cast<unsigned>(digit_value(at(text, length))) < base; ++length) {
    const auto digit = static_cast<std::uint64_t>(digit_value(text[length]));
    overflow = overflow || value > (UINT64_MAX - digit) / base;
    value = value * base + digit;
  }
  const bool has_digits = length > prefix;
  token.is_unsigned = at(text, length) == 'U' || at(text, length) == 'u';
  if (token.is_unsigned) ++length;
  if (!has_digits || is_name_character(at(text, length))) {
    make_invalid(token, text, length, "this is not a number");
  } else if (overflow) {
    make_invalid(token, text, length, "this integer does not fit in 64 bits");
  } else {
    token.kind = TokenKind::integer;
    token.bits = value;
    token.text = text.substr(0, length);
  }
}

}  // namespace

void scan_number(std::string_view text, Token& token) {
  if (at(text, 0) == '0') {
    switch (at(text, 1)) {
      case 'f':
      case 'F': return scan_bits(text, 8, TokenKind::f32_bits, token);
      case 'd':
      case 'D': return scan_bits(text, 16, TokenKind::f64_bits, token);
      case 'x':
      case 'X': return scan_integer(text, 16, 2, token);
      case 'b':
      case 'B': return scan_integer(text, 2, 2, token);
      default: break;
    }
  }
  if (const std::size_t length = decimal_floating_length(text)) return scan_floating(text, length, token);
  const bool octal = at(text, 0) == '0' && is_decimal(at(text, 1));
  scan_integer(text, octal ? 8 : 10, octal ? 1 : 0, token);
}

}  // namespace warpglass::ptx
