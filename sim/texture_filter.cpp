#include "sim/texture_filter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/half.hpp"

namespace warpglass::sim {
namespace {

constexpr std::uint32_t kNaN = 0x7fffffffu;  // what the texture unit writes for a sum that is no number
constexpr int kKept = 4;                     // bits kept below the last place of the largest texel
constexpr int kKeptBetweenPasses = 2;        // and this many more when passes are put together
constexpr int kWeightBits = 8;

// A finite texel: (-1)^negative * mantissa * 2^(exponent - bits of the format's fraction).
struct Number {
  bool negative = false;
  int exponent = 0;
  std::uint32_t mantissa = 0;
};

struct Single {
  using Value = float;
  static constexpr int kFraction = 23, kLeast = -126;
  static bool is_special(float value) { return !std::isfinite(value); }
  static float widened(float value) { return value; }
  static Number taken_apart(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t field = bits >> 23 & 0xff;
    if (field == 0) return {bits >> 31 != 0, kLeast, 0};  // zero, and subnormals
    return {bits >> 31 != 0, static_cast<int>(field) - 127, (bits & 0x7fffffu) | 0x800000u};
  }
};

struct Half {
  using Value = std::uint16_t;
  static constexpr int kFraction = 10, kLeast = -14;
  static bool is_special(std::uint16_t value) { return (value & 0x7c00u) == 0x7c00u; }
  static float widened(std::uint16_t value) { return half_to_float(value); }
  static Number taken_apart(std::uint16_t value) {
    const std::uint32_t field = value >> 10 & 0x1fu, fraction = value & 0x3ffu;
    if (field == 0) return {value >> 15 != 0, kLeast, fraction};
    return {value >> 15 != 0, static_cast<int>(field) - 15, fraction | 0x400u};
  }
};

// Infinities and no numbers among texels that have weight.
template <class Format>
float special_sum(std::span<const typename Format::Value> texels, std::span<const Tap> taps) {
  float sum = 0;
  for (std::size_t i = 0; i < texels.size(); ++i)
    if (taps[i].weight != 0 && Format::is_special(texels[i])) sum += Format::widened(texels[i]);
  return std::isnan(sum) ? std::bit_cast<float>(kNaN) : sum;
}

// What a pass adds up to: value * 2^(exponent - fraction - kKept - kWeightBits).
struct PassSum {
  std::int64_t value = 0;
  int exponent = std::numeric_limits<int>::min();
};

template <class Format>
PassSum sum_pass(std::span<const typename Format::Value> texels, std::span<const Tap> taps, int pass) {
  PassSum sum;
  const auto takes_part = [&](std::size_t i) { return taps[i].weight != 0 && taps[i].pass == pass; };
  for (std::size_t i = 0; i < texels.size(); ++i)
    if (takes_part(i)) sum.exponent = std::max(sum.exponent, Format::taken_apart(texels[i]).exponent);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    if (!takes_part(i)) continue;
    const Number number = Format::taken_apart(texels[i]);
    const int shift = sum.exponent - number.exponent;
    const std::int64_t aligned = shift < 0 || shift > 31 ? 0 : (std::int64_t{number.mantissa} << kKept) >> shift;
    sum.value += (number.negative ? -aligned : aligned) * taps[i].weight;
  }
  return sum;
}

// Half away from zero, to the format's digits.
template <class Format>
float round_sum(std::int64_t value, int exponent) {
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
  const int unit = exponent - Format::kFraction - kKept - kWeightBits - kKeptBetweenPasses;
  const int leading = 63 - std::countl_zero(magnitude) + unit;  // exponent of the first digit
  const int last = std::max(leading, Format::kLeast) - Format::kFraction;
  const int drop = last - unit;
  const std::uint64_t digits = drop <= 0 ? magnitude << -drop : (magnitude + (std::uint64_t{1} << (drop - 1))) >> drop;
  const float result = std::ldexp(static_cast<float>(digits), last);
  return value < 0 ? -result : result;
}

template <class Format>
float sum_of(std::span<const typename Format::Value> texels, std::span<const Tap> taps) {
  bool all_negative = true;
  for (std::size_t i = 0; i < texels.size(); ++i) {
    if (taps[i].weight == 0) continue;
    if (Format::is_special(texels[i])) return special_sum<Format>(texels, taps);
    all_negative = all_negative && Format::taken_apart(texels[i]).negative;
  }
  std::array<PassSum, kPasses> passes;
  int exponent = std::numeric_limits<int>::min();
  for (int i = 0; i < kPasses; ++i) {
    passes[std::size_t(i)] = sum_pass<Format>(texels, taps, i);
    exponent = std::max(exponent, passes[std::size_t(i)].exponent);
  }
  std::int64_t total = 0;
  for (const PassSum& pass : passes) {
    if (pass.value != 0) total += (pass.value << kKeptBetweenPasses) >> std::min(exponent - pass.exponent, 62);
  }
  if (total == 0) return all_negative ? -0.0f : 0.0f;
  return round_sum<Format>(total, exponent);
}

template <class Value>
std::int64_t sum_integers(std::span<const Value> texels, std::span<const Tap> taps) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < texels.size(); ++i) sum += std::int64_t{texels[i]} * taps[i].weight;
  return sum;
}

}  // namespace

std::array<std::uint16_t, 4> weights_of(std::uint32_t x, std::uint32_t y, std::uint32_t whole) {
  const std::uint32_t right = share_of(x, whole), left = whole - right;
  const std::uint32_t right_below = share_of(right, y), left_above = share_of(left, 256 - y);
  return {static_cast<std::uint16_t>(left_above), static_cast<std::uint16_t>(right - right_below),
          static_cast<std::uint16_t>(left - left_above), static_cast<std::uint16_t>(right_below)};
}

float sum_singles(std::span<const float> texels, std::span<const Tap> taps) { return sum_of<Single>(texels, taps); }
float sum_halves(std::span<const std::uint16_t> texels, std::span<const Tap> taps) {
  return sum_of<Half>(texels, taps);
}

float sum_unsigned16(std::span<const std::uint32_t> texels, std::span<const Tap> taps) {
  return static_cast<float>((sum_integers(texels, taps) + 128) >> 8) / 65535.0f;
}

float sum_signed16(std::span<const std::int32_t> texels, std::span<const Tap> taps) {
  return static_cast<float>((sum_integers(texels, taps) + 128) >> 8) / 32767.0f;
}

// The sum of bytes has eight digits below the byte; widening it to sixteen bits repeats the sum's own upper digits.
float sum_signed8(std::span<const std::int32_t> texels, std::span<const Tap> taps) {
  const std::int64_t sum = sum_integers(texels, taps);
  const std::int64_t wide = (sum * 258 + ((sum >> 12) << 5) + 128) >> 8;
  return static_cast<float>(std::max<std::int64_t>(wide, -32767)) / 32767.0f;
}

}  // namespace warpglass::sim
