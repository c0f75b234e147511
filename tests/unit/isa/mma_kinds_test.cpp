// mma of short floats of RTX 50: fragments, which scales are taken, and sums beside the rule that is written out here
// with double precision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/fragment.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa::mma_kinds_test {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::uint32_t>;

constexpr How kOnRtx50{.sm = 120};

struct Format {
  const char* name;
  int exponent_bits;
  int mantissa_bits;
  unsigned bits;
  unsigned low;  // of its byte
};
constexpr Format kE4m3{"e4m3", 4, 3, 8, 0}, kE5m2{"e5m2", 5, 2, 8, 0}, kE3m2{"e3m2", 3, 2, 6, 0},
    kE2m3{"e2m3", 2, 3, 6, 0}, kE2m1{"e2m1", 2, 1, 4, 2};

struct Case {
  const char* name;
  const char* spelling;
  Format a;
  Format b;
  unsigned depth = 32;
  unsigned scales = 0;     // of a row or column
  bool by_powers = true;   // UE8M0, or UE4M3
  const char* which = "";  // operands that select scales: of A, of B
  unsigned byte_a = 0, thread_a = 0, byte_b = 0, thread_b = 0;
  bool halves = false;  // accumulators
};

/// Codes of elements, scales and accumulators.
struct Numbers {
  std::uint32_t a[16][64] = {};
  std::uint32_t b[8][64] = {};
  std::uint32_t c[16][8] = {};
  std::uint32_t scale_a[16][4] = {};
  std::uint32_t scale_b[8][4] = {};
};

double value_of(const Format& format, std::uint32_t bits) {
  return small_float(bits, format.exponent_bits, format.mantissa_bits);
}

/// Of a number that is not zero.
int exponent_of(double value) { return std::ilogb(value); }

int least_exponent(const Format& format) {
  // Short ones are multiplied as e4m3, in which all of theirs are normal.
  return format.bits < 8 ? -100 : 2 - (1 << (format.exponent_bits - 1));
}

double scale_of(const Case& one, std::uint32_t byte) {
  return one.by_powers ? std::ldexp(1.0, static_cast<int>(byte) - 127) : small_float(byte & 0x7f, 4, 3);
}

/// Terms cut at a place below the largest exponent; their sum cut to fp32.
struct Terms {
  std::vector<std::pair<double, int>> all;  // value and exponent

  void add(double value, int exponent) { all.emplace_back(value, exponent); }
  [[nodiscard]] double cut_at(int places) const {
    int largest = -126;
    for (const auto& [value, exponent] : all) largest = std::max(largest, exponent);
    double sum = 0;
    for (const auto& [value, exponent] : all) sum += std::trunc(std::ldexp(value, places - largest));
    return std::ldexp(sum, largest - places);
  }
};

float cut_to_float(double value) {
  const auto nearest = static_cast<float>(value);
  if (std::isinf(nearest)) return nearest;
  return std::abs(static_cast<double>(nearest)) > std::abs(value) ? std::nextafter(nearest, 0.0f) : nearest;
}

std::uint32_t expected(const Case& one, const Numbers& numbers, unsigned row, unsigned column) {
  const std::uint32_t bits = numbers.c[row][column];
  const double c = one.halves ? half_to_float(static_cast<std::uint16_t>(bits)) : std::bit_cast<float>(bits);
  Terms terms;
  if (c != 0) terms.add(c, std::max(exponent_of(c), one.halves ? -14 : -126));
  if (one.depth == 32) {
    const double scale =
        one.scales == 0 ? 1 : scale_of(one, numbers.scale_a[row][0]) * scale_of(one, numbers.scale_b[column][0]);
    for (unsigned k = 0; k < 32; ++k) {
      const double a = value_of(one.a, numbers.a[row][k]);
      const double b = value_of(one.b, numbers.b[column][k]);
      if (a == 0 || b == 0) continue;
      const int exponent = std::max(exponent_of(a), least_exponent(one.a)) +
                           std::max(exponent_of(b), least_exponent(one.b)) + exponent_of(scale);
      terms.add(a * b * scale, exponent);
    }
    const double sum = terms.cut_at(25);
    if (one.halves) return float_to_half(static_cast<float>(sum));  // within fp32 in these cases
    return std::bit_cast<std::uint32_t>(cut_to_float(sum) + 0.0f);
  }
  for (unsigned part = 0; part < 4; ++part) {
    double sum = 0;
    for (unsigned k = 16 * part; k < 16 * part + 16; ++k)
      sum += value_of(one.a, numbers.a[row][k]) * value_of(one.b, numbers.b[column][k]);
    const double a = scale_of(one, numbers.scale_a[row][part * one.scales / 4]);
    const double b = scale_of(one, numbers.scale_b[column][part * one.scales / 4]);
    const auto exponent = [&](double scale) {
      return scale == 0 ? -126 : one.by_powers ? exponent_of(scale) : std::max(exponent_of(scale), -6);
    };
    terms.add(sum * a * b, exponent(a) + exponent(b));
  }
  return std::bit_cast<std::uint32_t>(cut_to_float(terms.cut_at(35)) + 0.0f);
}

