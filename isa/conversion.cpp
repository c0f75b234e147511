#include "isa/conversion.hpp"

#include <array>

#include "isa/float-inl.hpp"

namespace warpglass::isa {

namespace {

struct NumberName {
  std::string_view name;
  Number number;
};
constexpr NumberName kNames[] = {
    {"u8", Number::u8},     {"s8", Number::s8},     {"u16", Number::u16},     {"s16", Number::s16},
    {"u32", Number::u32},   {"s32", Number::s32},   {"u64", Number::u64},     {"s64", Number::s64},
    {"f16", Number::f16},   {"bf16", Number::bf16}, {"tf32", Number::tf32},   {"f32", Number::f32},
    {"f64", Number::f64},   {"e4m3", Number::e4m3}, {"e5m2", Number::e5m2},   {"e2m1", Number::e2m1},
    {"e2m3", Number::e2m3}, {"e3m2", Number::e3m2}, {"ue8m0", Number::ue8m0},
};

const FloatFormat& format_of(Number number) {
  switch (number) {
    case Number::f16: return kF16;
    case Number::bf16: return kBf16;
    case Number::tf32: return kTf32;
    case Number::f64: return kF64;
    case Number::e4m3: return kE4m3;
    case Number::e5m2: return kE5m2;
    case Number::e2m1: return kE2m1;
    case Number::e2m3: return kE2m3;
    case Number::e3m2: return kE3m2;
    case Number::f32:
    case Number::u8:
    case Number::s8:
    case Number::u16:
    case Number::s16:
    case Number::u32:
    case Number::s32:
    case Number::u64:
    case Number::s64:
    case Number::ue8m0: break;
  }
  return kF32;
}

std::uint64_t low_bits(std::uint64_t bits, int count) {
  if (count <= 0) return 0;
  return count >= 64 ? bits : bits & ((std::uint64_t{1} << count) - 1);
}

std::uint64_t sign_extended(std::uint64_t bits, int count) {
  if (count >= 64) return bits;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << (64 - count)) >> (64 - count));
}

/// ue8m0 is a power of two without a sign: 2^(bits - 127), 255 is NaN.
Unpacked unpack_scale(std::uint64_t bits) {
  if (bits == 255) return {.kind = Unpacked::Kind::nan};
  return {.kind = Unpacked::Kind::finite,
          .exponent = static_cast<int>(bits) - 127 - 63,
          .significand = std::uint64_t{1} << 63};
}
std::uint64_t pack_scale(const Unpacked& value, Rounding rounding, bool satfinite) {
  if (value.kind == Unpacked::Kind::nan) return 255;
  if (value.kind == Unpacked::Kind::infinite) return satfinite ? 254 : 255;
  if (value.kind == Unpacked::Kind::zero) return 0;
  const bool exact = value.significand == std::uint64_t{1} << 63;
  const int power = value.exponent + 63 + 127 + (rounding == Rounding::up && !exact ? 1 : 0);
  if (power > 254) return satfinite ? 254 : 255;
  return power < 0 ? 0 : static_cast<std::uint64_t>(power);
}

Unpacked read(Number number, std::uint64_t bits) {
  if (number == Number::ue8m0) return unpack_scale(bits);
  if (number == Number::tf32) bits >>= 13;
  if (!is_integer(number)) return unpack(format_of(number), bits);
  if (is_signed_integer(number)) {
    const auto value = sign_extended(bits, bits_of(number));
    if ((value >> 63) != 0) return unpack_integer(std::uint64_t{0} - value, true);
  }
  return unpack_integer(bits, false);
}

std::uint64_t write(const Conversion& conversion, const Unpacked& value) {
  if (conversion.to == Number::ue8m0) return pack_scale(value, conversion.rounding, conversion.satfinite);
  const std::uint64_t bits = pack(format_of(conversion.to), value, conversion.rounding, conversion.satfinite);
  return conversion.to == Number::tf32 ? bits << 13 : bits;
}

/// What a NaN becomes as an integer: 0 from f32 and narrower into 32 bits and less, else the top bit alone (recorded).
std::uint64_t integer_of_nan(Number to, Number from) {
  const int width = bits_of(to);
  if (from != Number::f64 && width < 64) return 0;
  return std::uint64_t{1} << (width - 1);
}

/// What a NaN becomes in another format (recorded): most instructions answer with the format's own NaN, those to and
/// from f64 pass the upper payload on, and copies leave it as it is.
std::uint64_t float_of_nan(const Conversion& conversion, const Unpacked& value, std::uint64_t bits) {
  if (conversion.saturate) return 0;
  const bool computes = conversion.to_integral || conversion.flush;
  if (conversion.from == Number::f64 || (conversion.to == Number::f64 && !computes)) {
    if (conversion.to == conversion.from && !conversion.to_integral) return bits;
    FloatFormat format = format_of(conversion.to);
    format.keeps_payload = true;
    return pack(format, value, conversion.rounding);
  }
  if (conversion.to == Number::f64) return pack(kF64, unpack(kF32, kF32.nan), Rounding::zero);
  if (conversion.to == Number::f32) {
    if (conversion.from == Number::f32 && !computes) return bits;
    return conversion.from == Number::bf16 && !conversion.flush ? bits << 16 : kF32.nan;
  }
  // A copy cut to 19 bits; .satfinite takes the next smaller pattern, as it does of an infinity.
  if (conversion.to == Number::tf32 && conversion.rounding == Rounding::nearest_away)
    return (bits & ~std::uint64_t{0x1fff}) - (conversion.satfinite ? 0x2000 : 0);
  return write(conversion, value);
}

