#include "isa/soft_float.hpp"

#include <bit>

namespace warpglass::isa {

namespace {

using NumberKind = Unpacked::Kind;

/// Whether a cut-off value moves away from zero. `half`: highest bit lost, `rest`: any bit below it.
bool rounds_away(Rounding rounding, bool negative, bool odd, bool half, bool rest) {
  switch (rounding) {
    case Rounding::nearest: return half && (rest || odd);
    case Rounding::nearest_away: return half;
    case Rounding::zero: return false;
    case Rounding::down: return negative && (half || rest);
    case Rounding::up: return !negative && (half || rest);
  }
  return false;
}

/// value without its low `count` bits (1 to 64 or more), rounded.
std::uint64_t shifted_right(std::uint64_t value, int count, Rounding rounding, bool negative) {
  if (count <= 0) return value;
  const std::uint64_t kept = count >= 64 ? 0 : value >> count;
  const bool half = count <= 64 && (value >> (count - 1) & 1) != 0;
  const bool rest = count > 64 ? value != 0 : (value & ((std::uint64_t{1} << (count - 1)) - 1)) != 0;
  return kept + (rounds_away(rounding, negative, (kept & 1) != 0, half, rest) ? 1 : 0);
}

}  // namespace

Unpacked unpack(const FloatFormat& format, std::uint64_t bits) {
  Unpacked value;
  value.negative = (bits & format.sign_bit()) != 0;
  const std::uint64_t magnitude = bits & (format.sign_bit() - 1);
  const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
  if (magnitude == 0) return value;
  if (magnitude > format.largest()) {
    const bool is_infinite = format.specials == FloatFormat::Specials::ieee && magnitude == format.infinity();
    value.kind = is_infinite ? NumberKind::infinite : NumberKind::nan;
    value.payload = fraction << (64 - format.fraction_bits);
    return value;
  }
  value.kind = NumberKind::finite;
  const std::uint64_t significand = exponent == 0 ? fraction : fraction | std::uint64_t{1} << format.fraction_bits;
  const int shift = std::countl_zero(significand);
  value.significand = significand << shift;
  value.exponent = (exponent == 0 ? 1 : exponent) - format.bias() - format.fraction_bits - shift;
  return value;
}

Unpacked unpack_integer(std::uint64_t magnitude, bool negative) {
  if (magnitude == 0) return {};
  const int shift = std::countl_zero(magnitude);
  return {.kind = NumberKind::finite, .negative = negative, .exponent = -shift, .significand = magnitude << shift};
}

std::uint64_t pack(const FloatFormat& format, const Unpacked& value, Rounding rounding, bool satfinite) {
  const std::uint64_t sign = value.negative ? format.sign_bit() : 0;
  const bool has_infinity = format.specials == FloatFormat::Specials::ieee;
  switch (value.kind) {
    case NumberKind::zero: return sign;
    case NumberKind::nan:
      if (!format.keeps_payload) return format.nan;
      return sign | format.infinity() | (std::uint64_t{1} << (format.fraction_bits - 1)) |
             value.payload >> (64 - format.fraction_bits);
    case NumberKind::infinite:
      if (has_infinity && !satfinite) return sign | format.infinity();
      return satfinite || format.specials == FloatFormat::Specials::none ? sign | format.largest() : format.nan;
    case NumberKind::finite: break;
  }
  // The top bit of the significand is worth 2^(exponent + 63).
  const int scaled = value.exponent + 63 + format.bias();
  const int lost = 63 - format.fraction_bits + (scaled < 1 ? 1 - scaled : 0);
  const std::uint64_t kept = shifted_right(value.significand, lost, rounding, value.negative);
  // A leading one adds 1 to the exponent field, also when rounding carried into it.
  const std::uint64_t magnitude =
      (scaled < 1 ? 0 : static_cast<std::uint64_t>(scaled - 1) << format.fraction_bits) + kept;
  if (magnitude <= format.largest()) return sign | magnitude;
  if (satfinite || format.specials == FloatFormat::Specials::none) return sign | format.largest();
  const bool to_infinity = rounding == Rounding::nearest || rounding == Rounding::nearest_away ||
                           rounding == (value.negative ? Rounding::down : Rounding::up);
  if (!has_infinity) return to_infinity ? format.nan : sign | format.largest();
  return sign | (to_infinity ? format.infinity() : format.largest());
}

Unpacked round_to_precision(const FloatFormat& format, const Unpacked& value, Rounding rounding) {
  if (value.kind != NumberKind::finite) return value;
  const int lost = 63 - format.fraction_bits;
  Unpacked rounded = unpack_integer(shifted_right(value.significand, lost, rounding, value.negative), value.negative);
  rounded.exponent += value.exponent + lost;
  return rounded;
}

Unpacked round_to_integer(const Unpacked& value, Rounding rounding) {
  if (value.kind != NumberKind::finite || value.exponent >= 0) return value;
  Unpacked rounded = unpack_integer(shifted_right(value.significand, -value.exponent, rounding, value.negative), false);
  rounded.negative = value.negative;
  return rounded;
}

std::uint64_t clamp_to_integer(const Unpacked& value, std::int64_t lowest, std::uint64_t highest) {
  if (value.kind == NumberKind::zero) return 0;
  const bool beyond = value.kind != NumberKind::finite || value.exponent > 0;  // 2^64 and above
  const std::uint64_t magnitude = beyond ? 0 : value.significand >> -value.exponent;
  if (!value.negative) return beyond || magnitude > highest ? highest : magnitude;
  const std::uint64_t lowest_magnitude = std::uint64_t{0} - static_cast<std::uint64_t>(lowest);
  return beyond || magnitude > lowest_magnitude ? static_cast<std::uint64_t>(lowest) : std::uint64_t{0} - magnitude;
}

bool is_subnormal(const FloatFormat& format, const Unpacked& value) {
  return value.kind == NumberKind::finite && value.exponent + 63 + format.bias() < 1;
}

}  // namespace warpglass::isa
