// 16-bit floating point as bit patterns: binary16 (half) and bfloat16. Sums and products of two of them that are made
// in float and rounded once more come out correctly rounded, because float keeps more than twice their digits.
#pragma once

#include <bit>
#include <cstdint>

namespace warpglass {

/// What the machine writes for a half or bfloat16 that is no number.
inline constexpr std::uint16_t kHalfNaN = 0x7fff;

[[nodiscard]] constexpr float half_to_float(std::uint16_t half) {
  // The bits in a float's places stand for a value 2^112 times too small, subnormals too; without branches, so that
  // loops over many become vector code.
  const std::uint32_t magnitude = std::uint32_t{half & 0x7fffu} << 13;
  const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
  const std::uint32_t special = magnitude >= 0x7c00u << 13 ? 0x7f800000u : 0u;
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

/// Rounds to nearest, ties to even. Without branches, as above.
[[nodiscard]] constexpr std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rest = bits & 0x7fffffffu;
  const std::uint32_t normal = (rest - (112u << 23) + 0xfffu + (rest >> 13 & 1u)) >> 13;
  // Subnormal: adding 0.5 leaves the rounded multiple of 2^-24 in the low bits.
  const std::uint32_t small = std::bit_cast<std::uint32_t>(std::bit_cast<float>(rest) + 0.5f) - 0x3f000000u;
  std::uint32_t half = rest < 0x38800000u ? small : normal;
  half = rest >= 0x477ff000u ? 0x7c00u : half;  // 65520 and above
  half |= bits >> 16 & 0x8000u;
  return static_cast<std::uint16_t>(rest > 0x7f800000u ? kHalfNaN : half);
}

[[nodiscard]] constexpr float bfloat16_to_float(std::uint16_t value) {
  return std::bit_cast<float>(std::uint32_t{value} << 16);
}

/// Rounds to nearest, ties to even.
[[nodiscard]] constexpr std::uint16_t float_to_bfloat16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? kHalfNaN : rounded);
}

/// A double as a float whose last bit is set when anything was lost: rounding that once more is rounding the double.
[[nodiscard]] constexpr float double_to_odd_float(double value) {
  const float nearest = static_cast<float>(value);
  const double back = nearest;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(nearest);
  if (!(back < value || back > value) || (bits & 1) != 0) return nearest;  // exact, no number, or odd already
  const bool too_far = (value < 0 ? -back : back) > (value < 0 ? -value : value);
  return std::bit_cast<float>(too_far ? bits - 1 : bits + 1);
}

}  // namespace warpglass
