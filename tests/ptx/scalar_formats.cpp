#include <algorithm>
#include <iterator>
#include <limits>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

// clang-format off
constexpr Format kFormats[] = {
    // name   exponent fraction unused nan         largest                    infinity
    {"f16",   5,       10,      0,     0x7fff,     65504,                     true},
    {"bf16",  8,       7,       0,     0x7fff,     0x1.fep127,                true},
    {"tf32",  8,       10,      13,    0x7fffe000, 0x1.ffcp127,               true},
    {"f32",   8,       23,      0,     0x7fffffff, 0x1.fffffep127,            true},
    {"e4m3",  4,       3,       0,     0x7f,       448,                       false},
    {"e5m2",  5,       2,       0,     0x7f,       57344,                     true},
    {"e2m3",  2,       3,       0,     0x1f,       7.5,                       false},
    {"e3m2",  3,       2,       0,     0x1f,       28,                        false},
    {"e2m1",  2,       1,       0,     0x7,        6,                         false},
};
// clang-format on

/// A number without a fraction: the nearest, or the next one in the direction that the rounding has for its sign.
double whole(double magnitude, bool negative, std::string_view rounding) {
  const double below = std::floor(magnitude);
  const double rest = magnitude - below;
  if (rest == 0) return below;
  const bool up = rounding == "rn"    ? rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) != 0)
                  : rounding == "rna" ? rest >= 0.5
                  : rounding == "rp"  ? !negative
                  : rounding == "rm"  ? negative
                                      : false;
  return below + (up ? 1 : 0);
}

}  // namespace

const Format* format_named(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](const Format& one) { return one.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

double number_in(const Format& format, std::uint64_t bits) {
  bits >>= format.unused_bits;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const std::uint64_t last = (std::uint64_t{1} << format.exponent_bits) - 1;
  const std::uint64_t exponent = bits >> format.fraction_bits & last;
  const double sign = (bits >> (format.exponent_bits + format.fraction_bits) & 1) != 0 ? -1 : 1;
  if (format.has_infinity && exponent == last)
    return fraction != 0 ? std::copysign(std::numeric_limits<double>::quiet_NaN(), sign)
                         : sign * std::numeric_limits<double>::infinity();
  if (format.name == "e4m3" && exponent == last && fraction == 7) return std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t significand = exponent == 0 ? fraction : fraction | std::uint64_t{1} << format.fraction_bits;
  const int power = static_cast<int>(std::max<std::uint64_t>(exponent, 1)) - format.bias() - format.fraction_bits;
  return sign * std::ldexp(static_cast<double>(significand), power);
}

std::uint64_t rounded_to(const Format& format, double x, std::string_view rounding, bool satfinite) {
  if (std::isnan(x)) return format.nan;
  const bool negative = std::signbit(x);
  const std::uint64_t sign = negative ? std::uint64_t{1} << (format.width() - 1) : 0;
  double magnitude = std::fabs(x);
  if (magnitude == 0) return sign;
  if (std::isfinite(magnitude)) {
    const int exponent = std::max(std::ilogb(magnitude), 1 - format.bias());
    const double quantum = std::ldexp(1.0, exponent - format.fraction_bits);
    magnitude = whole(magnitude / quantum, negative, rounding) * quantum;
  }
  if (magnitude > format.largest) {
    const bool inwards = rounding == "rz" || rounding == (negative ? "rp" : "rm");
    const bool stays = satfinite || !format.has_infinity || (inwards && std::isfinite(x));
    if (!stays)
      return sign | ((std::uint64_t{1} << format.exponent_bits) - 1) << (format.fraction_bits + format.unused_bits);
    magnitude = format.largest;
  }
  const bool normal = magnitude >= format.least_normal();
  const int exponent = normal ? std::ilogb(magnitude) : 1 - format.bias();
  auto bits = static_cast<std::uint64_t>(std::ldexp(magnitude, format.fraction_bits - exponent));
  if (normal) bits += static_cast<std::uint64_t>(exponent + format.bias() - 1) << format.fraction_bits;
  return sign | bits << format.unused_bits;
}

double odd_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  const double error = (a - (sum - of_b)) + (b - of_b);
  if (error == 0 || !std::isfinite(sum)) return sum;
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if ((bits & 1) != 0) return sum;
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

double integral(double x, std::string_view rounding) {
  if (!std::isfinite(x)) return x;
  rounding.remove_suffix(1);
  return std::copysign(whole(std::fabs(x), std::signbit(x), rounding), x);
}

double extremum(bool least, double a, double b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return least == std::signbit(a) ? a : b;
  return least == (a < b) ? a : b;
}

}  // namespace warpglass::test
