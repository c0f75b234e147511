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

// Which bytes of a vector are used stands in nvcc's text, as tests/hardware/programs/used_words.cu has it.
TEST(MergedLoads, LeaveVectorsAloneOfWhichAPragmaSaysWhatIsUsed) {
  const auto vector = [](const std::string& mask, const std::string& used, const std::string& words) {
    std::string text = mask.empty() ? "" : ".pragma \"used_bytes_mask " + mask + "\";\n";
    text += "ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [s];\n";
    for (const char word : words)
      text += fmt::format("ld.shared.u32 %r{}, [s+{}];\n", 4 + word - '0', 4 * (word - '0'));
    for (const char word : used) text += fmt::format("st.global.u32 [%here], %r{};\n", word);
    for (const char word : words) text += fmt::format("st.global.u32 [%here], %r{};\n", 4 + word - '0');
    return lowered(text);
  };
  EXPECT_EQ(vector("", "013", "2"), (List{"ld 16", "ld redundant"}));
  EXPECT_EQ(vector("61695", "013", "2"), (List{"ld 16", "ld 4"}));
  EXPECT_EQ(vector("4095", "012", "1"), (List{"ld 16", "ld 4"}));
  EXPECT_EQ(vector("255", "01", "1"), (List{"ld 8", "ld 4"}));
  EXPECT_EQ(vector("61680", "13", "02"), (List{"ld 16", "ld redundant", "ld redundant"}));
}

TEST(RedundantLoads, OfVectorsAtAnAddressOfTheWholeWarpAreThoseOfOneWidth) {
  const auto words = [](const std::string& address) {
    return lowered("ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [" + address + "];\nld.global.u32 %r4, [" + address +
                       "+8];\nld.global.v4.u32 {%r5, %r6, %r7, %r8}, [" + address +
                       "];\nadd.s32 %r0, %r0, %r1;\nadd.s32 %r0, %r0, %r2;\nadd.s32 %r0, %r0, %r3;\n"
                       "add.s32 %r0, %r0, %r4;\nadd.s32 %r0, %r0, %r5;\nst.shared.u32 [s], %r0;",
                   sim::Space::global);
  };
  EXPECT_EQ(words("%here"), (List{"ld 16", "ld redundant", "ld redundant"}));
  EXPECT_EQ(words("%buffer"), (List{"ld 16", "ld 4", "ld redundant"}));
}

TEST(MergedLoads, KnowOfAValueWithSeveralWritersWhatItIsAMultipleOf) {
  const auto pair_at = [](const std::string& pointer) {
    return lowered(base(16) + pointer + "ld.shared.u32 %r0, [%rd9+8];\nld.shared.u32 %r1, [%rd9+12];\n" +
                   "ld.shared.u32 %r2, [%rd9+16];\nld.shared.u32 %r3, [%rd9+20];\nadd.s32 %r0, %r0, %r1;\n"
                   "add.s32 %r0, %r0, %r2;\nadd.s32 %r0, %r0, %r3;\nst.global.u32 [%here], %r0;");
  };
  const List one{"ld 16", "ld merged", "ld merged", "ld merged"};
  const List two{"ld 8", "ld merged", "ld 8", "ld merged"};
  EXPECT_EQ(pair_at("add.s64 %rd9, %rd1, 8;\n"), one);
  EXPECT_EQ(pair_at("add.s64 %rd7, %rd1, 8;\nadd.s64 %rd8, %rd1, 72;\nselp.b64 %rd9, %rd7, %rd8, %p1;\n"), two);
  EXPECT_EQ(pair_at("add.s64 %rd9, %rd1, 8;\n@%p1 bra M;\nadd.s64 %rd9, %rd1, 72;\nM:\n"), two);
}

TEST(UnusedLoads, OfWordsOf64BitsAreHalvesHoweverTheyAreCutOff) {
  const auto of = [](const std::string& use) {
    return lowered("ld.shared.u64 %rd5, [s+8];\n" + use + "\nst.global.u64 [%here], %rd6;")[0];
  };
  EXPECT_EQ(of("shl.b64 %rd6, %rd5, 32;"), "ld 4");
  EXPECT_EQ(of("shl.b64 %rd6, %rd5, 31;"), "ld 8");
  EXPECT_EQ(of("and.b64 %rd6, %rd5, 255;"), "ld 4");
  EXPECT_EQ(of("shr.u64 %rd6, %rd5, 32;"), "ld 4");
  EXPECT_EQ(of("selp.b64 %rd7, 0, %rd5, %p1;\nadd.s64 %rd8, %rd7, %here;\nshl.b64 %rd6, %rd8, 40;"), "ld 4");
  EXPECT_EQ(of("mov.b64 {%r1, %r2}, %rd5;\ncvt.u64.u32 %rd6, %r2;"), "ld 4");
}

}  // namespace
}  // namespace warpglass::isa
