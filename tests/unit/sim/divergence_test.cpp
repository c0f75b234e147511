// Control flow of warps, with programs made by hand.
#include <gtest/gtest.h>

#include "sim/barrier.hpp"
#include "sim/divergence.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

thread_local std::vector<LaneMask> seen;  // lanes of every execution of note_op, in order

const Op* note_op(Warp& warp, const Op* op) {
  seen.push_back(warp.active);
  return op + 1;
}

/// Lanes below imm go to `extra`, joining at `c`.
const Op* branch_below(Warp& warp, const Op* op) {
  const Op* ops = warp.launch->program->ops.data();
  const LaneMask taken = warp.active & ((LaneMask{1} << op->imm) - 1);
  const Op* join = op->c == Op::kNone ? nullptr : ops + op->c;
  if (taken == warp.active) return ops + op->extra;
  if (taken == 0) return op + 1;
  return diverge(warp, ops + op->extra, op + 1, taken, join);
}

const Op* jump(Warp& warp, const Op* op) { return warp.launch->program->ops.data() + op->extra; }
const Op* spin(Warp& warp, const Op* op) {
  return take_back_edge(warp, op, warp.launch->program->ops.data() + op->extra);
}
const Op* warp_sync_op(Warp& warp, const Op* op) { return sync_warp(warp, op, kFullMask, op + 1); }
const Op* shuffle_like(Warp& warp, const Op* op) {
  const Op* next = gather_for_sync(warp, op, kFullMask);
  if (next != op) return next;
  seen.push_back(warp.active);
  return op + 1;
}

Op to(std::uint32_t target, int imm = 0, std::uint32_t join = Op::kNone) {
  Op op;
  op.extra = target;
  op.imm = imm;
  op.c = join;
  return op;
}

LaunchResult run(Program& program, std::uint32_t threads, std::uint64_t loop_limit = 1 << 20, bool lockstep = false) {
  seen.clear();
  Memory memory(1 << 20);
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.block = {threads, 1, 1};
  request.loop_limit = loop_limit;
  request.lockstep = lockstep;
  return launch(request);
}

TEST(Divergence, BothSidesRunAndMeetAtTheJoin) {
  ProgramBuilder b(1);
  b.add(branch_below, to(3, 8, 4));  // 0: lanes 0..7 -> 3
  b.add(note_op);                    // 1
  b.add(jump, to(4));                // 2
  b.add(note_op);                    // 3
  b.add(join_op);                    // 4
  b.add(note_op);                    // 5
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffffff00u, 0xffu, kFullMask}));
}

TEST(Divergence, NestedBranchesThatShareOneJoin) {
  ProgramBuilder b(1);
  b.add(branch_below, to(3, 16, 3));  // 0
  b.add(branch_below, to(3, 24, 3));  // 1: of the upper half, lanes 16..23 leave
  b.add(note_op);                     // 2: lanes 24..31
  b.add(join_op);                     // 3
  b.add(note_op);                     // 4
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xff000000u, kFullMask}));
}

TEST(Divergence, ExitedLanesAreNotWaitedFor) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(exit_op);                    // 1: lanes 8..31
  b.add(note_op);                    // 2
  b.add(join_op);                    // 3
  b.add(note_op);                    // 4
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffu, 0xffu}));
}

thread_local bool flag = false;
const Op* raise_flag(Warp&, const Op* op) {
  flag = true;
  return op + 1;
}
const Op* spin_until_flag(Warp& warp, const Op* op) { return flag ? op + 1 : take_back_edge(warp, op, op); }

constexpr std::uint64_t kLongLoops = std::uint64_t{1} << 28;

// Lanes 8..31 wait where the paths meet; lanes 0..7 spin for what lane 8 does only behind that place.
TEST(Divergence, WaitingToConvergeGivesWayToSpinning) {
  flag = false;
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(jump, to(3));                // 1: lanes 8..31 go to the join
  b.add(spin_until_flag);            // 2: lanes 0..7
  b.add(join_op);                    // 3
  b.add(raise_flag);                 // 4
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
}

// The same before Volta, where lanes that wait to converge have no way on.
TEST(Lockstep, WaitingToConvergeIsForGood) {
  flag = false;
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(jump, to(3));                // 1: lanes 8..31 go to the join
  b.add(spin_until_flag);            // 2: lanes 0..7
  b.add(join_op);                    // 3
  b.add(raise_flag);                 // 4
  b.add(exit_op);
  const LaunchResult result = run(b.finish(), 32, kLongLoops, true);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::deadlock);
  EXPECT_EQ(result.faults[0].pc, 2u);
  EXPECT_EQ(result.faults[0].lanes, 0xffu);
  EXPECT_NE(result.faults[0].message.find("the loop never ends for 8 lanes, with 24 lanes of their warp held up"),
            std::string::npos)
      << result.faults[0].message;
}

// One path at a time, the one taken last first: inner branches are done with before the outer one's other side.
TEST(Lockstep, PathsAreAStack) {
  ProgramBuilder b(1);
  b.add(branch_below, to(7, 8, 8));   // 0: lanes 0..7 -> 7
  b.add(branch_below, to(4, 16, 5));  // 1: lanes 8..15 -> 4
  b.add(note_op);                     // 2: lanes 16..31
  b.add(jump, to(5));                 // 3
  b.add(note_op);                     // 4
  b.add(join_op);                     // 5
  b.add(jump, to(8));                 // 6
  b.add(note_op);                     // 7
  b.add(join_op);                     // 8
  b.add(note_op);                     // 9
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32, 1 << 20, true).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffff0000u, 0xff00u, 0xffu, kFullMask}));
}

