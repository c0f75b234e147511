// What scalar statements are made of: integers of a width, and numbers of every small format as doubles.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tests/ptx/scalar.hpp"

namespace warpglass::test {

__extension__ using i128 = __int128;

// ---- Integers ----

inline int width_of(ptx::Type type) { return 8 * ptx::size_of(type); }
inline bool is_signed(ptx::Type type) { return ptx::name_of(type)[0] == 's'; }

[[nodiscard]] inline std::uint64_t cut(i128 value, int width) {
  const auto bits = static_cast<std::uint64_t>(value);
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

/// Of 64-bit values of either sign, or of none: all 128 bits are right.
[[nodiscard]] inline i128 product_of(i128 a, i128 b) {
  __extension__ using u128 = unsigned __int128;
  return static_cast<i128>(static_cast<u128>(a) * static_cast<u128>(b));
}

/// The number that the low bits are.
[[nodiscard]] inline i128 value_of(std::uint64_t bits, int width, bool with_sign) {
  const i128 unsigned_value = cut(bits, width);
  return with_sign && (bits >> (width - 1) & 1) != 0 ? unsigned_value - (i128{1} << width) : unsigned_value;
}

[[nodiscard]] inline i128 clamped(i128 value, i128 lowest, i128 highest) {
  return value < lowest ? lowest : value > highest ? highest : value;
}

/// Clamped to what a type of the width holds.
[[nodiscard]] inline i128 clamped_to(i128 value, int width, bool with_sign) {
  const i128 highest = (i128{1} << (with_sign ? width - 1 : width)) - 1;
  return clamped(value, with_sign ? -highest - 1 : 0, highest);
}

// ---- Numbers ----

/// A format of at most 32 bits. Doubles hold its numbers, their products and, rounded to odd, all else.
struct Format {
  std::string_view name;
  int exponent_bits;
  int fraction_bits;
  int unused_bits;    // below the fraction: tf32
  std::uint64_t nan;  // what instructions write for one
  double largest;     // finite number
  bool has_infinity;

  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] int width() const { return 1 + exponent_bits + fraction_bits + unused_bits; }
  [[nodiscard]] double least_normal() const { return std::ldexp(1.0, 1 - bias()); }
};

/// The format that a type's name says, nullptr for f64 and what is no number.
[[nodiscard]] const Format* format_named(std::string_view name);

/// The number that the bits are.
[[nodiscard]] double number_in(const Format& format, std::uint64_t bits);

/// The bits of a number rounded by "rn", "rz", "rm", "rp" or "rna".
/// \param satfinite  what is too large becomes the largest number
[[nodiscard]] std::uint64_t rounded_to(const Format& format, double x, std::string_view rounding,
                                       bool satfinite = false);

/// a + b rounded to odd: rounding the sum to fewer than 52 bits gives what rounding a + b itself gives.
[[nodiscard]] double odd_sum(double a, double b);

/// A number rounded to an integral one by "rni", "rzi", "rmi" or "rpi".
[[nodiscard]] double integral(double x, std::string_view rounding);

/// x, or a zero with its sign when it is below the least normal number.
[[nodiscard]] inline double flushed_below(double least_normal, double x) {
  return std::fabs(x) < least_normal ? std::copysign(0.0, x) : x;
}

/// min(1, max(0, x)), 0 for a NaN.
[[nodiscard]] inline double saturated(double x) { return x > 0 ? std::fmin(x, 1.0) : 0.0; }

/// The lesser (greater) of two numbers, -0 below +0; the other one of a NaN.
[[nodiscard]] double extremum(bool least, double a, double b);

// ---- The chapters' statements: nothing for what is not theirs ----

[[nodiscard]] Result integer_statement(std::string_view op, const isa::Spelling& spelling, Values v);
[[nodiscard]] Result bit_statement(std::string_view op, const isa::Spelling& spelling, Values v);
[[nodiscard]] Result video_statement(std::string_view op, const isa::Spelling& spelling, Values v);
[[nodiscard]] Result half_statement(std::string_view op, const isa::Spelling& spelling, Values v);
[[nodiscard]] Result conversion_statement(const isa::Spelling& spelling, Values v);

}  // namespace warpglass::test
