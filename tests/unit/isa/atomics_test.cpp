// Atomic operations through the whole engine: what memory holds after 32 lanes, and what each lane saw before its turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/atomics.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// Lane i applies `instruction` with %r1 (or %rd1, %f1, %d1) = operand(i) to word 0 of the buffer (its first 8 bytes);
/// the old value goes to the lane's own place, 16 bytes a lane from byte 16 on.
template <class T>
void expect_sequence(const std::string& instruction, const std::string& reg, T start,
                     const std::function<T(int)>& operand, const std::function<T(T old, T b)>& update) {
  std::vector<std::byte> buffer(16 + 32 * 16);
  std::memcpy(buffer.data(), &start, sizeof start);
  for (int lane = 0; lane < 32; ++lane) {
    const T b = operand(lane);
    std::memcpy(buffer.data() + 16 + 16 * lane, &b, sizeof b);
  }
  const std::string type = "b" + std::to_string(8 * sizeof(T));
  const Outcome outcome =
      run_on(buffer, kernel_around("ld.global." + type + " " + reg + "1, [%here+16];\n" + instruction + "\nst.global." +
                                   type + " [%here+16], " + reg + "2;"));
  ASSERT_EQ(outcome.errors, "") << instruction;
  T expected = start;
  for (int lane = 0; lane < 32; ++lane) {
    T seen;
    std::memcpy(&seen, buffer.data() + 16 + 16 * lane, sizeof seen);
    EXPECT_EQ(seen, expected) << instruction << " lane " << lane;
    expected = update(expected, operand(lane));
  }
  T last;
  std::memcpy(&last, buffer.data(), sizeof last);
  EXPECT_EQ(last, expected) << instruction;
}

using u32 = std::uint32_t;
using u64 = std::uint64_t;

TEST(Atom, IntegersInLaneOrder) {
  const auto operand = [](int lane) { return u32(lane) * 0x9e3779b9u; };
  const auto check = [&](const char* how, auto update) {
    expect_sequence<u32>("atom.global." + std::string(how) + " %r2, [%buffer], %r1;", "%r", 0x1234u, operand, update);
  };
  check("add.u32", [](u32 old, u32 b) { return old + b; });
  check("add.s32", [](u32 old, u32 b) { return old + b; });
  check("and.b32", [](u32 old, u32 b) { return old & b; });
  check("or.b32", [](u32 old, u32 b) { return old | b; });
  check("xor.b32", [](u32 old, u32 b) { return old ^ b; });
  check("exch.b32", [](u32, u32 b) { return b; });
  check("min.u32", [](u32 old, u32 b) { return std::min(old, b); });
  check("max.u32", [](u32 old, u32 b) { return std::max(old, b); });
  check("min.s32", [](u32 old, u32 b) { return u32(std::min(std::int32_t(old), std::int32_t(b))); });
  check("max.s32", [](u32 old, u32 b) { return u32(std::max(std::int32_t(old), std::int32_t(b))); });
}

TEST(Atom, LongIntegersInLaneOrder) {
  const auto operand = [](int lane) { return u64(lane) * 0x9e3779b97f4a7c15u; };
  const auto check = [&](const char* how, auto update) {
    expect_sequence<u64>("atom.relaxed.gpu.global." + std::string(how) + " %rd2, [%buffer], %rd1;", "%rd", 0x1234u,
                         operand, update);
  };
  check("add.u64", [](u64 old, u64 b) { return old + b; });
  check("and.b64", [](u64 old, u64 b) { return old & b; });
  check("exch.b64", [](u64, u64 b) { return b; });
  check("min.s64", [](u64 old, u64 b) { return u64(std::min(std::int64_t(old), std::int64_t(b))); });
  check("max.u64", [](u64 old, u64 b) { return std::max(old, b); });
}

TEST(Atom, CountersWrapAtTheirOperand) {
  expect_sequence<u32>(
      "atom.global.inc.u32 %r2, [%buffer], %r1;", "%r", 3, [](int) { return 5u; },
      [](u32 old, u32 b) { return old >= b ? 0 : old + 1; });
  expect_sequence<u32>(
      "atom.global.dec.u32 %r2, [%buffer], %r1;", "%r", 3, [](int) { return 5u; },
      [](u32 old, u32 b) { return old == 0 || old > b ? b : old - 1; });
}

