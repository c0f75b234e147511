// What the assembler makes of accesses for what is computed with their values, or between them. Every expectation here
// was read off the machine code that ptxas 13.0 makes of the same text for sm_90.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/isa/lowered_bodies.hpp"
#include "tests/unit/isa/lowered_text.hpp"

namespace warpglass::isa {
namespace {

// Of 16 bits: as tests/hardware/programs/halves.cu has it.
TEST(MergedLoads, OfHalvesThatMayLieTwoInARegister) {
  const auto four = [](const std::string& use) {
    std::string text = base(16);
    for (const char* i : {"0", "1", "2", "3"})
      text += fmt::format("ld.shared.u16 %h{}, [%rd1+{}];\n", i, 2 * (*i - '0'));
    for (const char* i : {"0", "1", "2", "3"}) text += fmt::format(fmt::runtime(use), fmt::arg("i", i));
    return lowered(text);
  };
  const List merged{"ld 8", "ld merged", "ld merged", "ld merged"};
  const List single{"ld 2", "ld 2", "ld 2", "ld 2"};
  EXPECT_EQ(four("st.global.u16 [%here], %h{i};\n"), merged);
  EXPECT_EQ(four("cvt.f32.f16 %f{i}, %h{i};\nst.global.f32 [%here], %f{i};\n"), merged);
  EXPECT_EQ(four("cvt.rn.f32.u16 %f{i}, %h{i};\nst.global.f32 [%here], %f{i};\n"), merged);
  EXPECT_EQ(four("mul.lo.s16 %h{i}, %h{i}, %h7;\nst.global.u16 [%here], %h{i};\n"), merged);
  EXPECT_EQ(four("add.s16 %h{i}, %h{i}, %h7;\nst.global.u16 [%here], %h{i};\n"), single);
  EXPECT_EQ(four("cvt.f32.bf16 %f{i}, %h{i};\nst.global.f32 [%here], %f{i};\n"), single);
  EXPECT_EQ(four("cvt.u32.u16 %r{i}, %h{i};\nst.global.u32 [%here], %r{i};\nst.global.u16 [%here], %h{i};\n"), single);
}

// As tests/hardware/programs/routines.cu has it.
TEST(MergedLoads, EndAtDivisionsThatCallARoutine) {
  const auto pair = [](const std::string& between) {
    return lowered(base(16) + "ld.shared.f32 %f0, [%rd1];\n" + between +
                   "\nld.shared.f32 %f1, [%rd1+4];\nst.global.f32 [%here], %f0;\nst.global.f32 [%here], %f1;\n"
                   "st.global.f32 [%here], %f2;");
  };
  const List merged{"ld 8", "ld merged"};
  const List single{"ld 4", "ld 4"};
  for (const char* ends :
       {"div.rn.f32 %f2, %f0, %f3;", "rcp.rn.ftz.f32 %f2, %f0;", "sqrt.rz.f32 %f2, %f0;", "div.rn.f64 %d0, %d1, %d2;",
        "rsqrt.approx.f64 %d0, %d1;", "rem.u64 %rd6, %rd7, %rd8;", "div.s16 %h1, %h2, %h3;"})
    EXPECT_EQ(pair(ends), single) << ends;
  for (const char* passes :
       {"div.full.f32 %f2, %f0, %f3;", "div.approx.f32 %f2, %f0, %f3;", "rsqrt.approx.f32 %f2, %f0;",
        "rcp.approx.ftz.f64 %d0, %d1;", "rem.u32 %r5, %r6, %r7;", "mul.f32 %f2, %f0, %f3;"})
    EXPECT_EQ(pair(passes), merged) << passes;
}

TEST(MergedStores, EndAtSignedDivisions) {
  const auto pair = [](const std::string& between) {
    return lowered(base(16) + "st.shared.u32 [%rd1], %r1;\n" + between + "\nst.shared.u32 [%rd1+4], %r5;");
  };
  EXPECT_EQ(pair("rem.s32 %r5, %r6, %r7;"), (List{"st 4", "st 4"}));
  EXPECT_EQ(pair("rem.u32 %r5, %r6, %r7;"), pair("add.s32 %r5, %r6, %r7;"));
  EXPECT_NE(pair("rem.u32 %r5, %r6, %r7;"), pair("div.s32 %r5, %r6, %r7;"));
}

TEST(RedundantLoads, AreMadeAgainBehindADivision) {
  const auto twice = [](const std::string& between) {
    return lowered(base(16) + "ld.shared.f32 %f0, [%rd1];\n" + between +
                   "\nld.shared.f32 %f1, [%rd1];\nst.global.f32 [%here], %f1;\nst.global.f32 [%here], %f2;");
  };
  EXPECT_EQ(twice("div.rn.f32 %f2, %f0, %f3;"), (List{"ld 4", "ld 4"}));
  EXPECT_EQ(twice("mul.f32 %f2, %f0, %f3;"), (List{"ld 4", "ld redundant"}));
}

}  // namespace
}  // namespace warpglass::isa
