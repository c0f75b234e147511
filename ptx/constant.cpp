#include "ptx/constant.hpp"

#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <string>

namespace warpglass::ptx {
namespace {

constexpr int kProduct = 10;  // precedence of * / %

struct BinaryOperator {
  TokenKind kind;
  int precedence;
};

constexpr BinaryOperator kBinaryOperators[] = {
    {TokenKind::or_or, 1},       {TokenKind::and_and, 2},       {TokenKind::bar, 3},
    {TokenKind::caret, 4},       {TokenKind::ampersand, 5},     {TokenKind::equal_equal, 6},
    {TokenKind::not_equal, 6},   {TokenKind::less, 7},          {TokenKind::greater, 7},
    {TokenKind::less_equal, 7},  {TokenKind::greater_equal, 7}, {TokenKind::shift_left, 8},
    {TokenKind::shift_right, 8}, {TokenKind::plus, 9},          {TokenKind::minus, 9},
    {TokenKind::star, kProduct}, {TokenKind::slash, kProduct},  {TokenKind::percent, kProduct},
};

/// How tightly a binary operator binds; 0 for other tokens.
int precedence(TokenKind kind) {
  for (const BinaryOperator& known : kBinaryOperators) {
    if (known.kind == kind) return known.precedence;
  }
  return 0;
}

bool is_comparison(TokenKind kind) {
  using enum TokenKind;
  return kind == less || kind == greater || kind == less_equal || kind == greater_equal || kind == equal_equal ||
         kind == not_equal;
}

bool is_unary_operator(TokenKind kind) {
  using enum TokenKind;
  return kind == plus || kind == minus || kind == tilde || kind == bang;
}

Constant whole(std::uint64_t bits, bool is_unsigned) { return {.is_unsigned = is_unsigned, .bits = bits}; }
Constant truth(bool value) { return whole(value ? 1 : 0, false); }
Constant floating_point(double value) {
  return {.kind = Constant::Kind::f64, .bits = std::bit_cast<std::uint64_t>(value)};
}

bool is_true(const Constant& c) { return c.is_integer() ? c.bits != 0 : c.real() != 0; }

/// amount is below 64.
std::uint64_t shifted_right(std::uint64_t value, std::uint64_t amount, bool is_unsigned) {
  assert(amount < 64);
  return is_unsigned ? value >> amount : static_cast<std::uint64_t>(static_cast<std::int64_t>(value) >> amount);
}

/// b is not zero.
std::uint64_t quotient(std::uint64_t a, std::uint64_t b, bool is_unsigned) {
  assert(b != 0);
  if (is_unsigned) return a / b;
  if (b == UINT64_MAX) return 0 - a;  // a / -1, also where C++ has no answer
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b));
}

template <class T>
Constant compare(TokenKind op, T a, T b) {
  using enum TokenKind;
  if (op == less) return truth(a < b);
  if (op == greater) return truth(a > b);
  if (op == less_equal) return truth(a <= b);
  if (op == greater_equal) return truth(a >= b);
  if (op == equal_equal) return truth(a == b);
  return truth(a != b);
}

}  // namespace

double Constant::real() const {
  switch (kind) {
    case Kind::f32: return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    case Kind::f64: return std::bit_cast<double>(bits);
    case Kind::integer: break;
  }
  return is_unsigned ? static_cast<double>(bits) : static_cast<double>(static_cast<std::int64_t>(bits));
}

bool ConstantReader::at_constant() const {
  using enum TokenKind;
  const Token& token = cursor_.peek();
  if (token.is(identifier)) return token.text == "WARP_SZ";
  if (token.is(word)) return token.text[0] >= '0' && token.text[0] <= '9';
  return token.is(TokenKind::integer) || token.is(floating) || token.is(f32_bits) || token.is(f64_bits) ||
         token.is(left_paren) || is_unary_operator(token.kind);
}

Constant ConstantReader::read() { return conditional(unary()); }

Constant ConstantReader::read_behind(TokenKind unary_operator, Position position) {
  return conditional(apply_unary(unary_operator, unary(), position));
}

Constant ConstantReader::read_product() { return binary(unary(), kProduct); }

std::uint64_t ConstantReader::read_count(std::uint64_t limit, std::string_view what) {
  const Position position = cursor_.peek().position;
  if (!at_constant()) cursor_.fail_expected(what);
  const Constant value = read();
  if (!value.is_integer() || value.bits > limit) {
    cursor_.fail(position, fmt::format("{} must be an integer from 0 to {}", what, limit));
  }
  return value.bits;
}

Constant ConstantReader::conditional(Constant first) {
  const Constant condition = binary(first, 1);
  if (!cursor_.accept(TokenKind::question)) return condition;
  const Descent descent(cursor_, depth_);
  const Constant if_true = read();
  (void)cursor_.expect(TokenKind::colon, "of the conditional expression");
  const Constant if_false = read();
  return is_true(condition) ? if_true : if_false;
}