TEST(Atom, FloatSums) {
  expect_sequence<float>(
      "atom.global.add.f32 %f2, [%buffer], %f1;", "%f", 0.1f, [](int lane) { return 1.0f / float(lane + 3); },
      [](float old, float b) { return old + b; });
  expect_sequence<double>(
      "atom.global.sys.add.f64 %d2, [%buffer], %d1;", "%d", 0.1, [](int lane) { return 1.0 / (lane + 3); },
      [](double old, double b) { return old + b; });
}

TEST(Atom, FloatSumsFlushSubnormalsInGlobalMemoryOnly) {
  const float tiny = 0x1p-140f;
  expect_sequence<float>(
      "atom.global.add.f32 %f2, [%buffer], %f1;", "%f", 0.0f, [=](int) { return tiny; },
      [](float, float) { return 0.0f; });
  std::vector<float> values(128, tiny);
  const Outcome outcome = run_on(values, kernel_around(R"(
    .shared .align 4 .b8 sum[4];
    ld.global.f32 %f1, [%here];
    red.shared.add.f32 [sum], %f1;
    bar.sync 0;
    ld.shared.f32 %f2, [sum];
    st.global.f32 [%here], %f2;)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(values[0], 32 * tiny);
}

TEST(Atom, CompareAndSwapLetsOneLaneIn) {
  std::vector<u32> words(4 + 128);
  words[0] = 7;
  const Outcome outcome = run_on(words, kernel_around(R"(
    add.s32 %r1, %thread, 100;
    atom.global.cas.b32 %r2, [%buffer], 7, %r1;
    st.global.u32 [%here+16], %r2;)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 100u);
  EXPECT_EQ(words[4], 7u);
  for (std::size_t lane = 1; lane < 32; ++lane) EXPECT_EQ(words[4 + 4 * lane], 100u);
}

TEST(Atom, SixteenBitCompareAndSwap) {
  std::vector<u32> words(128, 0x00050006u);
  const Outcome outcome = run_on(words, kernel_around(R"(
    mov.u16 %h1, 5;
    mov.u16 %h2, 9;
    atom.global.cas.b16 %h3, [%here+2], %h1, %h2;
    cvt.u32.u16 %r1, %h3;
    st.global.u32 [%here+4], %r1;)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 0x00090006u);
  EXPECT_EQ(words[1], 5u);
}

TEST(Red, VectorsAndPackedHalves) {
  std::vector<u32> words(128);
  words[0] = u32{float_to_half(1.0f)} << 16 | float_to_half(0.5f);
  const Outcome outcome = run_on(words, kernel_around(R"(
    mov.b32 %r1, 0x3c003800;
    red.global.add.noftz.f16x2 [%buffer], %r1;
    mov.f32 %f1, 0f3f800000;
    mov.f32 %f2, 0f40000000;
    red.global.add.v2.f32 [%buffer+8], {%f1, %f2};)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(half_to_float(std::uint16_t(words[0])), 16.5f);
  EXPECT_EQ(half_to_float(std::uint16_t(words[0] >> 16)), 33.0f);
  EXPECT_EQ(std::bit_cast<float>(words[2]), 32.0f);
  EXPECT_EQ(std::bit_cast<float>(words[3]), 64.0f);
}

TEST(Red, OfSeveralValuesIsForGlobalMemory) {
  std::vector<u32> words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 8 .b8 sums[8];
    mov.u64 %rd1, sums;
    cvta.shared.u64 %rd1, %rd1;
    red.add.v2.f32 [%rd1], {%f1, %f2};)"));
  EXPECT_THAT(outcome.errors,
              testing::HasSubstr("a generic one of shared memory, which the instruction does not reach"));
}

/// Lanes that follow each other, and lanes with others between them, at one of two words, which come and go with thread
/// 0.
TEST(Red, SumsOfOneWordAreMadeInLaneOrder) {
  for (const bool global : {true, false}) {
    for (const std::uint32_t first : {0u, 5u}) {
      std::vector<float> values(128);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0f / static_cast<float>(i + 3);
      float sums[2] = {values[1], values[2]};
      for (std::size_t lane = first; lane < 32; ++lane) sums[lane / 3 % 2] += values[4 * lane];
      const std::string body =
          fmt::format(R"(
        .shared .align 4 .b8 sums[8];
        ld.global.f32 %f1, [%here];
        ld.global.f32 %f2, [%buffer+4];
        ld.global.f32 %f3, [%buffer+8];
        st.shared.f32 [sums], %f2;
        st.shared.f32 [sums+4], %f3;
        bar.warp.sync -1;
        div.u32 %r2, %thread, 3;
        and.b32 %r2, %r2, 1;
        shl.b32 %r2, %r2, 2;
        mov.u32 %r1, sums;
        add.u32 %r1, %r1, %r2;
        cvt.u64.u32 %rd1, %r2;
        add.u64 %rd1, %rd1, %buffer;
        setp.ge.u32 %p1, %thread, {};
        @%p1 red.{}.add.f32 [{}], %f1;
        {})",
                      first, global ? "global" : "shared", global ? "%rd1+4" : "%r1", global ? "" : R"(
        bar.warp.sync -1;
        ld.shared.f32 %f2, [sums];
        ld.shared.f32 %f3, [sums+4];
        st.global.f32 [%buffer+4], %f2;
        st.global.f32 [%buffer+8], %f3;)");
      ASSERT_EQ(run_on(values, kernel_around(body)).errors, "");
      EXPECT_EQ(values[1], sums[0]) << global << first;
      EXPECT_EQ(values[2], sums[1]) << global << first;
    }
  }
}