TEST(Lockstep, OneLaneAtABarrierBringsItsWarp) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(jump, to(3));                // 1
  b.add(barrier_op);                 // 2: lanes 0..7 only
  b.add(join_op);                    // 3
  b.add(note_op);
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32, 1 << 20, true).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{kFullMask}));
}

TEST(Lockstep, SynchronisingLanesOfAWarpWaitsForNobody) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(jump, to(3));                // 1
  b.add(shuffle_like);               // 2: lanes 0..7
  b.add(join_op);                    // 3
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32, 1 << 20, true).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffu}));
}

TEST(Standstill, LoopInWhichNothingChangesNeedsNoLimit) {
  ProgramBuilder b(1);
  b.add(note_op);
  b.add(spin, to(1));
  const LaunchResult result = run(b.finish(), 64, kLongLoops);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::endless_loop);
  EXPECT_EQ(result.faults[0].pc, 1u);
  EXPECT_NE(result.faults[0].message.find("nothing that its threads read changes"), std::string::npos)
      << result.faults[0].message;
}

const Op* count_up(Warp& warp, const Op* op) {
  const auto value = lane_value<std::uint32_t>(warp, op->d, 0);
  set_lane_value(warp, op->d, 0, value + 1);
  return op + 1;
}

TEST(Standstill, LoopThatCountsIsLeftToTheLimit) {
  ProgramBuilder b(1);
  Op counter;
  counter.d = ProgramBuilder::row(0);
  b.add(count_up, counter);
  b.add(spin, to(0));
  const LaunchResult result = run(b.finish(), 32, 1 << 22);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::endless_loop);
  EXPECT_NE(result.faults[0].message.find("has not ended after"), std::string::npos) << result.faults[0].message;
}

TEST(Standstill, SomeSpinAndOthersWaitIsADeadlock) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8));  // 0: in every warp
  b.add(barrier_op);              // 1
  b.add(spin, to(2));             // 2
  const LaunchResult result = run(b.finish(), 64, kLongLoops);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::deadlock);
  EXPECT_EQ(result.faults[0].pc, 2u);
  ASSERT_EQ(result.faults[0].notes.size(), 1u);
  EXPECT_NE(result.faults[0].notes[0].find("48 threads wait at"), std::string::npos) << result.faults[0].notes[0];
}

TEST(Divergence, EndlessLoopIsAFault) {
  ProgramBuilder b(1);
  b.add(note_op);
  b.add(spin, to(1));
  const LaunchResult result = run(b.finish(), 32, 100000);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::endless_loop);
  EXPECT_EQ(result.faults[0].pc, 1u);
}

TEST(Barrier, AllWarpsMeet) {
  ProgramBuilder b(1);
  b.add(note_op);
  b.add(barrier_op);
  b.add(note_op);
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 80).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{kFullMask, kFullMask, 0xffffu, 0xffffu, kFullMask, kFullMask}));
}

TEST(Barrier, ThreadsThatExitedDoNotCount) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8));  // 0: no join: the others exit
  b.add(exit_op);                 // 1
  b.add(barrier_op);              // 2
  b.add(note_op);
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffu}));
}

TEST(Barrier, OneThatCanNotBeMetIsAFault) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(jump, to(3));                // 1
  b.add(barrier_op);                 // 2: lanes 0..7 only
  b.add(join_op);                    // 3
  b.add(exit_op);
  const LaunchResult result = run(b.finish(), 32);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::barrier_divergence);
  EXPECT_EQ(result.faults[0].pc, 2u);
  EXPECT_NE(result.faults[0].message.find("8 of 32"), std::string::npos) << result.faults[0].message;
}

TEST(WarpSync, GathersLanesThatComeOneAfterAnother) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8));  // 0: never joins by itself
  b.add(jump, to(2));             // 1
  b.add(shuffle_like);            // 2: needs all lanes
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{kFullMask}));
}

TEST(WarpSync, SyncwarpMergesWhatDiverged) {
  ProgramBuilder b(1);
  b.add(branch_below, to(3, 8));  // 0
  b.add(note_op);                 // 1
  b.add(jump, to(3));             // 2
  b.add(warp_sync_op);            // 3
  b.add(note_op);                 // 4
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffffff00u, kFullMask}));
}

TEST(WarpSync, NamingLanesThatNeverComeExecutesWithThoseThatDo) {
  ProgramBuilder b(1);
  b.add(branch_below, to(2, 8, 3));  // 0
  b.add(jump, to(3));                // 1: lanes 8..31 wait at the join, then exit
  b.add(shuffle_like);               // 2: lanes 0..7 name all lanes
  b.add(join_op);                    // 3
  b.add(exit_op);
  EXPECT_TRUE(run(b.finish(), 32).faults.empty());
  EXPECT_EQ(seen, (std::vector<LaneMask>{0xffu}));
}

}  // namespace
}  // namespace warpglass::sim::test
