// The conversions that have vector code, against the exact one of isa/conversion.hpp, a number at a time.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "isa/conversion.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// A spelling between "cvt" and the types, and what it asks for.
struct Modifiers {
  std::string_view words;
  Rounding rounding = Rounding::nearest;
  bool to_integral = false;
  bool flush = false;
  bool saturate = false;
  bool relu = false;
  bool satfinite = false;
};

struct ConvertKind {
  std::string_view name;
  Number number;
};
constexpr ConvertKind kF16{"f16", Number::f16};
constexpr ConvertKind kBf16{"bf16", Number::bf16};
constexpr ConvertKind kF32{"f32", Number::f32};
constexpr ConvertKind kF64{"f64", Number::f64};
constexpr ConvertKind kTf32{"tf32", Number::tf32};
constexpr std::array kIntegers = {ConvertKind{"u8", Number::u8},   ConvertKind{"s8", Number::s8},
                                  ConvertKind{"u16", Number::u16}, ConvertKind{"s16", Number::s16},
                                  ConvertKind{"u32", Number::u32}, ConvertKind{"s32", Number::s32},
                                  ConvertKind{"u64", Number::u64}, ConvertKind{"s64", Number::s64}};

/// What lies at the ends of ranges and of formats, and random bits.
std::vector<std::uint64_t> numbers(Number from) {
  std::vector<std::uint64_t> values;
  std::mt19937_64 random(3);
  for (const std::uint64_t bits : {0x0ull, 0x1ull, 0x7full, 0x80ull, 0xffull, 0x100ull, 0x7fffull, 0x8000ull, 0xffffull,
                                   0x10000ull, 0x7fffffffull, 0x80000000ull, 0xffffffffull}) {
    values.push_back(bits);
    values.push_back(~bits);
  }
  const auto all = [&](std::initializer_list<std::uint64_t> magnitudes, std::uint64_t sign) {
    for (const std::uint64_t bits : magnitudes) {
      values.push_back(bits);
      values.push_back(bits | sign);
    }
  };
  if (from == Number::f16)
    all({0x0001, 0x03ff, 0x0400, 0x3800, 0x3801, 0x3c00, 0x3e00, 0x7bff, 0x7c00, 0x7e00}, 0x8000);
  if (from == Number::f32) {
    all({0x00000001, 0x007fffff, 0x00800000, 0x3f000000, 0x3f000001, 0x3f7fffff, 0x3fc00000, 0x42fe0000, 0x42ff0000,
         0x437f8000, 0x46fffe00, 0x477fff00, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000,
         0x7f7fffff, 0x7f7ff000, 0x3f801000, 0x3f803000, 0x3f800fff, 0x7f800000, 0x7f800001, 0x7fc01234},
        0x80000000);
  }
  if (from == Number::f64) {
    all({0x380fffffffffffff, 0x3810000000000000, 0x380ffffff0000000, 0x380fffffe0000000, 0x380fffffdfffffff,
         0x380fffffd0000000, 0x3690000000000000, 0x3fe0000000000000, 0x41dfffffffc00000, 0x43e0000000000000,
         0x7ff0000000000000, 0x7ff8000000001234, 0x0000000000000001},
        0x8000000000000000);
  }
  // Of a short format, halfway between two of its numbers, and beside those.
  for (const int fraction : {1, 2, 3, 7, 10}) {
    for (const std::uint64_t below : {0x800000u, 0x800001u, 0x7fffffu, 0u, 1u}) {
      for (int i = 0; i < 8 && (from == Number::f32 || from == Number::f64); ++i) {
        const std::uint64_t bits = random();
        const std::uint64_t top = (bits >> 8 & 0x7fffff) >> (23 - fraction) << (23 - fraction);
        const std::uint64_t exponent = (i % 2 == 0 ? 127 : 100) + bits % 20;
        const std::uint64_t single = (bits & 0x80000000) | exponent << 23 | (top + (below >> fraction));
        const std::uint64_t wide =
            (bits & 0x80000000) << 32 | (exponent - 127 + 1023) << 52 | (single & 0x7fffff) << 29;
        values.push_back(from == Number::f32 ? single : wide + (below & 1));
      }
    }
  }
  while (values.size() < 512) values.push_back(random());
  while (values.size() < 1024) {  // of middling size
    const std::uint64_t bits = random();
    if (from == Number::f32)
      values.push_back((bits & 0x807fffff) | (110 + (bits >> 32) % 50) << 23);
    else if (from == Number::f64)
      values.push_back((bits & 0x800fffffffffffff) | (1000 + (bits >> 52) % 100) << 52);
    else
      values.push_back(bits >> (bits % 64));
  }
  return values;
}

