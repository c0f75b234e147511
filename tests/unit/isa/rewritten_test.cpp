// Words that are stored twice, and branches whose ways load: what an H200 executes of
// tests/hardware/programs/rewritten.cu and of h200/random3.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/isa/lowered_text.hpp"

namespace warpglass::isa {
namespace {

const std::string kTwice =
    "st.global.u32 [%here], %r1;\nld.global.nc.u32 %r2, [%buffer+64];\nst.global.u32 [%here], %r2;\n";
const std::string kLoad = "ld.global.u32 %r3, [%buffer+128];\nst.global.u32 [%buffer], %r3;\n";

List of_global(const std::string& body) { return lowered(body, sim::Space::global); }

TEST(RewrittenWords, AreStoredOnceAroundALoadThatNothingChanges) {
  EXPECT_EQ(of_global(kTwice), (List{"st overwritten", "ld 4", "st 4"}));
  EXPECT_EQ(of_global("st.global.u32 [%here], %r1;\n" + kLoad + "st.global.u32 [%here], %r2;\n"),
            (List{"st 4", "ld 4", "st 4", "st 4"}));
  EXPECT_EQ(lowered("st.shared.u32 [s], %r1;\nld.global.nc.u32 %r2, [%buffer];\nst.shared.u32 [s], %r2;\n"),
            (List{"st overwritten", "st 4"}));
}

TEST(RewrittenWords, StayWhereTheyAreWrittenAgainBehindALoad) {
  EXPECT_EQ(of_global(kTwice + kLoad), (List{"st overwritten", "ld 4", "st 4", "ld 4", "st 4"}));
  EXPECT_EQ(of_global(kTwice + kLoad + kTwice),
            (List{"st 4", "ld 4", "st 4", "ld 4", "st 4", "st overwritten", "ld redundant", "st 4"}));
}

// Both ways are one block of the machine.
TEST(RewrittenWords, StayWhereTheOtherPredicatedWayWritesThemBehindALoad) {
  const auto ways = [](const std::string& more) {
    return of_global("setp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\n" + kTwice + more + "bra Y;\nX: " + kLoad +
                     "st.global.u32 [%here], %r1;\nY: exit;")[0];
  };
  std::string much;
  for (int i = 0; i < 30; ++i) much += "xor.b32 %r5, %r5, %thread;\n";
  EXPECT_EQ(ways(""), "st 4");
  EXPECT_EQ(ways(much), "st overwritten");  // a branch
}

/// "one" load made for both ways, or "two"; the first way waits for what it loads.
std::string loads_of_ways(const std::string& more, const std::string& between = "") {
  const List made = of_global(
      "add.s64 %rd1, %buffer, 64;\nsetp.gt.u32 %p1, %thread, 7;\nsetp.gt.u32 %p2, %thread, 20;\n"
      "@%p2 bra Z;\n@%p1 bra X;\n"
      "ld.global.u32 %r1, [%rd1];\nadd.u32 %r5, %r1, 1;\nadd.u32 %r5, %r5, %thread;\n" +
      more + "bra Y;\n" + between +
      "X: ld.global.u32 %r2, [%rd1];\nadd.u32 %r5, %r2, 2;\nY: st.global.u32 [%here], %r5;\nbar.sync 0;");
  return made[0] == "ld 4" && made[made.size() - 2] == "ld redundant" ? "one" : "two";
}

std::string instructions(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "xor.b32 %r6, %r6, %thread;\n";
  return text;
}

TEST(WaysThatWait, AreOneWhereNeitherIsLong) {
  const std::string other = "Z: st.global.u32 [%here+4], %thread;\nbra Y;\n";
  EXPECT_EQ(loads_of_ways(instructions(5), other), "one");  // another way lies between in the text
  EXPECT_EQ(loads_of_ways(instructions(21), other), "one");
  EXPECT_EQ(loads_of_ways(instructions(22), other), "two");
  EXPECT_EQ(loads_of_ways("div.s32 %r6, %r1, %thread;\n" + instructions(5), other), "two");
}

// What the way waits for is loaded behind the next condition in any case.
TEST(WaysThatWait, ArePredicatedWhereTheSameIsLoadedBehindThem) {
  const auto load = [](const std::string& next) {
    return of_global(
        "setp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\nld.global.nc.u32 %r1, [%buffer+64];\nadd.u32 %r5, %r1, 1;\nX:\n" +
        next + "ld.global.nc.u32 %r2, [%buffer+64];\nadd.u32 %r5, %r5, %r2;\nst.global.u32 [%here], %r5;\n");
  };
  EXPECT_EQ(load(""), (List{"ld redundant", "ld 4", "st 4"}));
  const std::string condition = "setp.gt.u32 %p2, %thread, 9;\n@%p2 bra Z;\n";
  EXPECT_EQ(load(condition + "st.global.u32 [%here+4], %thread;\nZ:\n"),
            (List{"ld redundant", "st 4", "ld 4", "st 4"}));
  EXPECT_EQ(load(condition + "bar.sync 1;\nZ:\n"), (List{"ld 4", "ld 4", "st 4"}));
}

TEST(Alignment, OfAThreadsMemoryIsThatOfItsStack) {
  const std::string three = "st.local.u32 [%rd2], %r1;\nst.local.u32 [%rd2+4], %r2;\nst.local.u32 [%rd2+8], %r3;\n";
  const std::string index =
      "mad.wide.u32 %rd3, %thread, 4, %rd2;\nld.local.u64 %rd9, [%rd3];\nst.global.u64 [%here], %rd9;\n";
  const auto stores = [&](const std::string& pointer) {
    return lowered(".local .align 4 .b8 d[12];\nmov.u64 %rd1, d;\n" + pointer + three + index, sim::Space::local);
  };
  EXPECT_EQ(stores("mov.u64 %rd2, %rd1;\n"), (List{"st 8", "st merged", "st 4", "ld 8"}));
  EXPECT_EQ(stores("cvta.local.u64 %rd4, %rd1;\ncvta.to.local.u64 %rd2, %rd4;\n"),
            (List{"st 4", "st 4", "st 4", "ld 8"}));
}

// Of what power of two a shared array's address is a multiple counts, not where it lies in a line: `u` at 0, `v` at 20.
TEST(Alignment, OfSharedArraysIsAPowerOfTwo) {
  const auto words = [](const std::string& array) {
    return lowered(
        ".shared .align 4 .b8 u[20];\n.shared .align 4 .b8 v[64];\nst.shared.u32 [u], %thread;\nmov.u32 %r9, " + array +
        ";\nmad.lo.u32 %r9, %thread, 64, %r9;\nld.shared.u32 %r1, [%r9];\nld.shared.u32 %r2, [%r9+4];\nld.shared.u32 "
        "%r3, [%r9+8];\n"
        "ld.shared.u32 %r4, [%r9+12];\nld.shared.u32 %r5, [%r9+16];\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r1, %r1, %r3;\n"
        "add.u32 %r1, %r1, %r4;\nadd.u32 %r1, %r1, %r5;\nst.global.u32 [%here], %r1;\n");
  };
  EXPECT_EQ(words("u"), (List{"st 4", "ld 16", "ld merged", "ld merged", "ld merged", "ld 4"}));
  EXPECT_EQ(words("v"), (List{"st 4", "ld 4", "ld 4", "ld 4", "ld 4", "ld 4"}));
}

}  // namespace
}  // namespace warpglass::isa
