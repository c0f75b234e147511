// cvt in doubles: every format that it knows fits into one, and what does not is rounded to odd first.
#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <limits>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

using isa::Spelling;

bool is_integer(std::string_view type) { return type[0] == 'u' || type[0] == 's'; }
int bits_of_integer(std::string_view type) { return std::atoi(type.data() + 1); }

/// A result in its register: integers of 8 bits are in one of 32.
std::uint64_t in_register(i128 value, std::string_view type) {
  const int width = bits_of_integer(type);
  const std::uint64_t bits = cut(value, width);
  return width == 8 ? cut(value_of(bits, 8, type[0] == 's'), 32) : bits;
}

/// An integer as a double that rounds as the integer does.
double odd(i128 value) {
  auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
  const int below = std::max(0, static_cast<int>(std::bit_width(magnitude)) - 53);
  const bool rest = (magnitude & ((std::uint64_t{1} << below) - 1)) != 0;
  magnitude = magnitude >> below | (rest ? 1 : 0);
  const double x = std::ldexp(static_cast<double>(magnitude), below);
  return value < 0 ? -x : x;
}

std::uint64_t double_of(i128 value, std::string_view rounding) {
  const int saved = std::fegetround();
  std::fesetround(rounding == "rz"   ? FE_TOWARDZERO
                  : rounding == "rm" ? FE_DOWNWARD
                  : rounding == "rp" ? FE_UPWARD
                                     : FE_TONEAREST);
  const bool large = value >= i128{1} << 63;
  volatile std::int64_t integer = static_cast<std::int64_t>(large ? (value >> 1) | (value & 1) : value);
  volatile double x = static_cast<double>(integer);
  x = large ? 2 * x : x;
  std::fesetround(saved);
  return std::bit_cast<std::uint64_t>(double(x));
}

/// ue8m0: a power of two in its biased exponent; 255 is NaN.
double scale(std::uint64_t bits) {
  return bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, static_cast<int>(bits) - 127);
}

/// The power below the magnitude, or the one above it.
std::uint64_t scale_of(double x, bool above, bool satfinite) {
  const double magnitude = std::fabs(x);
  if (std::isnan(x)) return 255;
  if (magnitude == 0) return 0;
  int power = 255;
  if (std::isfinite(magnitude)) {
    const double below = std::ldexp(1.0, std::ilogb(magnitude));
    power = std::ilogb(magnitude) + 127 + (above && below != magnitude ? 1 : 0);
  }
  if (power > 254) return satfinite ? 254 : 255;
  return static_cast<std::uint64_t>(std::max(power, 0));
}

/// Bits of one of two numbers in a register; 0: not known.
int packed_width(std::string_view type) {
  if (type == "ue8m0") return 8;
  const Format* format = format_named(type);
  return format == nullptr ? 0 : type == "e2m1" ? 4 : std::max(8, format->width());
}

double read(std::string_view type, std::uint64_t bits) {
  if (type == "ue8m0") return scale(bits);
  return type == "f64" ? std::bit_cast<double>(bits) : number_in(*format_named(type), bits);
}

Result to_integer(const Spelling& spelling, std::string_view to, std::string_view from, double x) {
  const int width = bits_of_integer(to);
  // Recorded: 0 from numbers of at most 32 bits into integers of at most 32, else the top bit alone.
  if (std::isnan(x)) return from != "f64" && width < 64 ? std::uint64_t{0} : in_register(i128{1} << (width - 1), to);
  constexpr double kBeyondAll = 0x1p100;
  const double rounded = integral(std::clamp(x, -kBeyondAll, kBeyondAll), spelling.word("rnd"));
  return in_register(clamped_to(static_cast<i128>(rounded), width, to[0] == 's'), to);
}

/// One number to one number.
std::uint64_t converted(const Spelling& spelling, std::string_view to, std::string_view from, std::uint64_t bits) {
  const std::string_view rounding = spelling.word("rnd").empty() ? "rn" : spelling.word("rnd");
  const bool flush = spelling.has("ftz") && to != "f16" && from != "f16";  // it says nothing of halves (recorded)
  double x = read(from, bits);
  // Recorded: a NaN is cut to the 19 bits of tf32, and taken for one that is too large.
  if (rounding == "rna" && std::isnan(x))
    return (bits & ~std::uint64_t{0x1fff}) - (spelling.has("satfinite") ? 0x2000 : 0);
  if (flush && from == "f32") x = flushed_below(0x1p-126, x);
  if (rounding.ends_with('i')) x = integral(x, rounding);
  if (spelling.has("sat")) x = saturated(x);
  if (spelling.has("relu") && (std::signbit(x) && !std::isnan(x))) x = 0;
  if (to == "f64") return std::bit_cast<std::uint64_t>(x);
  if (to == "ue8m0") return scale_of(x, rounding == "rp", spelling.has("satfinite"));
  const Format& format = *format_named(to);
  const std::uint64_t result = rounded_to(format, x, rounding, spelling.has("satfinite"));
  const bool subnormal = std::fabs(number_in(format, result)) < format.least_normal();
  return flush && to == "f32" && subnormal ? result & 0x80000000 : result;
}

Result packed_integers(const Spelling& spelling, Values v) {
  const std::string_view type = spelling.word("ctype");
  const int width = bits_of_integer(type);
  const auto part = [&](std::uint64_t bits) {
    return cut(clamped_to(value_of(bits, 32, true), width, type[0] == 's'), width);
  };
  return cut(static_cast<i128>((v.size() > 2 ? v[2] << (2 * width) : 0) | part(v[0]) << width | part(v[1])), 32);
}

}  // namespace

Result conversion_statement(const Spelling& spelling, Values v) {
  if (spelling.has("pack")) return packed_integers(spelling, v);
  std::string_view to = spelling.word("dtype");
  std::string_view from = spelling.word("atype").empty() ? "f32" : spelling.word("atype");
  if (to.ends_with("x2")) {
    to.remove_suffix(2);
    const int width = packed_width(to);
    if (width == 0) return {};
    if (!from.ends_with("x2"))
      return converted(spelling, to, from, v[0]) << width | converted(spelling, to, from, v[1]);
    from.remove_suffix(2);
    const int source_width = packed_width(from);
    if (source_width == 0) return {};
    return converted(spelling, to, from, cut(static_cast<i128>(v[0] >> source_width), source_width)) << width |
           converted(spelling, to, from, cut(static_cast<i128>(v[0]), source_width));
  }
  if (is_integer(from)) {
    const i128 value = value_of(v[0], bits_of_integer(from), from[0] == 's');
    if (is_integer(to))
      return in_register(spelling.has("sat") ? clamped_to(value, bits_of_integer(to), to[0] == 's') : value, to);
    const i128 bounded = spelling.has("sat") ? clamped(value, 0, 1) : value;
    if (to == "f64") return double_of(bounded, spelling.word("rnd"));
    return rounded_to(*format_named(to), odd(bounded), spelling.word("rnd"));
  }
  if (is_integer(to)) {
    double x = read(from, v[0]);
    if (spelling.has("ftz")) x = flushed_below(0x1p-126, x);
    return to_integer(spelling, to, from, x);
  }
  return converted(spelling, to, from, v[0]);
}

}  // namespace warpglass::test
