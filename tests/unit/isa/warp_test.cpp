// Shuffles, votes, matches, reductions and elections through the whole engine, with whole warps, with groups, and with
// lanes that have gone different ways.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using Words = std::vector<std::uint32_t>;

/// The manual's description of shfl, line by line.
int manual_source(const std::string& mode, int lane, int bval, int cval, int segmask, bool& in_range) {
  const int max_lane = (lane & segmask) | (cval & ~segmask & 31);
  const int min_lane = lane & segmask;
  int j = 0;
  if (mode == "up") j = lane - bval, in_range = j >= max_lane;
  if (mode == "down") j = lane + bval, in_range = j <= max_lane;
  if (mode == "bfly") j = lane ^ bval, in_range = j <= max_lane;
  if (mode == "idx") j = min_lane | (bval & ~segmask & 31), in_range = j <= max_lane;
  return in_range ? j : lane;
}

TEST(Shuffle, EveryModeDistanceAndSegmentLiteralOrNot) {
  const std::string spellings[] = {
      "shfl.sync.{m}.b32 %r3|%p1, %r1, {b}, {c}, -1;",
      "mov.u32 %r10, {b}; mov.u32 %r11, {c}; shfl.sync.{m}.b32 %r3|%p1, %r1, %r10, %r11, -1;"};
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    for (const int width : {32, 16, 8, 2, 1}) {
      // One kernel for all distances: the results of distance b go to the b-th row of the buffer.
      for (const std::string& spelling : spellings) {
        const int clamp = mode == "up" ? 0 : 31;
        const int c = (32 - width) << 8 | clamp;
        std::string body =
            "mul.lo.s32 %r1, %thread, 10;\nmul.wide.u32 %rd1, %thread, 4;\nadd.s64 %rd1, %buffer, %rd1;\n";
        for (int b = 0; b < 32; ++b) {
          std::string one = spelling;
          for (const auto& [from, to] : {std::pair<std::string, std::string>{"{m}", mode},
                                         {"{b}", std::to_string(b)},
                                         {"{c}", std::to_string(c)}}) {
            for (std::size_t at; (at = one.find(from)) != std::string::npos;) one.replace(at, from.size(), to);
          }
          body += one + "\nselp.u32 %r4, 1000, 0, %p1;\nadd.s32 %r3, %r3, %r4;\nst.global.u32 [%rd1+" +
                  std::to_string(128 * b) + "], %r3;\n";
        }
        Words words(32 * 32);
        const Outcome outcome = run_on(words, kernel_around(body));
        ASSERT_EQ(outcome.errors, "");
        for (int b = 0; b < 32; ++b) {
          for (int lane = 0; lane < 32; ++lane) {
            bool in_range = false;
            const int source = manual_source(mode, lane, b, clamp, 32 - width, in_range);
            ASSERT_EQ(words[std::size_t(32 * b + lane)], std::uint32_t(10 * source + (in_range ? 1000 : 0)))
                << mode << " lane " << lane << " b " << b << " width " << width
                << (&spelling == spellings ? " literal" : "");
          }
        }
      }
    }
  }
}

TEST(Shuffle, LanesThatDoNotExecuteKeepTheirs) {
  Words words(128, 5);
  const Outcome outcome = run_on(words, kernel_around(R"(
    mov.u32 %r2, 77;
    setp.lt.u32 %p1, %thread, 8;
    @%p1 shfl.sync.down.b32 %r2, %thread, 1, 31, 0xff;
    st.global.u32 [%here], %r2;)"));
  ASSERT_EQ(outcome.errors, "");
  // Lane 7's source does not execute.
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(words[4 * lane], lane < 7 ? lane + 1 : lane == 7 ? 0 : 77) << lane;
}

TEST(Shuffle, BeforeVoltaItTakesNoMemberMask) {
  Words words(128);
  const Outcome outcome =
      run_on(words, kernel_around("shfl.bfly.b32 %r1, %thread, 16, 31;\nst.global.u32 [%here], %r1;"));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(words[4 * lane], lane ^ 16);
}

TEST(Sync, LanesOnDifferentWaysGather) {
  // The halves of the warp come to the ballot by different branches of different length.
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    setp.lt.u32 %p1, %thread, 16;
    @%p1 bra LOW;
    mov.u32 %r1, 0;
SPIN:
    add.s32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 20;
    @%p2 bra SPIN;
LOW:
    setp.eq.u32 %p3, %thread, %thread;
    vote.sync.ballot.b32 %r2, %p3, -1;
    activemask.b32 %r3;
    st.global.v2.u32 [%here], {%r2, %r3};)"));
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[4 * lane], 0xffffffffu) << lane;
    EXPECT_EQ(words[4 * lane + 1], 0xffffffffu) << lane;
  }
}