/// A register for a number, in the width that is asked for: its name and the suffix that loads and stores it.
struct Place {
  std::string_view reg;
  std::string_view kind;
  int bits;
};
/// Registers as wide as integers of 8, 16, 32 and 64 bits, at least.
enum class Least : std::uint8_t { bits_8, bits_16, bits_32, bits_64 };
constexpr std::array kWidths = {Least::bits_8, Least::bits_16, Least::bits_32, Least::bits_64};

Place place_of(Number number, Least least) {
  if (number == Number::f16 || number == Number::bf16) return {"%h", "b16", 16};
  if (number == Number::f32) return {"%f", "f32", 32};
  if (number == Number::f64) return {"%d", "f64", 64};
  if (number == Number::tf32) return {"%r", "b32", 32};
  if (bits_of(number) == 64 || least == Least::bits_64) return {"%rd", "u64", 64};
  if (bits_of(number) == 8 && least == Least::bits_8) return {"%b", "u8", 8};
  if (bits_of(number) <= 16 && least <= Least::bits_16) return {"%h", "u16", 16};
  return {"%r", "u32", 32};
}

std::uint64_t low(std::uint64_t bits, int count) {
  return count == 64 ? bits : bits & ((std::uint64_t{1} << count) - 1);
}

void expect_exact(const ConvertKind& to, const ConvertKind& from, const Modifiers& modifiers,
                  Least least = Least::bits_16) {
  const Place source = place_of(from.number, least);
  const Place result = place_of(to.number, least);
  const std::vector<std::uint64_t> inputs = numbers(from.number);
  std::vector<std::uint64_t> values;
  for (const std::uint64_t bits : inputs) values.insert(values.end(), {bits, 0});
  const std::string instruction = fmt::format("cvt{}.{}.{}", modifiers.words, to.name, from.name);
  SCOPED_TRACE(fmt::format("{}, {} to {} bits", instruction, source.bits, result.bits));
  const Outcome outcome = run_on(
      values,
      kernel_around(fmt::format("ld.global.{} {}1, [%here];\n{} {}2, {}1;\nst.global.{} [%here+8], {}2;\n", source.kind,
                                source.reg, instruction, result.reg, source.reg, result.kind, result.reg)),
      {.block = {static_cast<std::uint32_t>(inputs.size()), 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  const Conversion conversion{.to = to.number,
                              .from = from.number,
                              .rounding = modifiers.rounding,
                              .to_integral = modifiers.to_integral,
                              .flush = modifiers.flush,
                              .saturate = modifiers.saturate,
                              .relu = modifiers.relu,
                              .satfinite = modifiers.satfinite};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::uint64_t expected = converted(conversion, inputs[i]);
    const int bits = bits_of(to.number);
    if (is_signed_integer(to.number) && bits < 64 && (expected >> (bits - 1) & 1) != 0)
      expected |= ~std::uint64_t{0} << bits;
    ASSERT_EQ(low(values[2 * i + 1], result.bits), low(expected, result.bits)) << fmt::format("of {:#x}", inputs[i]);
  }
}

constexpr std::array kToInteger = {Modifiers{".rzi", Rounding::zero, true}, Modifiers{".rni", Rounding::nearest, true},
                                   Modifiers{".rmi", Rounding::down, true}, Modifiers{".rpi", Rounding::up, true}};

TEST(ConvertPaths, FloatsToIntegers) {
  for (Modifiers modifiers : kToInteger) {
    for (const ConvertKind& to : kIntegers) {
      for (const Least least : kWidths)
        for (const ConvertKind& from : {kF16, kF32, kF64}) expect_exact(to, from, modifiers, least);
      const std::string words = std::string(modifiers.words) + ".ftz";
      for (const Least least : kWidths) expect_exact(to, kF32, {words, modifiers.rounding, true, true}, least);
      const std::string clamped = words + ".sat";
      expect_exact(to, kF32, {clamped, modifiers.rounding, true, true, true}, Least::bits_32);
    }
  }
}

/// Every value of the source: .sat is an error there.
bool always_fits(Number to, Number from) {
  if (is_signed_integer(from)) return is_signed_integer(to) && bits_of(to) >= bits_of(from);
  return bits_of(to) >= bits_of(from) + (is_signed_integer(to) ? 1 : 0);
}

TEST(ConvertPaths, ClampedIntegers) {
  for (const ConvertKind& to : kIntegers) {
    for (const ConvertKind& from : kIntegers) {
      if (always_fits(to.number, from.number)) continue;
      for (const Least least : kWidths) expect_exact(to, from, {".sat", Rounding::nearest, false, false, true}, least);
    }
  }
}

constexpr std::array kRoundings = {Modifiers{".rn"}, Modifiers{".rz", Rounding::zero}, Modifiers{".rm", Rounding::down},
                                   Modifiers{".rp", Rounding::up}};

TEST(ConvertPaths, IntegersToFloats) {
  for (const ConvertKind& from : kIntegers) {
    for (const Modifiers& modifiers : kRoundings) {
      for (const Least least : kWidths) {
        const std::string saturated = std::string(modifiers.words) + ".sat";
        for (const ConvertKind& to : {kF16, kF32, kF64}) {
          expect_exact(to, from, modifiers, least);
          expect_exact(to, from, {saturated, modifiers.rounding, false, false, true}, least);
        }
        if (bits_of(from.number) > 8 || least == Least::bits_8) expect_exact(kBf16, from, modifiers, least);
      }
    }
  }
}

TEST(ConvertPaths, FloatsToFloats) {
  for (const Modifiers& modifiers : kToInteger) {
    expect_exact(kF32, kF32, modifiers);
    expect_exact(kF64, kF64, modifiers);
    const std::string words = std::string(modifiers.words) + ".ftz";
    expect_exact(kF32, kF32, {words, modifiers.rounding, true, true});
  }
  expect_exact(kF32, kF32, {".ftz", Rounding::nearest, false, true});
  expect_exact(kF32, kF32, {".sat", Rounding::nearest, false, false, true});
  expect_exact(kF32, kF32, {".ftz.sat", Rounding::nearest, false, true, true});
  expect_exact(kF64, kF32, {".ftz", Rounding::nearest, false, true});
  expect_exact(kF32, kF16, {".ftz", Rounding::nearest, false, true});
  expect_exact(kF16, kF32, {".rn.ftz", Rounding::nearest, false, true});
  for (const auto& [words, rounding] :
       {std::pair{".rn", Rounding::nearest}, {".rz", Rounding::zero}, {".rm", Rounding::down}, {".rp", Rounding::up}}) {
    expect_exact(kF32, kF64, {words, rounding});
    const std::string flushed = std::string(words) + ".ftz";
    expect_exact(kF32, kF64, {flushed, rounding, false, true});
  }
  for (const auto& [words, rounding] :
       {std::pair{".rna", Rounding::nearest_away}, {".rn", Rounding::nearest}, {".rz", Rounding::zero}})
    expect_exact(kTf32, kF32, {words, rounding});
  expect_exact(kTf32, kF32, {".rn.relu", Rounding::nearest, false, false, false, true});
  expect_exact(kTf32, kF32, {".rz.relu", Rounding::zero, false, false, false, true});
  expect_exact(kTf32, kF32, {".rna.satfinite", Rounding::nearest_away, false, false, false, false, true});
}

TEST(ConvertPaths, SaturatedFloats) {
  for (const ConvertKind& one : {kF16, kF32, kF64}) {
    expect_exact(one, one, {".sat", Rounding::nearest, false, false, true});
    for (const Modifiers& modifiers : kToInteger) {
      expect_exact(one, one, {std::string(modifiers.words) + ".sat", modifiers.rounding, true, false, true});
      if (one.number == Number::f32)
        expect_exact(one, one, {std::string(modifiers.words) + ".ftz.sat", modifiers.rounding, true, true, true});
    }
  }
  for (const auto& [to, from] : {std::pair{kF32, kF16}, {kF64, kF16}, {kF64, kF32}})
    expect_exact(to, from, {".sat", Rounding::nearest, false, false, true});
  for (const auto& [to, from] : {std::pair{kF32, kF16}, {kF64, kF32}})
    expect_exact(to, from, {".ftz.sat", Rounding::nearest, false, true, true});
  for (const Modifiers& modifiers : kRoundings) {
    for (const auto& [to, from] : {std::pair{kF16, kF32}, {kF16, kF64}, {kF32, kF64}}) {
      const std::string words(modifiers.words);
      expect_exact(to, from, {words + ".sat", modifiers.rounding, false, false, true});
      if (from.number == Number::f32 || to.number == Number::f32)
        expect_exact(to, from, {words + ".ftz.sat", modifiers.rounding, false, true, true});
    }
  }
}

TEST(ConvertPaths, Copies) {
  for (const ConvertKind& one : {kF16, kBf16, kF32, kF64}) expect_exact(one, one, {});
}

TEST(ConvertPaths, ShortFloats) {
  for (const ConvertKind& to : {kF16, kBf16}) {
    const ConvertKind& other = to.number == Number::f16 ? kBf16 : kF16;
    for (const Modifiers& modifiers : kRoundings)
      for (const ConvertKind& from : {kF32, kF64, other, kIntegers[2], kIntegers[3], kIntegers[4], kIntegers[5]})
        expect_exact(to, from, modifiers);
    for (const Modifiers& modifiers : kToInteger) {
      expect_exact(to, to, modifiers);
      for (const ConvertKind& integer : kIntegers)
        for (const Least least : kWidths)
          if (bits_of(integer.number) > 8 || to.number != Number::bf16 || least == Least::bits_8)
            expect_exact(integer, to, modifiers, least);
    }
    for (const char* const rounding : {".rn", ".rz"}) {
      const Rounding how = rounding[2] == 'n' ? Rounding::nearest : Rounding::zero;
      for (const bool satfinite : {false, true}) {
        for (const bool relu : {false, true}) {
          const std::string words = std::string(rounding) + (relu ? ".relu" : "") + (satfinite ? ".satfinite" : "");
          expect_exact(to, kF32, {words, how, false, false, false, relu, satfinite});
        }
      }
    }
    expect_exact(kF64, to, {});
  }
  expect_exact(kF16, kF32, {".rn.sat", Rounding::nearest, false, false, true});
}

/// A packed format: its name, and its bits in a register of two.
struct PairKind {
  std::string_view name;
  Number number;
  int bits;
};
constexpr std::array kPairs = {PairKind{"f16x2", Number::f16, 16},  PairKind{"bf16x2", Number::bf16, 16},
                               PairKind{"e4m3x2", Number::e4m3, 8}, PairKind{"e5m2x2", Number::e5m2, 8},
                               PairKind{"e2m3x2", Number::e2m3, 8}, PairKind{"e3m2x2", Number::e3m2, 8}};

constexpr PairKind kPowers{"ue8m0x2", Number::ue8m0, 8};

TEST(ConvertPaths, PowersOfTwoOfSingles) {
  std::vector<std::uint64_t> inputs = numbers(Number::f32);
  for (const std::uint32_t magnitude : {0x003fffffu, 0x00400000u, 0x00400001u, 0x007fffffu, 0x7f000000u, 0x7f000001u})
    inputs.insert(inputs.end() - 8, {magnitude, magnitude | 0x80000000u});
  inputs.resize(1024);
  for (const bool up : {false, true}) {
    for (const bool satfinite : {false, true}) {
      std::vector<std::uint32_t> values;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::size_t other = (i * 7 + 3) % inputs.size();
        values.insert(values.end(),
                      {static_cast<std::uint32_t>(inputs[i]), static_cast<std::uint32_t>(inputs[other]), 0, 0});
      }
      const std::string instruction =
          fmt::format("cvt.{}{}.{}.f32", up ? "rp" : "rz", satfinite ? ".satfinite" : "", kPowers.name);
      SCOPED_TRACE(instruction);
      const Outcome outcome =
          run_on(values,
                 kernel_around(fmt::format("ld.global.v2.f32 {{%f1, %f2}}, [%here];\n{} %h2, %f1, %f2;\n"
                                           "st.global.u16 [%here+8], %h2;\n",
                                           instruction)),
                 {.block = {1024, 1, 1}, .sm = 100});
      ASSERT_EQ(outcome.errors, "");
      const Conversion conversion{.to = Number::ue8m0,
                                  .from = Number::f32,
                                  .rounding = up ? Rounding::up : Rounding::zero,
                                  .satfinite = satfinite};
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::uint64_t expected =
            converted(conversion, values[4 * i]) << 8 | converted(conversion, values[4 * i + 1]);
        ASSERT_EQ(values[4 * i + 2], expected) << fmt::format("of {:#x} {:#x}", values[4 * i], values[4 * i + 1]);
      }
    }
  }
}

