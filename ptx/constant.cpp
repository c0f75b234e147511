#include "ptx/constant.hpp"

#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <string>

namespace warpglass::ptx {
namespace {

constexpr int kProduct = 10;  // precedence of * / %

/// How tightly a binary operator binds; 0 for other tokens.
int precedence(TokenKind kind) {
  using enum TokenKind;
  switch (kind) {
    case or_or: return 1;
    case and_and: return 2;
    case bar: return 3;
    case caret: return 4;
    case ampersand: return 5;
    case equal_equal:
    case not_equal: return 6;
    case less:
    case greater:
    case less_equal:
    case greater_equal: return 7;
    case shift_left:
    case shift_right: return 8;
    case plus:
    case minus: return 9;
    case star:
    case slash:
    case percent: return kProduct;
    default: return 0;
  }
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
  switch (op) {
    case less: return truth(a < b);
    case greater: return truth(a > b);
    case less_equal: return truth(a <= b);
    case greater_equal: return truth(a >= b);
    case equal_equal: return truth(a == b);
    default: return truth(a != b);
  }
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
  switch (token.kind) {
    case TokenKind::integer:
    case floating:
    case f32_bits:
    case f64_bits:
    case left_paren: return true;
    case identifier: return token.text == "WARP_SZ";
    case word: return token.text[0] >= '0' && token.text[0] <= '9';
    default: return is_unary_operator(token.kind);
  }
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
  switch (token.kind) {
    case TokenKind::integer: cursor_.advance(); return whole(token.bits, token.is_unsigned || token.bits > INT64_MAX);
    case floating:
    case f64_bits: cursor_.advance(); return {.kind = Constant::Kind::f64, .bits = token.bits};
    case f32_bits: cursor_.advance(); return {.kind = Constant::Kind::f32, .bits = token.bits};
    case left_paren: {
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
    case identifier:
      if (token.text == "WARP_SZ") {
        cursor_.advance();
        return whole(32, false);
      }
      cursor_.fail_expected("a constant");
    default: cursor_.fail_expected("a constant");
  }
}

Constant ConstantReader::apply_unary(TokenKind op, Constant value, Position position) {
  switch (op) {
    case TokenKind::plus: return value;
    case TokenKind::bang: return truth(!is_true(value));
    case TokenKind::tilde:
      if (!value.is_integer()) cursor_.fail(position, "'~' needs an integer constant");
      return whole(~value.bits, true);
    default: break;
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
    switch (op) {
      case plus: return floating_point(a.real() + b.real());
      case minus: return floating_point(a.real() - b.real());
      case star: return floating_point(a.real() * b.real());
      case slash:
        if (b.real() == 0) cursor_.fail(position, "division by zero in a constant expression");
        return floating_point(a.real() / b.real());
      case less:
      case greater:
      case less_equal:
      case greater_equal:
      case equal_equal:
      case not_equal: return compare(op, a.real(), b.real());
      default: cursor_.fail(position, fmt::format("{} needs integer constants", spelling(op)));
    }
  }
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  switch (op) {
    case plus: return whole(a.bits + b.bits, is_unsigned);
    case minus: return whole(a.bits - b.bits, is_unsigned);
    case star: return whole(a.bits * b.bits, is_unsigned);
    case slash:
    case percent:
      if (b.bits == 0) cursor_.fail(position, "division by zero in a constant expression");
      return op == slash ? whole(quotient(a.bits, b.bits, is_unsigned), is_unsigned) : whole(a.bits % b.bits, true);
    case TokenKind::shift_left: return whole(a.bits << (b.bits & 63), a.is_unsigned);
    case TokenKind::shift_right: return whole(shifted_right(a.bits, b.bits & 63, a.is_unsigned), a.is_unsigned);
    case ampersand: return whole(a.bits & b.bits, is_unsigned);
    case bar: return whole(a.bits | b.bits, is_unsigned);
    case caret: return whole(a.bits ^ b.bits, is_unsigned);
    default: break;
  }
  if (is_unsigned) return compare(op, a.bits, b.bits);
  return compare(op, static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits));
}

}  // namespace warpglass::ptx
