// What the machines approximate: how far our results may be from a recorded one, and how far they are.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace warpglass::test {

/// How far an approximate result may be from the recorded one. What is not here is equal.
struct Bound {
  std::string_view prefix;
  std::string_view type;
  double relative;
  double absolute;
};
inline constexpr Bound kBounds[] = {
    {"rsqrt.approx.f64", "f64", 0x1p-51, 0},
};

/// Value of a number of type f16, bf16, f32 or f64.
[[nodiscard]] inline double number(std::string_view type, std::uint64_t bits) {
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "f32") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (type == "bf16") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 0x3ff);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return (bits & 0x3ff) != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? fraction * 0x1p-24 : std::ldexp(fraction + 1024, exponent - 25));
}

/// Numbers of the type that lie between two, the second included.
[[nodiscard]] inline double ulps_between(std::string_view type, std::uint64_t a, std::uint64_t b) {
  const int width = type == "f64" ? 64 : type == "f32" ? 32 : 16;
  const auto ordered = [&](std::uint64_t bits) {
    const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << (width - 1));
    return (bits >> (width - 1) & 1) != 0 ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
  };
  return std::abs(ordered(a) - ordered(b));
}

}  // namespace warpglass::test
