// Loads that the assembler makes behind a branch. Every expectation here was read off the machine code that ptxas 13.0
// makes of the same text for sm_90; tests/hardware/programs/sinking.cu has the like from a chip.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/lowered_bodies.hpp"

namespace warpglass::isa {
namespace {

using List = std::vector<std::string>;

const std::string kSunkLoad = "ld.shared.u32 %r0, [s+4];\n";
const std::string kCondition = "setp.lt.u32 %p1, %thread, 7;\n";

/// More of %r0 than is predicated, stored.
std::string long_way() {
  std::string text = "mul.lo.s32 %r20, %r0, 7;\n";
  for (int i = 20; i < 30; ++i)
    text += "mul.lo.s32 %r" + std::to_string(i + 1) + ", %r" + std::to_string(i) + ", %r" + std::to_string(i) + ";\n";
  return text + "st.global.u32 [%here], %r30;\n";
}

/// Of the loads of shared memory: "all" lanes make it, "some" behind a branch, or "?" where that is not known.
List made_by(const std::string& body) {
  const LoadedPtx loaded(kernel_around("bar.sync 0;\n" + kCondition + body, kArrays));
  const BindResult bound = loaded.bind_kernel("k", {.lower = true});
  EXPECT_EQ(all_of(bound.diagnostics), "");
  List all;
  if (bound.program == nullptr) return all;
  for (const sim::OpFacts& facts : bound.program->facts) {
    if (facts.kind != sim::OpKind::load || facts.space != sim::Space::shared) continue;
    const bool unknown = facts.lowering.may_move_to != sim::Lowering::kNoBlock;
    all.emplace_back(unknown ? "?" : facts.guarded ? "some" : "all");
  }
  return all;
}

const std::string kEnd = "E: st.global.u32 [%here+4], %thread;\n";

TEST(SunkLoads, AreWhatOneWayNeeds) {
  const std::string branch = "@!%p1 bra E;\n";
  EXPECT_EQ(made_by(kSunkLoad + branch + long_way() + kEnd), List{"some"});
  EXPECT_EQ(made_by(kSunkLoad + branch + long_way() + "E: st.global.u32 [%here+4], %r0;"), List{"all"});
  EXPECT_EQ(made_by(kSunkLoad + branch + "st.global.u32 [%here], %r0;\n" + kEnd), List{"all"});  // predicated
  EXPECT_EQ(made_by(kSunkLoad + branch + "red.global.add.u32 [%here], %r0;\n" + kEnd), List{"some"});
  EXPECT_EQ(made_by("ld.volatile.shared.u32 %r0, [s+4];\n" + branch + long_way() + kEnd), List{"all"});
  EXPECT_EQ(made_by(kSunkLoad + "setp.eq.u32 %p2, %r0, 0;\n@%p2 bra E;\n" + long_way() + kEnd), List{"all"});
  EXPECT_EQ(made_by(kSunkLoad + "@%p1 ret;\n" + long_way()), List{"some"});
  EXPECT_EQ(made_by(kSunkLoad + "@%p1 bra E;\nst.global.u32 [%here], %r0;\nE:"), List{"some"});  // an exit
}

TEST(SunkLoads, AreThoseThatNothingComesBetween) {
  const auto behind = [](const std::string& between) {
    return made_by(kSunkLoad + between + "\n@!%p1 bra E;\n" + long_way() + kEnd);
  };
  EXPECT_EQ(behind("st.global.u32 [%here+8], %thread;"), List{"some"});
  EXPECT_EQ(behind("st.shared.u32 [s+64], %thread;"), List{"all"});
  EXPECT_EQ(behind("bar.sync 0;"), List{"all"});
  EXPECT_EQ(behind("atom.shared.add.u32 %r9, [s], 1;\nst.global.u32 [%here+8], %r9;"), List{"all"});
}

TEST(SunkLoads, TakeArithmeticAlongThatNeedsNoMoreRegisters) {
  const auto behind = [](const std::string& arithmetic) {
    return made_by(kSunkLoad + arithmetic + "\n@!%p1 bra E;\n" + long_way() + kEnd)[0];
  };
  EXPECT_EQ(behind("add.s32 %r0, %r0, 5;"), "all");  // one register with two values
  const auto other = [](const std::string& arithmetic, const std::string& before = "") {
    return made_by(before + "ld.shared.u32 %r1, [s+4];\n" + arithmetic + "\n@!%p1 bra E;\n" + long_way() + kEnd)[0];
  };
  EXPECT_EQ(other("add.s32 %r0, %r1, 5;"), "some");
  EXPECT_EQ(other("shl.b32 %r0, %r1, 3;"), "some");
  EXPECT_EQ(other("mul.lo.s32 %r0, %r1, %r1;"), "all");
  EXPECT_EQ(other("popc.b32 %r0, %r1;"), "all");
  EXPECT_EQ(other("sub.s32 %r0, %r1, %r2;", "ld.global.u32 %r2, [%here];\n"), "all");
  EXPECT_EQ(other("and.b32 %r0, %r1, %thread;"), "some");  // which is needed behind it, too
}

TEST(SunkLoads, GoToTheWayBehindTheBranch) {
  const std::string other_way = "red.global.add.u32 [%here+12], %thread;\n";
  EXPECT_EQ(made_by(kSunkLoad + "@!%p1 bra D;\n" + long_way() + "bra E;\nD: " + other_way + kEnd), List{"some"});
  EXPECT_EQ(made_by(kSunkLoad + "@!%p1 bra D;\n" + other_way + "bra E;\nD: " + long_way() + kEnd), List{"all"});
  EXPECT_EQ(made_by(kSunkLoad + "@%p1 bra D;\nbra.uni B;\nD: " + other_way + "bra.uni E;\nB: " + long_way() + kEnd),
            List{"some"});
}

TEST(SunkLoads, PassWaysThatBecomePredicates) {
  const auto between = [](const std::string& way) {
    return made_by(kSunkLoad + "setp.gt.u32 %p2, %thread, 20;\nmov.u32 %r3, 1;\n@!%p2 bra G;\n" + way +
                   "G:\n@!%p1 bra E;\n" + long_way() + "E: st.global.u32 [%here+4], %r3;")[0];
  };
  EXPECT_EQ(between("add.s32 %r3, %thread, 5;\n"), "some");
  EXPECT_EQ(between("st.global.u32 [%here+8], %thread;\n"), "some");
  EXPECT_EQ(between("st.shared.u32 [s+64], %thread;\n"), "all");
  EXPECT_EQ(between("red.global.add.u32 [%here+8], %thread;\n"), "?");  // a branch
}

TEST(SunkLoads, StayInTheirLoop) {
  EXPECT_EQ(made_by("mov.u32 %r9, 0;\nL: " + kSunkLoad +
                    "atom.global.add.u32 %r9, [%buffer], 1;\nsetp.lt.u32 %p3, %r9, 9;\n@%p3 bra L;\n" + long_way()),
            List{"all"});
}

// `a || b` of few instructions is one condition.
TEST(SunkLoads, StayInFrontOfASecondCondition) {
  EXPECT_EQ(made_by(kSunkLoad + "@!%p1 bra E;\nsetp.gt.u32 %p3, %r0, 7;\n@%p3 bra E;\n" + long_way() + kEnd),
            List{"all"});
}

// clang writes an exit as two jumps; what is behind it is one block with what is in front.
TEST(SunkLoads, AreNotKnownInFrontOfAnExitWithArithmetic) {
  const auto before_exit = [](const std::string& between) {
    return made_by("ld.shared.u32 %r1, [s+4];\nmov.u32 %r2, %tid.y;\nadd.s32 %r0, %r1, %r2;\n" + between);
  };
  EXPECT_EQ(before_exit("@%p1 bra B;\nbra.uni E;\nB: " + long_way() + "E:"), List{"?"});
  EXPECT_EQ(before_exit("@!%p1 bra E;\n" + long_way() + "E:"), List{"?"});
  EXPECT_EQ(before_exit("@!%p1 bra E;\n" + long_way() + kEnd), List{"all"});
}

TEST(SunkLoads, FarAboveAreNotKnown) {
  EXPECT_EQ(made_by(kSunkLoad +
                    "setp.gt.u32 %p2, %thread, 20;\n@%p2 bra C;\nred.global.add.u32 [%here+8], %thread;\nC:\n"
                    "@%p1 bra B;\nbra.uni E;\nB: add.s32 %r0, %r0, 5;\n" +
                    long_way() + "E:"),
            List{"?"});
}

TEST(SunkLoads, UnderAGuardAreNotKnown) {
  EXPECT_EQ(made_by("mov.u32 %r0, 0;\nsetp.gt.u32 %p2, %thread, 20;\n@%p2 " + kSunkLoad + "@!%p1 bra E;\n" +
                    long_way() + kEnd),
            List{"?"});
}

}  // namespace
}  // namespace warpglass::isa
