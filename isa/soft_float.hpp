// Numbers of any format taken apart and put together in integer arithmetic: what conversions mean, exactly, in every
// rounding mode and for formats that no host has. The fast paths of the conversion chapter must agree with it.
#pragma once

#include <cstdint>

namespace warpglass::isa {

enum class Rounding : std::uint8_t { nearest, zero, down, up, nearest_away };

/// A binary floating-point format with a sign bit, `exponent_bits` and `fraction_bits`, in the low bits of a word.
struct FloatFormat {
  int exponent_bits = 0;
  int fraction_bits = 0;
  enum class Specials : std::uint8_t {
    ieee,      // the highest exponent holds infinities and NaNs
    only_nan,  // no infinity; the highest exponent with all fraction bits set is NaN (e4m3)
    none,      // every pattern is a finite number (e2m1, e2m3, e3m2)
  } specials = Specials::ieee;
  std::uint64_t nan = 0;       // what a NaN result is written as
  bool keeps_payload = false;  // NaNs go in and out of this format with their upper fraction bits (f32 <-> f64)

  [[nodiscard]] constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
  [[nodiscard]] constexpr std::uint64_t sign_bit() const { return std::uint64_t{1} << (bits() - 1); }
  /// Pattern of the largest finite number.
  [[nodiscard]] constexpr std::uint64_t largest() const {
    const std::uint64_t all = sign_bit() - 1;
    if (specials == Specials::none) return all;
    if (specials == Specials::only_nan) return all - 1;
    return ((std::uint64_t{1} << exponent_bits) - 1) * (std::uint64_t{1} << fraction_bits) - 1;
  }
  /// Pattern of infinity (ieee only).
  [[nodiscard]] constexpr std::uint64_t infinity() const { return largest() + 1; }
};

inline constexpr FloatFormat kF16{5, 10, FloatFormat::Specials::ieee, 0x7fff};
inline constexpr FloatFormat kBf16{8, 7, FloatFormat::Specials::ieee, 0x7fff};
inline constexpr FloatFormat kTf32{8, 10, FloatFormat::Specials::ieee, 0x3ffff};  // stored shifted left by 13
inline constexpr FloatFormat kF32{8, 23, FloatFormat::Specials::ieee, 0x7fffffff, true};
inline constexpr FloatFormat kF64{11, 52, FloatFormat::Specials::ieee, 0x7ff8000000000000, true};
inline constexpr FloatFormat kE4m3{4, 3, FloatFormat::Specials::only_nan, 0x7f};
inline constexpr FloatFormat kE5m2{5, 2, FloatFormat::Specials::ieee, 0x7f};
inline constexpr FloatFormat kE2m1{2, 1, FloatFormat::Specials::none, 0x7};
inline constexpr FloatFormat kE2m3{2, 3, FloatFormat::Specials::none, 0x1f};
inline constexpr FloatFormat kE3m2{3, 2, FloatFormat::Specials::none, 0x1f};

/// A number between formats: significand x 2^exponent with the significand's top bit set unless it is zero.
struct Unpacked {
  enum class Kind : std::uint8_t { zero, finite, infinite, nan };
  Kind kind = Kind::zero;
  bool negative = false;
  int exponent = 0;
  std::uint64_t significand = 0;
  std::uint64_t payload = 0;  // NaN: fraction bits, left-aligned to 64 bits
};

[[nodiscard]] Unpacked unpack(const FloatFormat& format, std::uint64_t bits);
[[nodiscard]] Unpacked unpack_integer(std::uint64_t magnitude, bool negative);

/// Bits in the format. Overflow gives infinity or the largest number, as the rounding says.
/// \param satfinite  overflow and infinities give the largest number instead
[[nodiscard]] std::uint64_t pack(const FloatFormat& format, const Unpacked& value, Rounding rounding,
                                 bool satfinite = false);

/// The integer nearest in the rounding's sense, still as a number.
[[nodiscard]] Unpacked round_to_integer(const Unpacked& value, Rounding rounding);

/// A number that round_to_integer gave, clamped to [lowest, highest] as two's complement. NaN: the caller's case.
[[nodiscard]] std::uint64_t clamp_to_integer(const Unpacked& value, std::int64_t lowest, std::uint64_t highest);

/// True for numbers that the format only holds without a leading one.
[[nodiscard]] bool is_subnormal(const FloatFormat& format, const Unpacked& value);

/// The number rounded to the format's precision at any exponent.
[[nodiscard]] Unpacked round_to_precision(const FloatFormat& format, const Unpacked& value, Rounding rounding);

}  // namespace warpglass::isa