// A lane's words: four of A, two of B, four of C, scales of A and of B; then four of D.
constexpr unsigned kWordsOfLane = 16;

Words fragments(const Case& one, const Numbers& numbers) {
  Words words(32 * kWordsOfLane);
  const unsigned in_word = one.depth / 8;
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::uint32_t* const own = words.data() + lane * kWordsOfLane;
    const auto element = [&](const Format& format, const std::uint32_t* row, unsigned k, unsigned e) {
      const unsigned width = 32 / in_word;
      return row[k] << (width == 4 ? 0 : format.low) << e * width;
    };
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned row = lane / 4 + i % 2 * 8;
      for (unsigned e = 0; e < in_word; ++e)
        own[i] |= element(one.a, numbers.a[row], (lane % 4 + i / 2 * 4) * in_word + e, e);
    }
    for (unsigned i = 0; i < 2; ++i) {
      for (unsigned e = 0; e < in_word; ++e)
        own[4 + i] |= element(one.b, numbers.b[lane / 4], (lane % 4 + i * 4) * in_word + e, e);
    }
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t c = numbers.c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2];
      if (one.halves) {
        own[6 + i / 2] |= c << i % 2 * 16;
      } else {
        own[6 + i] = c;
      }
    }
    own[10] = own[11] = 0x5a5a5a5a;
    const auto scale = [&](std::uint32_t& word, const std::uint32_t* scales, unsigned byte) {
      for (unsigned i = 0; i < one.scales; ++i)
        word = (word & ~(0xffu << (byte + i) * 8)) | scales[i] << (byte + i) * 8;
    };
    if (lane % 4 / 2 == one.thread_a) scale(own[10], numbers.scale_a[lane / 4 + lane % 2 * 8], one.byte_a);
    if (lane % 4 == one.thread_b) scale(own[11], numbers.scale_b[lane / 4], one.byte_b);
  }
  return words;
}

std::string text_of(const Case& one) {
  const std::string c = one.halves ? "{%r16, %r17}" : "{%r16, %r17, %r18, %r19}";
  const std::string d = one.halves ? "{%r30, %r31}" : "{%r30, %r31, %r32, %r33}";
  return kernel_around(fmt::format(R"(
  mul.wide.u32 %rd1, %thread, 64;
  add.u64 %rd1, %rd1, %buffer;
  ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%rd1];
  ld.global.v4.u32 {{%r14, %r15, %r16, %r17}}, [%rd1+16];
  ld.global.v4.u32 {{%r18, %r19, %r20, %r21}}, [%rd1+32];
  mov.u16 %h1, 1;
  mov.u32 %r30, 0; mov.u32 %r31, 0; mov.u32 %r32, 0; mov.u32 %r33, 0;
  {} {}, {{%r10, %r11, %r12, %r13}}, {{%r14, %r15}}, {}{};
  st.global.v4.u32 [%rd1+48], {{%r30, %r31, %r32, %r33}};
)",
                                   one.spelling, d, c, one.which));
}

Words multiplied(const Case& one, const Numbers& numbers) {
  Words words = fragments(one, numbers);
  EXPECT_EQ(run_on(words, text_of(one), kOnRtx50).errors, "");
  return words;
}

std::uint32_t result(const Case& one, const Words& words, unsigned row, unsigned column) {
  const unsigned lane = row % 8 * 4 + column / 2;
  const std::uint32_t* const own = words.data() + lane * kWordsOfLane + 12;
  const unsigned i = row / 8 * 2 + column % 2;
  return one.halves ? own[i / 2] >> i % 2 * 16 & 0xffff : own[i];
}

class MmaKinds : public ::testing::TestWithParam<Case> {};

TEST_P(MmaKinds, AddUpAsTheirRuleSays) {
  const Case& one = GetParam();
  std::mt19937 random(7);
  const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  for (int round = 0; round < 40; ++round) {
    Numbers numbers;
    const auto code = [&](const Format& format) {
      if (below(8) == 0) return 0u;
      std::uint32_t bits = below(1u << format.bits);
      while (format.bits == 8 &&
             !std::isfinite(format.exponent_bits == 4 ? e4m3_value(bits)
                                                      : half_to_float(static_cast<std::uint16_t>(bits << 8))))
        bits = below(1u << format.bits);
      return bits;
    };
    for (auto& row : numbers.a) std::ranges::generate(row, [&] { return code(one.a); });
    for (auto& row : numbers.b) std::ranges::generate(row, [&] { return code(one.b); });
    const unsigned spread = round < 20 ? 12 : 200;  // of powers of two
    const auto scale = [&] { return one.by_powers ? 127 - spread / 2 + below(spread) : below(127); };
    for (auto& row : numbers.scale_a) std::ranges::generate(row, scale);
    for (auto& row : numbers.scale_b) std::ranges::generate(row, scale);
    for (auto& row : numbers.c) {
      for (std::uint32_t& c : row) {
        if (one.halves) {
          c = float_to_half(static_cast<float>(below(4000)) / 16 - 125);
        } else {
          c = below(1 << 23) | (107 + below(50)) << 23 | below(2) << 31;
          if (below(8) == 0) c = 0;
          if (spread > 100 && below(2) == 0) c = below(1 << 23) | (1 + below(253)) << 23;
        }
      }
    }
    const Words words = multiplied(one, numbers);
    for (unsigned row = 0; row < 16; ++row) {
      for (unsigned column = 0; column < 8; ++column) {
        ASSERT_EQ(result(one, words, row, column), expected(one, numbers, row, column))
            << "round " << round << ", row " << row << ", column " << column;
      }
    }
  }
}