TEST(Atom, GenericAddressesReachSharedMemory) {
  std::vector<u32> words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 sum[4];
    mov.u64 %rd1, sum;
    cvta.shared.u64 %rd1, %rd1;
    atom.add.u32 %r1, [%rd1], 2;
    bar.sync 0;
    ld.shared.u32 %r2, [sum];
    st.global.v2.u32 [%here], {%r1, %r2};)"));
  ASSERT_EQ(outcome.errors, "");
  for (u32 lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[4 * lane], 2 * lane);
    EXPECT_EQ(words[4 * lane + 1], 64u);
  }
}

TEST(AtomicMeaning, MinimumOfHalvesPrefersNumbersAndOrdersZeros) {
  using atomics::Half;
  const auto low = [](std::uint16_t x, std::uint16_t y) { return atomics::min(Half{x}, Half{y}).bits; };
  const auto high = [](std::uint16_t x, std::uint16_t y) { return atomics::max(Half{x}, Half{y}).bits; };
  EXPECT_EQ(low(0x7e00, 0x3c00), 0x3c00);
  EXPECT_EQ(high(0x3c00, 0xfe00), 0x3c00);
  EXPECT_EQ(low(0x0000, 0x8000), 0x8000);
  EXPECT_EQ(high(0x8000, 0x0000), 0x0000);
  EXPECT_EQ(low(0x7e00, 0xfe00), kHalfNaN);
}

template <class T>
void expect_extremes() {
  for (std::uint32_t i = 0; i < 0x10000; i += 113) {
    for (std::uint32_t j = 0; j < 0x10000; j += 127) {
      const T x{static_cast<std::uint16_t>(i)};
      const T y{static_cast<std::uint16_t>(j)};
      const float a = to_float(x);
      const float b = to_float(y);
      const bool x_is_less = a < b || (a == b && std::signbit(a));
      std::uint16_t least = x_is_less ? x.bits : y.bits;
      std::uint16_t most = x_is_less ? y.bits : x.bits;
      if (std::isnan(a)) least = most = std::isnan(b) ? kHalfNaN : y.bits;
      if (!std::isnan(a) && std::isnan(b)) least = most = x.bits;
      ASSERT_EQ(atomics::min(x, y).bits, least) << i << ", " << j;
      ASSERT_EQ(atomics::max(x, y).bits, most) << i << ", " << j;
    }
  }
}
TEST(AtomicMeaning, ExtremesOfHalvesAreThoseOfTheirValues) {
  expect_extremes<atomics::Half>();
  expect_extremes<atomics::BFloat16>();
}