TEST(ConvertPaths, TwoSinglesInOneRegister) {
  const std::vector<std::uint64_t> inputs = numbers(Number::f32);
  const std::size_t count = inputs.size();
  for (const PairKind& to : kPairs) {
    for (const char* const rounding : {".rn", ".rz"}) {
      for (const bool relu : {false, true}) {
        for (const bool satfinite : {false, true}) {
          if (to.bits == 8 && (rounding[2] == 'z' || !satfinite)) continue;
          // Two words in, one out.
          std::vector<std::uint32_t> values;
          for (std::size_t i = 0; i < count; ++i) {
            values.insert(values.end(), {static_cast<std::uint32_t>(inputs[i]),
                                         static_cast<std::uint32_t>(inputs[(i * 7 + 3) % count]), 0, 0});
          }
          const std::string words = to.bits == 16 ? std::string(relu ? ".relu" : "") + (satfinite ? ".satfinite" : "")
                                                  : std::string(".satfinite") + (relu ? ".relu" : "");
          const std::string_view result = to.bits == 16 ? "%r2" : "%h2";
          const std::string instruction = fmt::format("cvt{}{}.{}.f32", rounding, words, to.name);
          SCOPED_TRACE(instruction);
          const Outcome outcome =
              run_on(values,
                     kernel_around(fmt::format("ld.global.v2.f32 {{%f1, %f2}}, [%here];\n{} {}, %f1, %f2;\n"
                                               "st.global.{} [%here+8], {};\n",
                                               instruction, result, to.bits == 16 ? "u32" : "u16", result)),
                     {.block = {static_cast<std::uint32_t>(count), 1, 1}, .sm = 100});
          ASSERT_EQ(outcome.errors, "");
          const Conversion conversion{.to = to.number,
                                      .from = Number::f32,
                                      .rounding = rounding[2] == 'n' ? Rounding::nearest : Rounding::zero,
                                      .relu = relu,
                                      .satfinite = satfinite};
          for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t expected =
                converted(conversion, values[4 * i]) << to.bits | converted(conversion, values[4 * i + 1]);
            ASSERT_EQ(values[4 * i + 2], expected) << fmt::format("of {:#x} {:#x}", values[4 * i], values[4 * i + 1]);
          }
        }
      }
    }
  }
}

