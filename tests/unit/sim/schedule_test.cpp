// Orders of blocks, warps and splits under seeds: other ones than the engine's own, the same for the same seed, and
// such that whoever waits for somebody else gets on in the end.
#include "sim/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include "sim/barrier.hpp"
#include "sim/divergence.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

using Step = std::tuple<std::uint64_t, std::uint32_t, LaneMask>;  // block, warp, lanes
std::vector<Step> steps;
std::vector<bool> arrived;  // by block

const Op* note_warp_op(Warp& warp, const Op* op) {
  steps.emplace_back(warp.block_number, warp.index, warp.active);
  return op + 1;
}
const Op* fence_op(Warp&, const Op* op) { return op + 1; }
const Op* part_op(Warp& warp, const Op* op) {
  const Op* ops = warp.launch->program->ops.data();
  return diverge(warp, ops + op->extra, op + 1, 0xffffu, ops + op->c);
}
const Op* arrive_op(Warp& warp, const Op* op) {
  arrived[warp.block_number] = true;
  return op + 1;
}
/// Round again until all blocks have arrived.
const Op* wait_for_all(Warp& warp, const Op* op) {
  const bool all = std::find(arrived.begin(), arrived.end(), false) == arrived.end();
  return all ? op + 1 : take_back_edge(warp, op, op);
}
/// Round again until the block before has.
const Op* wait_for_one_before(Warp& warp, const Op* op) {
  const bool done = warp.block_number == 0 || arrived[warp.block_number - 1];
  return done ? op + 1 : take_back_edge(warp, op, op);
}

LaunchResult run_order(Program& program, std::uint32_t blocks, std::uint32_t threads, std::uint64_t seed,
                       int workers = 1, std::uint32_t resident = 64, std::uint32_t cluster = 1) {
  steps.clear();
  arrived.assign(blocks, false);
  Memory memory(1 << 20);
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.grid = {blocks, 1, 1};
  request.block = {threads, 1, 1};
  request.resident_blocks = resident;
  request.cluster = {cluster, 1, 1};
  request.seed = seed;
  if (seed != 0) request.turn = turn_under(seed, 0);
  request.workers = workers;
  return launch(request);
}

/// Every thread passes: note, a fence, note, a barrier, note on two ways.
Program walk(bool ordered) {
  ProgramBuilder b(4);
  b.add(note_warp_op);
  b.add(fence_op);
  b.program().facts.back().effects.does = Does::fences;
  b.add(note_warp_op);
  b.add(barrier_op);
  Op part;
  part.extra = 6;
  part.c = 7;
  b.add(part_op, part);  // 4
  b.add(note_warp_op);   // 5: the other lanes, which then come to the next as well
  b.add(note_warp_op);   // 6
  b.add(join_op);        // 7
  b.add(exit_op);
  b.program().has_global_atomics = ordered;
  return b.finish();
}

TEST(Schedule, DrawsEvenly) {
  Schedule schedule(1, 2, 3);
  std::array<int, 5> count{};
  for (int i = 0; i < 5000; ++i) ++count[schedule.below(5)];
  for (const int times : count) EXPECT_NEAR(times, 1000, 150);
  std::vector<int> all(20);
  std::iota(all.begin(), all.end(), 0);
  schedule.shuffle(std::span(all));
  EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), 20u);
  EXPECT_FALSE(std::is_sorted(all.begin(), all.end()));
}

TEST(Schedule, TurnsDivideACredit) {
  std::set<std::uint32_t> turns;
  for (std::uint64_t seed = 1; seed < 100; ++seed) {
    turns.insert(turn_under(seed, 0));
    EXPECT_EQ(kCredit % turn_under(seed, 0), 0u);
  }
  EXPECT_EQ(turns.size(), 4u);
}

TEST(Schedule, SeedsAreOrdersOfTheirOwn) {
  Program program = walk(true);
  EXPECT_TRUE(run_order(program, 6, 96, 0).faults.empty());
  const std::vector<Step> own = steps;
  EXPECT_TRUE(std::is_sorted(own.begin(), own.end(),
                             [](const Step& a, const Step& b) { return std::get<0>(a) < std::get<0>(b); }));
  std::set<std::vector<Step>> orders = {own};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_TRUE(run_order(program, 6, 96, seed).faults.empty());
    const std::vector<Step> once = steps;
    EXPECT_EQ(once.size(), own.size());
    (void)run_order(program, 6, 96, seed);
    EXPECT_EQ(steps, once) << seed;
    EXPECT_TRUE(orders.insert(once).second) << seed;
  }
}

/// What block 2 does, whoever runs it.
TEST(Schedule, WorkersChangeNoBlocksOrder) {
  Program program = walk(false);
  const auto of_block = [](std::uint64_t block) {
    std::vector<Step> own;
    for (const Step& step : steps)
      if (std::get<0>(step) == block) own.push_back(step);
    return own;
  };
  (void)run_order(program, 1, 96, 5);
  const std::vector<Step> alone = of_block(0);
  (void)run_order(program, 40, 96, 5);
  EXPECT_EQ(of_block(0), alone);
  EXPECT_NE(of_block(1).size(), 0u);
}

TEST(Schedule, EitherSideOfABranchMayComeFirst) {
  Program program = walk(true);
  std::set<LaneMask> first;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    (void)run_order(program, 1, 32, seed);
    ASSERT_GE(steps.size(), 3u);
    first.insert(std::get<2>(steps[2]));
  }
  EXPECT_EQ(first, (std::set<LaneMask>{0xffffu, 0xffff0000u}));
}

TEST(Schedule, BlocksThatWaitForEachOtherGetOn) {
  ProgramBuilder all(4);
  all.add(arrive_op);
  all.add(wait_for_all);
  all.add(exit_op);
  all.program().has_global_atomics = true;
  Program meeting = all.finish();
  ProgramBuilder chain(4);
  chain.add(wait_for_one_before);
  chain.add(arrive_op);
  chain.add(exit_op);
  chain.program().has_global_atomics = true;
  Program looking_back = chain.finish();
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_TRUE(run_order(meeting, 64, 32, seed).faults.empty()) << seed;
    EXPECT_TRUE(run_order(looking_back, 300, 32, seed, 1, 4).faults.empty()) << seed;
  }
}

const Op* arrive_in_cluster(Warp& warp, const Op* op) { return arrive_at_cluster(warp, op, op + 1); }
const Op* wait_in_cluster(Warp& warp, const Op* op) { return wait_for_cluster(warp, op, op + 1); }

TEST(Schedule, BlocksOfAClusterMeet) {
  ProgramBuilder b(4);
  for (int round = 0; round < 4; ++round) {
    b.add(fence_op);
    b.program().facts.back().effects.does = Does::fences;
    b.add(arrive_in_cluster);
    b.add(wait_in_cluster);
  }
  b.add(exit_op);
  Program program = b.finish();
  for (std::uint64_t seed = 0; seed <= 40; ++seed) {
    const LaunchResult result = run_order(program, 8, 64, seed, 1, 64, 2);
    EXPECT_TRUE(result.faults.empty()) << seed << ": " << result.faults.front().message;
  }
}

TEST(Schedule, WaitingInVainIsStillNoticed) {
  ProgramBuilder b(4);
  b.add(arrive_op);
  b.add(wait_for_all);
  b.add(exit_op);
  b.program().has_global_atomics = true;
  Program program = b.finish();
  const LaunchResult result = run_order(program, 9, 32, 3, 1, 8);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults.front().kind, FaultKind::endless_loop);
}

}  // namespace
}  // namespace warpglass::sim::test
