// The exact conversions against the host's, where the host has them, and against formats written out.

#include "isa/soft_float.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "base/half.hpp"
#include "isa/conversion.hpp"

namespace warpglass::isa {
namespace {

TEST(SoftFloat, TakesEveryHalfApartAndBack) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const bool is_nan = (bits & 0x7fff) > 0x7c00;
    EXPECT_EQ(pack(kF16, unpack(kF16, bits), Rounding::nearest), is_nan ? 0x7fffu : bits);
  }
}

TEST(SoftFloat, TakesEverySmallFormatApartAndBack) {
  for (const FloatFormat& format : {kE4m3, kE5m2, kE2m1, kE2m3, kE3m2})
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << format.bits(); ++bits) {
      const Unpacked value = unpack(format, bits);
      EXPECT_EQ(pack(format, value, Rounding::zero), value.kind == Unpacked::Kind::nan ? format.nan : bits);
    }
}

TEST(SoftFloat, KnowsTheLargestNumbers) {
  const auto value = [](const FloatFormat& format) {
    const Unpacked u = unpack(format, format.largest());
    return std::ldexp(static_cast<double>(u.significand), u.exponent);
  };
  EXPECT_EQ(value(kF16), 65504);
  EXPECT_EQ(value(kE4m3), 448);
  EXPECT_EQ(value(kE5m2), 57344);
  EXPECT_EQ(value(kE2m1), 6);
  EXPECT_EQ(value(kE2m3), 7.5);
  EXPECT_EQ(value(kE3m2), 28);
}

TEST(SoftFloat, RoundsDoublesToSinglesAsTheHostDoes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    std::uint64_t bits = random();
    if (i % 2 == 0) bits = (bits & 0x800fffffffffffffu) | (1023u - 160 + random() % 320) << 52;
    const double x = std::bit_cast<double>(bits);
    if (std::isnan(x)) continue;
    EXPECT_EQ(pack(kF32, unpack(kF64, bits), Rounding::nearest), std::bit_cast<std::uint32_t>(static_cast<float>(x)))
        << std::hexfloat << x;
  }
}

TEST(SoftFloat, RoundsSinglesToHalvesAsBaseDoes) {
  std::mt19937 random(2);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    const float x = std::bit_cast<float>(bits);
    EXPECT_EQ(pack(kF16, unpack(kF32, bits), Rounding::nearest), float_to_half(x));
    EXPECT_EQ(pack(kBf16, unpack(kF32, bits), Rounding::nearest), float_to_bfloat16(x));
  }
}

TEST(SoftFloat, RoundsBothWaysAroundATie) {
  const auto half_of = [](double x, Rounding rounding) {
    return pack(kF16, unpack(kF64, std::bit_cast<std::uint64_t>(x)), rounding);
  };
  const double tie = 1 + 0x1p-11;  // between 0x3c00 and 0x3c01
  EXPECT_EQ(half_of(tie, Rounding::nearest), 0x3c00u);
  EXPECT_EQ(half_of(tie + 0x1p-50, Rounding::nearest), 0x3c01u);
  EXPECT_EQ(half_of(tie, Rounding::nearest_away), 0x3c01u);
  EXPECT_EQ(half_of(tie, Rounding::zero), 0x3c00u);
  EXPECT_EQ(half_of(tie, Rounding::up), 0x3c01u);
  EXPECT_EQ(half_of(-tie, Rounding::up), 0xbc00u);
  EXPECT_EQ(half_of(-tie, Rounding::down), 0xbc01u);
  EXPECT_EQ(half_of(1e9, Rounding::zero), 0x7bffu);
  EXPECT_EQ(half_of(1e9, Rounding::nearest), 0x7c00u);
  EXPECT_EQ(half_of(0x1p-25, Rounding::nearest), 0u);  // halfway to the least subnormal
  EXPECT_EQ(half_of(0x1.8p-25, Rounding::nearest), 1u);
}

TEST(SoftFloat, SaturatesFormatsWithoutInfinity) {
  const auto e4m3 = [](double x, bool satfinite) {
    return pack(kE4m3, unpack(kF64, std::bit_cast<std::uint64_t>(x)), Rounding::nearest, satfinite);
  };
  EXPECT_EQ(e4m3(448, true), 0x7eu);
  EXPECT_EQ(e4m3(1000, true), 0x7eu);
  EXPECT_EQ(e4m3(-1000, true), 0xfeu);
  EXPECT_EQ(e4m3(1000, false), 0x7fu);
}

TEST(Conversion, MovesThroughAnOpUnharmed) {
  const Conversion c{.to = Number::ue8m0,
                     .from = Number::f64,
                     .rounding = Rounding::nearest_away,
                     .to_integral = true,
                     .flush = true,
                     .saturate = false,
                     .relu = true,
                     .satfinite = true};
  const Conversion back = decoded(encoded(c));
  EXPECT_EQ(back.to, c.to);
  EXPECT_EQ(back.from, c.from);
  EXPECT_EQ(back.rounding, c.rounding);
  EXPECT_EQ(back.to_integral, c.to_integral);
  EXPECT_EQ(back.flush, c.flush);
  EXPECT_EQ(back.saturate, c.saturate);
  EXPECT_EQ(back.relu, c.relu);
  EXPECT_EQ(back.satfinite, c.satfinite);
}

TEST(Conversion, ScalesArePowersOfTwo) {
  const Conversion up{.to = Number::ue8m0, .from = Number::f32, .rounding = Rounding::up, .satfinite = true};
  const Conversion zero{.to = Number::ue8m0, .from = Number::f32, .rounding = Rounding::zero, .satfinite = true};
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  EXPECT_EQ(converted(up, bits(1.0f)), 127u);
  EXPECT_EQ(converted(up, bits(1.5f)), 128u);
  EXPECT_EQ(converted(zero, bits(1.5f)), 127u);
  EXPECT_EQ(converted(up, bits(INFINITY)), 254u);
  EXPECT_EQ(converted({.to = Number::bf16, .from = Number::ue8m0}, 130), 0x4100u);
}

}  // namespace
}  // namespace warpglass::isa