std::uint64_t to_integer(const Conversion& conversion, const Unpacked& value) {
  const int width = bits_of(conversion.to);
  if (value.kind == Unpacked::Kind::nan) return integer_of_nan(conversion.to, conversion.from);
  const bool is_signed = is_signed_integer(conversion.to);
  const std::uint64_t highest = low_bits(~std::uint64_t{0}, is_signed ? width - 1 : width);
  const std::int64_t lowest = is_signed ? -static_cast<std::int64_t>(highest) - 1 : 0;
  return low_bits(clamp_to_integer(round_to_integer(value, conversion.rounding), lowest, highest), width);
}

}  // namespace

std::optional<Number> number_named(std::string_view word) {
  if (word.ends_with("x2") || word.ends_with("x4")) word.remove_suffix(2);
  for (const NumberName& one : kNames)
    if (one.name == word) return one.number;
  return std::nullopt;
}

int bits_of(Number number) {
  switch (number) {
    case Number::u8:
    case Number::s8: return 8;
    case Number::u16:
    case Number::s16: return 16;
    case Number::u32:
    case Number::s32:
    case Number::tf32: return 32;
    case Number::u64:
    case Number::s64: return 64;
    case Number::ue8m0: return 8;
    case Number::f16:
    case Number::bf16:
    case Number::f32:
    case Number::f64:
    case Number::e4m3:
    case Number::e5m2:
    case Number::e2m1:
    case Number::e2m3:
    case Number::e3m2: break;
  }
  return format_of(number).bits();
}

std::uint64_t converted(const Conversion& conversion, std::uint64_t bits) {
  using Kind = Unpacked::Kind;
  bits = low_bits(bits, bits_of(conversion.from));
  if (is_integer(conversion.to) && is_integer(conversion.from) && !conversion.saturate) {
    const std::uint64_t value =
        is_signed_integer(conversion.from) ? sign_extended(bits, bits_of(conversion.from)) : bits;
    return low_bits(value, bits_of(conversion.to));
  }

  Unpacked value = read(conversion.from, bits);
  // .ftz flushes f32 operands and results, but not what becomes a half. A result is flushed when it is subnormal after
  // rounding to full precision.
  const bool flushes = conversion.flush && conversion.to != Number::f16;
  if (flushes && conversion.from == Number::f32 && is_subnormal(kF32, value)) value.kind = Kind::zero;
  if (is_integer(conversion.to)) return to_integer(conversion, value);
  if (value.kind == Kind::nan) return float_of_nan(conversion, value, bits);

  if (conversion.to_integral) value = round_to_integer(value, conversion.rounding);
  if (conversion.relu && value.negative) return 0;
  if (conversion.saturate) {
    if (value.negative || value.kind == Kind::zero) return 0;
    const bool above_one = value.kind == Kind::infinite || value.exponent + 63 >= 0;
    if (above_one) value = {.kind = Kind::finite, .exponent = -63, .significand = std::uint64_t{1} << 63};
  }
  if (flushes && conversion.to == Number::f32 &&
      is_subnormal(kF32, round_to_precision(kF32, value, conversion.rounding)))
    value.kind = Kind::zero;
  return write(conversion, value);
}

Conversion conversion_of(const Spelling& spelling, Number to, Number from) {
  const std::string_view word = spelling.word("rnd");
  return {.to = to,
          .from = from,
          .rounding = word == "rna" ? Rounding::nearest_away : rounding_of(spelling),
          .to_integral = word.size() == 3 && word != "rna",
          .flush = spelling.has("ftz"),
          .saturate = spelling.has("sat"),
          .relu = spelling.has("relu"),
          .satfinite = spelling.has("satfinite")};
}

std::uint32_t encoded(const Conversion& c) {
  return static_cast<std::uint32_t>(c.to) | static_cast<std::uint32_t>(c.from) << 5 |
         static_cast<std::uint32_t>(c.rounding) << 10 | std::uint32_t{c.to_integral} << 13 |
         std::uint32_t{c.flush} << 14 | std::uint32_t{c.saturate} << 15 | std::uint32_t{c.relu} << 16 |
         std::uint32_t{c.satfinite} << 17;
}

Conversion decoded(std::uint32_t mode) {
  return {.to = static_cast<Number>(mode & 31),
          .from = static_cast<Number>(mode >> 5 & 31),
          .rounding = static_cast<Rounding>(mode >> 10 & 7),
          .to_integral = (mode >> 13 & 1) != 0,
          .flush = (mode >> 14 & 1) != 0,
          .saturate = (mode >> 15 & 1) != 0,
          .relu = (mode >> 16 & 1) != 0,
          .satfinite = (mode >> 17 & 1) != 0};
}

}  // namespace warpglass::isa
