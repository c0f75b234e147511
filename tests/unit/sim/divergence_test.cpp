// Control flow of warps, with programs made by hand.
#include <gtest/gtest.h>

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
const Op* barrier_op(Warp& warp, const Op* op) { return wait_at_barrier(warp, op, 0, 0, op + 1); }
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

LaunchResult run(Program& program, std::uint32_t threads, std::uint64_t loop_limit = 1 << 20) {
  seen.clear();
  Memory memory(1 << 20);
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.block = {threads, 1, 1};
  request.loop_limit = loop_limit;
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