/// Lanes that come to the same places and to others, in part: each finds what the one before has left.
template <class T>
void expect_turns(std::string_view type, std::uint32_t width, std::string_view op, T (*update)(T, T)) {
  constexpr std::uint32_t kBits = 8 * sizeof(T);
  const char kind = kBits == 16 ? 'h' : type == "f32" ? 'f' : 'r';
  const auto list = [&](std::uint32_t from) {
    std::string text;
    for (std::uint32_t i = 0; i < width; ++i) text += fmt::format("{}%{}{}", i == 0 ? "" : ", ", kind, from + i);
    return width == 1 ? text : "{" + text + "}";
  };
  const std::string vector = width == 1 ? "" : fmt::format(".v{}", width);
  const std::string noftz = type == "f32" ? "" : ".noftz";
  for (const LaneMask mask : {kFullMask, LaneMask{0x0ff5f0a1}}) {
    for (const std::uint32_t places : {1u, 5u, 32u}) {
      SCOPED_TRACE(fmt::format("{}{} of {}, {} places, lanes {:#x}", op, vector, type, places, mask));
      // Of each lane 16 bytes in memory, 16 of operands, 16 of results.
      std::vector<T> values(3 * 32 * 16 / sizeof(T));
      std::mt19937 random(5);
      for (std::size_t i = 0; i < 2 * 32 * 16 / sizeof(T); ++i) {
        const auto number = static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 64.0f;
        if constexpr (std::is_same_v<T, float>)
          values[i] = number;
        else if constexpr (requires { values[i].low; })
          round_to(values[i].low, number), round_to(values[i].high, -number);
        else
          round_to(values[i], number);
      }
      std::vector<T> expected = values;
      const std::size_t each = 16 / sizeof(T);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        for (std::uint32_t i = 0; i < width; ++i) {
          T& word = expected[lane * 7 % places * each + i];
          expected[(64 + lane) * each + i] = word;
          word = update(word, expected[(32 + lane) * each + i]);
        }
      }
      std::string body = fmt::format(
          "shl.b32 %r1, 1, %thread;\nand.b32 %r1, %r1, {:#x};\nsetp.eq.u32 %p1, %r1, 0;\n"
          "@%p1 bra SKIP;\nmul.lo.u32 %r1, %thread, 7;\nrem.u32 %r1, %r1, {};\n"
          "mad.wide.u32 %rd1, %r1, 16, %buffer;\n",
          mask, places);
      for (std::uint32_t i = 0; i < width; ++i)
        body += fmt::format("ld.global.b{} %{}{}, [%here+{}];\n", kBits, kind, 10 + i, 512 + i * sizeof(T));
      body += fmt::format("atom.global.{}{}{}.{} {}, [%rd1], {};\n", op, noftz, vector, type, list(20), list(10));
      for (std::uint32_t i = 0; i < width; ++i)
        body += fmt::format("st.global.b{} [%here+{}], %{}{};\n", kBits, 1024 + i * sizeof(T), kind, 20 + i);
      ASSERT_EQ(run_on(values, kernel_around(body + "SKIP:\n")).errors, "");
      ASSERT_EQ(std::memcmp(values.data(), expected.data(), values.size() * sizeof(T)), 0);
    }
  }
}
TEST(AtomicTurns, OfNumbersWhoseUpdateTakesItsTime) {
  using namespace atomics;
  for (const std::uint32_t width : {1u, 2u, 4u, 8u}) {
    expect_turns<Half>("f16", width, "add", add<Half>);
    expect_turns<BFloat16>("bf16", width, "add", add<BFloat16>);
    if (width > 1) {
      expect_turns<Half>("f16", width, "min", min<Half>);
      expect_turns<Half>("f16", width, "max", max<Half>);
      expect_turns<BFloat16>("bf16", width, "min", min<BFloat16>);
      expect_turns<BFloat16>("bf16", width, "max", max<BFloat16>);
    }
    if (width == 8) continue;
    expect_turns<Pair<Half>>("f16x2", width, "add", both<Half, add<Half>>);
    expect_turns<Pair<BFloat16>>("bf16x2", width, "add", both<BFloat16, add<BFloat16>>);
    if (width > 1) expect_turns<Pair<Half>>("f16x2", width, "max", both<Half, max<Half>>);
    if (width > 1) expect_turns<float>("f32", width, "add", add_global);
  }
}

}  // namespace
}  // namespace warpglass::isa
