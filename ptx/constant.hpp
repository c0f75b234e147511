// Constant expressions (PTX ISA, Constant Expressions): C's operators over 64-bit integers and doubles, evaluated while
// they are read. Unlike C, `~` and `%` work on .u64 whatever they are given, and shifts count modulo 64, as ptxas 13.0
// does it.
#pragma once

#include <cstdint>

#include "ptx/cursor.hpp"

namespace warpglass::ptx {

struct Constant {
  enum class Kind : std::uint8_t { integer, f32, f64 };
  Kind kind = Kind::integer;
  bool is_unsigned = false;  // integer: of type .u64 rather than .s64
  std::uint64_t bits = 0;    // two's complement, or the float's or double's encoding

  [[nodiscard]] bool is_integer() const { return kind == Kind::integer; }
  [[nodiscard]] double real() const;  // the value, whatever the kind
};

class ConstantReader {
 public:
  explicit ConstantReader(Cursor& cursor) : cursor_(cursor) {}

  /// True when the token can begin a constant expression.
  [[nodiscard]] bool at_constant() const;

  /// A whole expression; abandons the statement when there is none.
  [[nodiscard]] Constant read();
  /// A whole expression whose first operator, a unary one, has been taken already.
  [[nodiscard]] Constant read_behind(TokenKind unary_operator, Position position);
  /// An expression of `*`, `/`, `%` and unary operators: what stands behind the `+` of an address.
  [[nodiscard]] Constant read_product();

  /// A whole expression with an integer value that is not negative, at most `limit`.
  [[nodiscard]] std::uint64_t read_count(std::uint64_t limit, std::string_view what);

 private:
  [[nodiscard]] Constant conditional(Constant first);
  [[nodiscard]] Constant binary(Constant left, int lowest);
  [[nodiscard]] Constant unary();
  [[nodiscard]] Constant primary();
  [[nodiscard]] Constant apply_unary(TokenKind op, Constant value, Position position);
  [[nodiscard]] Constant apply_binary(TokenKind op, Constant a, Constant b, Position position);

  Cursor& cursor_;
  int depth_ = 0;
};

}  // namespace warpglass::ptx
