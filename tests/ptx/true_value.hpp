// What approximate instructions approximate: the true values in double precision, and errors as shares of the bound
// that the PTX manual gives.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace warpglass::test {

/// A bound of the manual: what a result may be from the true value is the sum of the parts that are not 0.
struct ManualBound {
  std::string_view prefix;  // of the instruction's text
  std::string_view type;    // of its result
  double ulps;
  double relative;
  double absolute;
};

// clang-format off
inline constexpr ManualBound kManualBounds[] = {
    // instruction   type    ulps relative       absolute
    {"div.",         "f32",  2,   0,             0},
    {"rcp.",         "f32",  1,   0,             0},
    {"rcp.",         "f64",  0,   0x1p-20,       0},
    {"sqrt.",        "f32",  1,   0,             0},
    {"rsqrt.",       "f32",  0,   0x1.12p-23,    0},              // 2^-22.9
    {"rsqrt.approx.ftz.", "f64", 0, 0x1p-20,     0},
    {"rsqrt.",       "f64",  2,   0,             0},
    {"sin.",         "f32",  0,   0,             0x1.6a09e6p-21}, // 2^-20.5
    {"cos.",         "f32",  0,   0,             0x1.6a09e6p-21},
    {"lg2.",         "f32",  2,   0,             0},              // between 0.5 and 2: 2^-22, see bound_at
    {"ex2.",         "f32",  2,   0,             0},
    {"tanh.",        "f32",  0,   0x1p-11,       0},
    {"ex2.",         "f16",  0,   0x1.125p-10,   0},              // 2^-9.9
    {"ex2.",         "bf16", 0,   0x1p-7,        0},
    {"tanh.",        "f16",  0,   0,             0x1.025p-11},    // 2^-10.987
    {"tanh.",        "bf16", 0,   0,             0x1p-8},
};
// clang-format on

/// Distance between neighbouring numbers of the type where x is.
[[nodiscard]] inline double ulp_at(std::string_view type, double x) {
  const int fraction_bits = type == "f64" ? 52 : type == "f32" ? 23 : type == "bf16" ? 7 : 10;
  const int least = type == "f64" ? -1022 : type == "f16" ? -14 : -126;
  return std::ldexp(1.0, std::max(x == 0 ? least : std::ilogb(x), least) - fraction_bits);
}

[[nodiscard]] inline double largest_of(std::string_view type) {
  return type == "f64" ? 0x1.fffffffffffffp1023 : type == "f16" ? 65504 : type == "bf16" ? 0x1.fep127 : 0x1.fffffep127;
}

/// The true value for operands (flushed as the instruction does it), nothing where the manual states no bound: special
/// cases, results that are flushed or too large, angles beyond a turn, divisors beyond 2^126.
[[nodiscard]] inline std::optional<double> true_value(std::string_view text, std::string_view type, double a,
                                                      double b) {
  const bool flushes = text.find(".ftz") != std::string_view::npos;
  const double least = type == "f64" ? 0x1p-1022 : 0x1p-126;
  const auto flushed = [&](double x) { return flushes && std::fabs(x) < least ? 0.0 : x; };
  a = flushed(a);
  b = flushed(b);
  double value = 0;
  if (text.starts_with("div.")) {
    if (text.starts_with("div.approx") && !(std::fabs(b) >= 0x1p-126 && std::fabs(b) <= 0x1p126)) return {};
    value = a / b;
  } else if (text.starts_with("rcp.")) {
    value = 1 / a;
  } else if (text.starts_with("sqrt.")) {
    value = std::sqrt(a);
  } else if (text.starts_with("rsqrt.")) {
    value = 1 / std::sqrt(a);
  } else if (text.starts_with("lg2.")) {
    value = std::log2(a);
  } else if (text.starts_with("ex2.")) {
    value = std::exp2(a);
  } else if (text.starts_with("tanh.")) {
    value = std::tanh(a);
  } else {
    if (!(std::fabs(a) <= 3.141592653589793)) return {};
    value = text.starts_with("sin.") ? std::sin(a) : std::cos(a);
  }
  const bool vanishes = flushes && std::fabs(value) < least;
  if (!std::isfinite(a) || !std::isfinite(value) || vanishes || std::fabs(value) > largest_of(type)) return {};
  return value;
}

/// The least number of the type that has all its digits.
[[nodiscard]] inline double least_normal_of(std::string_view type) {
  return type == "f64" ? 0x1p-1022 : type == "f16" ? 0x1p-14 : 0x1p-126;
}

/// How far a result may be from the true value. A relative bound is that of the least normal number below it.
[[nodiscard]] inline double bound_at(std::string_view text, std::string_view type, double a, double value) {
  if (text.starts_with("lg2.") && a >= 0.5 && a <= 2) return 0x1p-22;
  for (const ManualBound& bound : kManualBounds)
    if (text.starts_with(bound.prefix) && type == bound.type)
      return bound.ulps * ulp_at(type, value) + bound.relative * std::max(std::fabs(value), least_normal_of(type)) +
             bound.absolute;
  return 0;
}

}  // namespace warpglass::test
