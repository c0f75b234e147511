// Floating point of 8 bits, as matrices have it (Open Compute Project, "OCP 8-bit Floating Point Specification").
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace warpglass::blas {

/// \tparam kMantissa  bits of the fraction \tparam kBias  of the exponent \tparam kMost  the largest number
/// \tparam kInfinite  there are infinities; else all bits set is the one that is no number
template <int kMantissa, int kBias, int kMost, bool kInfinite>
struct EightBits {
  std::uint8_t bits = 0;
  EightBits() = default;
  /// Rounds to nearest, ties to even. What is too large becomes the largest number.
  explicit EightBits(float value) : bits(encoded(value)) {}
  explicit operator float() const { return all()[bits]; }

 private:
  static const std::array<float, 256>& all() {
    static const std::array<float, 256> numbers = [] {
      std::array<float, 256> made{};
      for (unsigned i = 0; i < 256; ++i) made[i] = decoded(i);
      return made;
    }();
    return numbers;
  }
  static float decoded(unsigned bits) {
    constexpr int kExponent = 7 - kMantissa;
    const int exponent = static_cast<int>(bits >> kMantissa & ((1u << kExponent) - 1));
    const int fraction = static_cast<int>(bits & ((1u << kMantissa) - 1));
    const float sign = (bits & 0x80u) != 0 ? -1.0f : 1.0f;
    if (exponent == (1 << kExponent) - 1) {
      if (kInfinite && fraction == 0) return sign * std::numeric_limits<float>::infinity();
      if (kInfinite || fraction == (1 << kMantissa) - 1) return std::numeric_limits<float>::quiet_NaN();
    }
    const int hidden = exponent == 0 ? 0 : 1 << kMantissa;
    return sign * std::ldexp(static_cast<float>(hidden + fraction), (exponent == 0 ? 1 : exponent) - kBias - kMantissa);
  }

  static std::uint8_t encoded(float value) {
    const auto sign = static_cast<std::uint8_t>(std::signbit(value) ? 0x80 : 0);
    if (std::isnan(value)) return static_cast<std::uint8_t>(sign | 0x7f);
    float size = std::abs(value);
    if (size == 0) return sign;
    int exponent = std::ilogb(size < static_cast<float>(kMost) ? size : static_cast<float>(kMost));
    if (exponent < 1 - kBias) exponent = 1 - kBias;
    // In units of the last place of that exponent.
    float units = std::nearbyint(std::ldexp(size, kMantissa - exponent));
    size = std::ldexp(units, exponent - kMantissa);
    if (!(size <= static_cast<float>(kMost))) {
      size = static_cast<float>(kMost);
      exponent = std::ilogb(size);
      units = std::ldexp(size, kMantissa - exponent);
    }
    if (units >= static_cast<float>(2 << kMantissa)) {
      units /= 2;
      ++exponent;
    }
    const int whole = static_cast<int>(units);
    const bool normal = whole >= 1 << kMantissa;
    const int field = normal ? ((exponent + kBias) << kMantissa) + whole - (1 << kMantissa) : whole;
    return static_cast<std::uint8_t>(sign | field);
  }
};

using E4M3 = EightBits<3, 7, 448, false>;
using E5M2 = EightBits<2, 15, 57344, true>;

}  // namespace warpglass::blas