TEST(Sync, EachGroupOfAMixedMaskIsItsOwn) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    setp.lt.u32 %p1, %thread, 16;
    selp.b32 %r1, 0xffff, 0xffff0000, %p1;
    and.b32 %r2, %thread, 1;
    setp.eq.u32 %p2, %r2, 1;
    vote.sync.ballot.b32 %r3, %p2, %r1;
    redux.sync.add.u32 %r4, %thread, %r1;
    match.any.sync.b32 %r5, %r2, %r1;
    elect.sync %r6|%p3, %r1;
    selp.b32 %r7, 64, 0, %p3;
    add.s32 %r6, %r6, %r7;
    st.global.v4.u32 [%here], {%r3, %r4, %r5, %r6};)"));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const bool low = lane < 16;
    const std::uint32_t odd = low ? 0xaaaau : 0xaaaa0000u;
    const std::uint32_t leader = low ? 0 : 16;
    EXPECT_EQ(words[4 * lane], odd) << lane;
    EXPECT_EQ(words[4 * lane + 1], low ? 120u : 376u) << lane;
    EXPECT_EQ(words[4 * lane + 2], lane % 2 != 0 ? odd : odd >> 1) << lane;
    EXPECT_EQ(words[4 * lane + 3], leader + (lane == leader ? 64 : 0)) << lane;
  }
}

TEST(Vote, AllAnyUniInEitherWordOrder) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    setp.lt.u32 %p1, %thread, 31;
    setp.lt.u32 %p2, %thread, 40;
    vote.sync.all.pred %p3, %p1, -1;
    vote.all.sync.pred %p4, %p2, -1;
    vote.sync.any.pred %p5, !%p1, -1;
    vote.sync.uni.pred %p6, %p1, -1;
    vote.sync.uni.pred %p7, !%p2, -1;
    vote.ballot.sync.b32 %r9, %p1, 0x7fffffff;
    selp.b32 %r1, 1, 0, %p3;
    selp.b32 %r2, 2, 0, %p4;
    selp.b32 %r3, 4, 0, %p5;
    selp.b32 %r4, 8, 0, %p6;
    selp.b32 %r5, 16, 0, %p7;
    or.b32 %r1, %r1, %r2;
    or.b32 %r1, %r1, %r3;
    or.b32 %r1, %r1, %r4;
    or.b32 %r1, %r1, %r5;
    vote.any.pred %p8, %p1;
    selp.b32 %r8, 1, 0, %p8;
    st.global.v4.u32 [%here], {%r1, %r9, %r8, %r8};)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 2u + 4u + 16u);
  EXPECT_EQ(words[1], 0x7fffffffu);
  EXPECT_EQ(words[2], 1u);
}

TEST(Match, AllSaysWhetherAndWho) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    mov.u64 %rd1, 0x1234567890;
    match.all.sync.b64 %r1|%p1, %rd1, -1;
    cvt.u64.u32 %rd2, %thread;
    match.all.sync.b64 %r2|%p2, %rd2, -1;
    setp.lt.u32 %p3, %thread, 4;
    @%p3 match.all.sync.b32 %r3, 7, 0xf;
    selp.b32 %r4, 1, 0, %p1;
    selp.b32 %r5, 2, 0, %p2;
    add.s32 %r4, %r4, %r5;
    st.global.v4.u32 [%here], {%r1, %r2, %r3, %r4};)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 0xffffffffu);
  EXPECT_EQ(words[1], 0u);
  EXPECT_EQ(words[2], 0xfu);
  EXPECT_EQ(words[3], 1u);
}

TEST(Redux, EveryOperation) {
  Words words(128);
  for (std::size_t lane = 0; lane < 32; ++lane) words[4 * lane] = std::uint32_t(lane * 0x9e3779b9u);
  const Words values = [&] {
    Words v;
    for (std::size_t lane = 0; lane < 32; ++lane) v.push_back(words[4 * lane]);
    return v;
  }();
  const auto result = [&](const std::string& how) {
    Words buffer = words;
    const Outcome outcome = run_on(buffer, kernel_around("ld.global.u32 %r1, [%here];\nredux.sync." + how +
                                                         " %r2, %r1, -1;\nst.global.u32 [%here], %r2;"));
    EXPECT_EQ(outcome.errors, "");
    for (std::size_t lane = 1; lane < 32; ++lane) EXPECT_EQ(buffer[4 * lane], buffer[0]) << how;
    return buffer[0];
  };
  const auto fold = [&](auto combine) { return std::accumulate(values.begin() + 1, values.end(), values[0], combine); };
  const auto less = [](std::uint32_t x, std::uint32_t y) { return std::int32_t(x) < std::int32_t(y); };
  EXPECT_EQ(result("add.s32"), fold([](auto x, auto y) { return x + y; }));
  EXPECT_EQ(result("and.b32"), fold([](auto x, auto y) { return x & y; }));
  EXPECT_EQ(result("or.b32"), fold([](auto x, auto y) { return x | y; }));
  EXPECT_EQ(result("xor.b32"), fold([](auto x, auto y) { return x ^ y; }));
  EXPECT_EQ(result("min.u32"), *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(result("max.u32"), *std::max_element(values.begin(), values.end()));
  EXPECT_EQ(result("min.s32"), *std::min_element(values.begin(), values.end(), less));
  EXPECT_EQ(result("max.s32"), *std::max_element(values.begin(), values.end(), less));
}

}  // namespace
}  // namespace warpglass::isa