Constant ConstantReader::binary(Constant left, int lowest) {
  for (;;) {
    if (cursor_.at(TokenKind::identifier) && cursor_.peek().text[0] == '%') {
      cursor_.split_first_character(TokenKind::percent);
    }
    const TokenKind op = cursor_.peek().kind;
    const int strength = precedence(op);
    if (strength == 0 || strength < lowest) return left;
    const Position position = cursor_.peek().position;
    cursor_.advance();
    left = apply_binary(op, left, binary(unary(), strength + 1), position);
  }
}

Constant ConstantReader::unary() {
  const Descent descent(cursor_, depth_);
  const Token token = cursor_.peek();
  if (is_unary_operator(token.kind)) {
    cursor_.advance();
    return apply_unary(token.kind, unary(), token.position);
  }
  return primary();
}

Constant ConstantReader::primary() {
  using enum TokenKind;
  if (cursor_.at(word) && at_constant()) cursor_.reread_as_number();
  const Token token = cursor_.peek();
  if (token.is(TokenKind::integer)) {
    cursor_.advance();
    return whole(token.bits, token.is_unsigned || token.bits > INT64_MAX);
  }
  if (token.is(floating) || token.is(f64_bits)) {
    cursor_.advance();
    return {.kind = Constant::Kind::f64, .bits = token.bits};
  }
  if (token.is(f32_bits)) {
    cursor_.advance();
    return {.kind = Constant::Kind::f32, .bits = token.bits};
  }
  if (token.is(left_paren)) {
    cursor_.advance();
    if (cursor_.at_word("s64") || cursor_.at_word("u64")) {
      const bool is_unsigned = cursor_.take().text == "u64";
      (void)cursor_.expect(right_paren, "of the cast");
      Constant value = unary();
      if (!value.is_integer()) cursor_.fail(token.position, "only integer constants can be cast");
      value.is_unsigned = is_unsigned;
      return value;
    }
    const Constant value = read();
    (void)cursor_.expect(right_paren, "of the constant expression");
    return value;
  }
  if (token.is(identifier) && token.text == "WARP_SZ") {
    cursor_.advance();
    return whole(32, false);
  }
  cursor_.fail_expected("a constant");
}

Constant ConstantReader::apply_unary(TokenKind op, Constant value, Position position) {
  if (op == TokenKind::plus) return value;
  if (op == TokenKind::bang) return truth(!is_true(value));
  if (op == TokenKind::tilde) {
    if (!value.is_integer()) cursor_.fail(position, "'~' needs an integer constant");
    return whole(~value.bits, true);
  }
  switch (value.kind) {
    case Constant::Kind::integer: value.bits = 0 - value.bits; break;
    case Constant::Kind::f32: value.bits ^= std::uint64_t{1} << 31; break;
    case Constant::Kind::f64: value.bits ^= std::uint64_t{1} << 63; break;
  }
  return value;
}

Constant ConstantReader::apply_binary(TokenKind op, Constant a, Constant b, Position position) {
  using enum TokenKind;
  if (op == and_and) return truth(is_true(a) && is_true(b));
  if (op == or_or) return truth(is_true(a) || is_true(b));
  if (!a.is_integer() || !b.is_integer()) {
    if (op == plus) return floating_point(a.real() + b.real());
    if (op == minus) return floating_point(a.real() - b.real());
    if (op == star) return floating_point(a.real() * b.real());
    if (op == slash) {
      if (b.real() == 0) cursor_.fail(position, "division by zero in a constant expression");
      return floating_point(a.real() / b.real());
    }
    if (is_comparison(op)) return compare(op, a.real(), b.real());
    cursor_.fail(position, fmt::format("{} needs integer constants", spelling(op)));
  }
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  if (op == plus) return whole(a.bits + b.bits, is_unsigned);
  if (op == minus) return whole(a.bits - b.bits, is_unsigned);
  if (op == star) return whole(a.bits * b.bits, is_unsigned);
  if (op == slash || op == percent) {
    if (b.bits == 0) cursor_.fail(position, "division by zero in a constant expression");
    return op == slash ? whole(quotient(a.bits, b.bits, is_unsigned), is_unsigned) : whole(a.bits % b.bits, true);
  }
  if (op == TokenKind::shift_left) return whole(a.bits << (b.bits & 63), a.is_unsigned);
  if (op == TokenKind::shift_right) return whole(shifted_right(a.bits, b.bits & 63, a.is_unsigned), a.is_unsigned);
  if (op == ampersand) return whole(a.bits & b.bits, is_unsigned);
  if (op == bar) return whole(a.bits | b.bits, is_unsigned);
  if (op == caret) return whole(a.bits ^ b.bits, is_unsigned);
  if (is_unsigned) return compare(op, a.bits, b.bits);
  return compare(op, static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits));
}

}  // namespace warpglass::ptx