/// Every pair of 16 or 8 bits, one after the other beside something else.
TEST(ConvertPaths, PairsOfShortFloats) {
  const auto expect_pairs = [](std::string_view words, const PairKind& to, const PairKind& from, bool relu,
                               Rounding rounding = Rounding::nearest, bool satfinite = true) {
    std::vector<std::uint32_t> values;
    for (std::uint32_t i = 0; i < 0x10000; ++i)
      values.insert(values.end(), {from.bits == 16 ? i | (i * 40503u + 77u) << 16 : i, 0, 0, 0});
    const std::string_view source = from.bits == 16 ? "%r1" : "%h1";
    const std::string_view result = to.bits == 16 ? "%r2" : "%h2";
    const std::string instruction = fmt::format("cvt{}.{}.{}", words, to.name, from.name);
    SCOPED_TRACE(instruction);
    // %here is for one block.
    const Outcome outcome = run_on(
        values,
        kernel_around(fmt::format("mov.u32 %r5, %ctaid.x;\nmul.wide.u32 %rd1, %r5, 4096;\nadd.s64 %here, %here, %rd1;\n"
                                  "ld.global.{} {}, [%here];\n{} {}, {};\nst.global.{} [%here+4], {};\n",
                                  from.bits == 16 ? "u32" : "u16", source, instruction, result, source,
                                  to.bits == 16 ? "u32" : "u16", result)),
        {.grid = {256, 1, 1}, .block = {256, 1, 1}, .sm = 100});
    ASSERT_EQ(outcome.errors, "");
    const Conversion conversion{.to = to.number,
                                .from = from.number,
                                .rounding = rounding,
                                .relu = relu,
                                .satfinite = satfinite && to.bits == 8};
    for (std::size_t i = 0; i < values.size(); i += 4) {
      const std::uint64_t upper = converted(conversion, values[i] >> from.bits);
      ASSERT_EQ(values[i + 1], upper << to.bits | converted(conversion, low(values[i], from.bits)))
          << fmt::format("of {:#x}", values[i]);
    }
  };
  for (const bool relu : {false, true}) {
    for (const PairKind& one : kPairs) {
      if (one.bits == 16) continue;
      const std::string narrow = std::string(".rn.satfinite") + (relu ? ".relu" : "");
      if (one.number == Number::e4m3 || one.number == Number::e5m2) expect_pairs(narrow, one, kPairs[0], relu);
      expect_pairs(std::string(".rn") + (relu ? ".relu" : ""), kPairs[0], one, relu);
    }
  }
  expect_pairs(".rn", kPairs[1], kPowers, false);
  for (const bool satfinite : {false, true}) {
    expect_pairs(satfinite ? ".rz.satfinite" : ".rz", kPowers, kPairs[1], false, Rounding::zero, satfinite);
    expect_pairs(satfinite ? ".rp.satfinite" : ".rp", kPowers, kPairs[1], false, Rounding::up, satfinite);
  }
}

}  // namespace
}  // namespace warpglass::isa