// clang-format off
constexpr Case kCases[] = {
    {.name = "e4m3_e5m2", .spelling = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e5m2.f32", .a = kE4m3, .b = kE5m2},
    {.name = "e2m1_e3m2", .spelling = "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e3m2.f32", .a = kE2m1, .b = kE3m2},
    {.name = "e2m3_e2m1", .spelling = "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e2m3.e2m1.f32", .a = kE2m3, .b = kE2m1},
    {.name = "halves", .spelling = "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f16.e2m1.e2m3.f16", .a = kE2m1, .b = kE2m3, .halves = true},
    {.name = "mxf8", .spelling = "mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e4m3.f32.ue8m0", .a = kE4m3, .b = kE4m3, .scales = 1, .which = ", {%r20}, {2, 1}, {%r21}, {3, 2}", .byte_a = 2, .thread_a = 1, .byte_b = 3, .thread_b = 2},
    {.name = "mxf8_mxf4", .spelling = "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e5m2.e2m1.f32.ue8m0", .a = kE5m2, .b = kE2m1, .scales = 1, .which = ", %r20, {%h1, 0}, %r21, {0, %h1}", .byte_a = 1, .thread_b = 1},
    {.name = "mxf4", .spelling = "mma.sync.aligned.kind::mxf4.block_scale.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0", .a = kE2m1, .b = kE2m1, .depth = 64, .scales = 2, .which = ", %r20, {2, 1}, %r21, {0, 3}", .byte_a = 2, .thread_a = 1, .thread_b = 3},
    {.name = "nvf4_by_32", .spelling = "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0", .a = kE2m1, .b = kE2m1, .depth = 64, .scales = 2, .which = ", %r20, {0, 0}, %r21, {2, 0}", .byte_b = 2},
    {.name = "nvf4", .spelling = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", .a = kE2m1, .b = kE2m1, .depth = 64, .scales = 4, .by_powers = false, .which = ", %r20, {0, 1}, %r21, {0, 2}", .thread_a = 1, .thread_b = 2},
};

// clang-format on
INSTANTIATE_TEST_SUITE_P(All, MmaKinds, ::testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(MmaKindsOfNoNumbers, AreNan) {
  constexpr std::uint32_t kNan = 0x7fffffff;
  const auto with = [](const Case& one, auto&& change) {
    Numbers numbers;
    for (auto& row : numbers.a) std::ranges::fill(row, 1u);
    for (auto& row : numbers.b) std::ranges::fill(row, 1u);
    for (auto& row : numbers.scale_a) std::ranges::fill(row, 120u);
    for (auto& row : numbers.scale_b) std::ranges::fill(row, 120u);
    change(numbers);
    const Words words = multiplied(one, numbers);
    return std::array{result(one, words, 0, 0), result(one, words, 1, 1)};
  };
  const Case& mxf8 = kCases[4];
  const Case& nvf4 = kCases[8];
  EXPECT_EQ(with(mxf8, [](Numbers& n) { n.scale_a[0][0] = 0xff; })[0], kNan);
  EXPECT_NE(with(mxf8, [](Numbers& n) { n.scale_a[0][0] = 0xff; })[1], kNan);
  EXPECT_EQ(with(mxf8, [](Numbers& n) { n.a[0][3] = 0x7f; })[0], kNan);
  EXPECT_EQ(with(mxf8, [](Numbers& n) { n.c[0][0] = 0xff800000; })[0], 0xff800000);
  EXPECT_EQ(with(nvf4, [](Numbers& n) { n.scale_b[0][3] = 0x7f; })[0], kNan);
  EXPECT_EQ(with(nvf4, [](Numbers& n) { n.c[0][0] = 0x7f800000; })[0], 0x7f800000);
  EXPECT_EQ(with(nvf4, [](Numbers& n) { n.c[0][0] = 0x7f800001; })[0], kNan);
}

TEST(MmaKindsOfNoNumbers, AreForTheirOwnGeneration) {
  Words words(512);
  EXPECT_THAT(run_on(words, text_of(kCases[0]), {.sm = 100}).errors, HasSubstr("needs sm_120 or later"));
  Case wrong = kCases[4];
  wrong.which = ", %r20, {2}, %r21, {3, 2}";
  EXPECT_THAT(run_on(words, text_of(wrong), kOnRtx50).errors, HasSubstr("the numbers of a byte and a thread"));
}

}  // namespace
}  // namespace warpglass::isa::mma_kinds_test
