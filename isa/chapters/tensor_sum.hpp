// How a tensor unit adds up products of short floating-point numbers, bit for bit (tests/hardware/h200/mma: all
// recorded results of f16, bf16, tf32 and fp8 products come out of it).
//
// The products of some pairs, an H200's of 16, and the accumulator are added at once. Every term is cut off, toward
// zero, at a bit below the largest term's exponent, of an H200 25 places below; the sum of what is left is exact, and
// is cut to fp32 or rounded to fp16 at the end. A product's exponent is the sum of its factors', a subnormal's that of
// the least normal number. isa/chapters/tensor_unit.hpp has what differs between generations.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpglass::isa {

inline constexpr std::size_t kTensorDepth = 32;   // products added at once, at most
inline constexpr std::size_t kTensorExtent = 32;  // rows and columns, at most

/// Exponent of a zero: below any other, so that it never is the largest.
inline constexpr std::int32_t kZeroExponent = -4096;

/// A number as mantissa * 2^(exponent - fraction bits of its format).
struct TensorNumber {
  std::int32_t mantissa = 0;  // signed
  std::int32_t exponent = kZeroExponent;
};

/// Takes a finite number apart. `bits` are sign, exponent and fraction, in this order, and nothing above them.
[[nodiscard]] constexpr TensorNumber tensor_number(std::uint32_t bits, int exponent_bits, int fraction_bits) {
  const auto fraction = static_cast<std::int32_t>(bits & ((1u << fraction_bits) - 1));
  const auto field = static_cast<std::int32_t>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
  const std::int32_t magnitude = field == 0 ? fraction : fraction | 1 << fraction_bits;
  const bool negative = (bits >> (exponent_bits + fraction_bits) & 1u) != 0;
  const std::int32_t bias = (1 << (exponent_bits - 1)) - 1;
  return {.mantissa = negative ? -magnitude : magnitude,
          .exponent = magnitude == 0 ? kZeroExponent : (field == 0 ? 1 : field) - bias};
}

/// Factors and accumulators of one step, in separate arrays for mantissas and exponents.
struct TensorStep {
  std::size_t rows = 0;
  std::size_t columns = 0;  // a multiple of 8
  std::size_t depth = 0;    // 4, 8, 16 or 32
  int fraction_bits = 10;   // of the factors' format: twice that at most `places`
  int places = 25;          // that a term keeps: at most 25
  alignas(64) std::int32_t a_mantissa[kTensorExtent][kTensorDepth];
  alignas(64) std::int32_t a_exponent[kTensorExtent][kTensorDepth];
  alignas(64) std::int32_t b_mantissa[kTensorDepth][kTensorExtent];
  alignas(64) std::int32_t b_exponent[kTensorDepth][kTensorExtent];
  alignas(64) std::int32_t c_mantissa[kTensorExtent][kTensorExtent];  // 23 fraction bits
  alignas(64) std::int32_t c_exponent[kTensorExtent][kTensorExtent];
};

/// Sums in units of 2^unit_exponent.
struct TensorSums {
  alignas(64) std::int64_t sum[kTensorExtent][kTensorExtent];
  alignas(64) std::int32_t unit_exponent[kTensorExtent][kTensorExtent];
};

void add_products(const TensorStep& step, TensorSums& sums);

/// sum * 2^unit_exponent as fp32, cut toward zero (too large: infinity), and as fp16, to nearest, ties to even. What is
/// too small is +0, whatever its sign (tests/hardware/h200/random_ptx).
[[nodiscard]] std::uint32_t cut_to_float(std::int64_t sum, std::int32_t unit_exponent);
[[nodiscard]] std::uint16_t round_to_half(std::int64_t sum, std::int32_t unit_exponent);

}  // namespace warpglass::isa
