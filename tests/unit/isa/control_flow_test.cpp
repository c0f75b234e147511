#include "isa/control_flow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "ptx/module.hpp"

namespace warpglass::isa {
namespace {

using testing::ElementsAre;
constexpr std::uint32_t kNone = kNoBlock;

Graph graph_of(const std::vector<std::vector<std::uint32_t>>& successors) {
  Graph graph;
  for (const auto& s : successors) graph.add(s);
  return graph;
}

TEST(PostDominators, OfADiamondIsItsEnd) {
  EXPECT_THAT(immediate_post_dominators(graph_of({{1, 2}, {3}, {3}, {}})), ElementsAre(3, 3, 3, kNone));
}

TEST(PostDominators, OfALoopsBranchIsWhatFollowsTheLoop) {
  EXPECT_THAT(immediate_post_dominators(graph_of({{1}, {1, 2}, {}})), ElementsAre(1, 2, kNone));
}

TEST(PostDominators, OfNestedBranches) {
  // 0 -> 1|5; 1 -> 2|3; 2,3 -> 4; 4,5 -> 6
  EXPECT_THAT(immediate_post_dominators(graph_of({{1, 5}, {2, 3}, {4}, {4}, {6}, {6}, {}})),
              ElementsAre(6, 4, 4, 4, 6, 6, kNone));
}

TEST(PostDominators, EarlyExitsDoNotHideTheMeetingPlace) {
  // if (p) { if (q) exit; } rest: 0 -> 1|3; 1 -> 2|3; 2 exits; 3 exits.
  EXPECT_THAT(immediate_post_dominators(graph_of({{1, 3}, {2, 3}, {}, {}}), 3), ElementsAre(3, 3, kNone, kNone));
}

TEST(PostDominators, OfAnEndlessLoopIsItsHeader) {
  // 0 -> 1; 1 -> 2|3; 2 -> 1; 3 -> 1: lanes that part in the loop meet at its header.
  EXPECT_THAT(immediate_post_dominators(graph_of({{1}, {2, 3}, {1}, {1}})), ElementsAre(1, 1, 1, 1));
}

TEST(PostDominators, OfIrreducibleLoops) {
  // Two entries into the cycle 1 <-> 2; both may leave to 3.
  EXPECT_THAT(immediate_post_dominators(graph_of({{1, 2}, {2, 3}, {1, 3}, {}})), ElementsAre(3, 3, 3, kNone));
}

TEST(PostDominators, OfASelfLoopWithoutExit) {
  EXPECT_THAT(immediate_post_dominators(graph_of({{0}})), ElementsAre(0));
}

/// By definition: b post-dominates a when no path from a reaches an exit without b.
std::vector<std::uint32_t> by_definition(const Graph& graph) {
  const std::uint32_t n = graph.size();
  const auto reaches_exit = [&](std::uint32_t from, std::uint32_t without) {
    std::vector<bool> seen(n, false);
    std::vector<std::uint32_t> stack;
    if (from != without) stack.push_back(from);
    while (!stack.empty()) {
      const std::uint32_t node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      if (graph.of(node).empty()) return true;
      for (const std::uint32_t next : graph.of(node))
        if (next != without) stack.push_back(next);
    }
    return false;
  };
  std::vector<std::uint32_t> result(n, kNone);
  for (std::uint32_t a = 0; a < n; ++a) {
    std::vector<std::uint32_t> dominators;
    for (std::uint32_t b = 0; b < n; ++b)
      if (a != b && !reaches_exit(a, b)) dominators.push_back(b);
    // The immediate one is post-dominated by all others.
    for (const std::uint32_t b : dominators) {
      bool nearest = true;
      for (const std::uint32_t other : dominators) nearest = nearest && (other == b || !reaches_exit(b, other));
      if (nearest) result[a] = b;
    }
  }
  return result;
}

TEST(PostDominators, AgreeWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t n = 2 + random() % 9;
    // One exit, reachable from everywhere: node i has an edge to some later node.
    Graph graph;
    for (std::uint32_t i = 0; i < n; ++i) {
      std::vector<std::uint32_t> next;
      if (i + 1 < n) {
        next.push_back(i + 1 + random() % (n - i - 1));
        for (std::uint32_t more = random() % 3; more > 0; --more) next.push_back(random() % n);
      }
      graph.add(next);
    }
    EXPECT_EQ(immediate_post_dominators(graph), by_definition(graph)) << "round " << round;
  }
}

TEST(PostDominators, TakeHostileGraphsInTheirStride) {
  // A ladder whose every rung jumps back to the start and forward to the end: quadratic for iterative methods.
  constexpr std::uint32_t kCount = 200'000;
  Graph graph;
  for (std::uint32_t i = 0; i + 1 < kCount; ++i) graph.add(std::vector<std::uint32_t>{i + 1, kCount - 2 - i});
  graph.add({});
  EXPECT_EQ(immediate_post_dominators(graph).size(), kCount);
}

ControlFlow flow_of(const std::string& body) {
  static std::vector<std::unique_ptr<ptx::ParseResult>> kept;
  kept.push_back(std::make_unique<ptx::ParseResult>(ptx::parse(
      ".version 8.5\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .pred %p<9>;\n" + body + "\n}\n", "t.ptx")));
  for (const Diagnostic& d : kept.back()->diagnostics) ADD_FAILURE() << to_string(d);
  return analyse_control_flow(*kept.back()->module.functions.at(0));
}

// Recorded: hardware/programs/exits.cu.
TEST(ControlFlow, LanesThatLeaveALoopForALastStoreMeetThere) {
  const std::string loop =
      "LOOP: @%p1 bra FOUND; bar.sync 0; @%p2 bra LOOP; bra END; FOUND: bar.sync 1; bar.sync 2; END: ret;";
  const ControlFlow flow = flow_of(loop);
  ASSERT_EQ(flow.blocks.size(), 5u);
  EXPECT_EQ(flow.blocks[0].join, 3u);
  EXPECT_EQ(flow.blocks[1].join, kNoBlock) << "who does not go on there ends";
}

TEST(ControlFlow, LanesDoNotWaitForOthersThatWaitForThemAtABarrier) {
  const ControlFlow both = flow_of("@%p1 bra ODD; bar.sync 0; bra.uni END; ODD: bar.sync 1; END: ret;");
  EXPECT_EQ(both.blocks[0].join, kNoBlock);
}

TEST(ControlFlow, ALoopThatIsLeftForTheEndAloneIsNoEndlessOne) {
  const ControlFlow flow = flow_of("LOOP: bar.sync 0; @%p1 bra LOOP; ret;");
  ASSERT_EQ(flow.blocks.size(), 2u);
  EXPECT_EQ(flow.blocks[0].join, kNoBlock);
}

TEST(ControlFlow, JumpsThatLeadToTheEndOneBehindTheOtherTakeNoTime) {
  std::string text = "@%p1 bra L0; bar.sync 0;\n";
  constexpr int kJumps = 100'000;
  for (int i = 0; i < kJumps; ++i) text += "L" + std::to_string(i) + ": bra L" + std::to_string(i + 1) + ";\n";
  const ControlFlow flow = flow_of(text + "L" + std::to_string(kJumps) + ": ret;");
  EXPECT_EQ(flow.blocks[0].join, kNoBlock);
}

TEST(ControlFlow, AStraightLineIsOneBlock) {
  const ControlFlow flow = flow_of("bar.sync 0; bar.sync 0; ret;");
  ASSERT_EQ(flow.blocks.size(), 1u);
  EXPECT_EQ(flow.blocks[0].ends, BlockEnd::leaves);
}

TEST(ControlFlow, TheEndOfTheTextReturns) {
  const ControlFlow flow = flow_of("@%p1 bra DONE; bar.sync 0; DONE:");
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[2].begin, flow.blocks[2].end);
  EXPECT_EQ(flow.blocks[2].ends, BlockEnd::leaves);
}

TEST(ControlFlow, LanesMeetWhereAKernelGoesOnButNotAtItsEnd) {
  const ControlFlow goes_on = flow_of("@%p1 bra L; bar.sync 0; L: bar.sync 1; ret;");
  EXPECT_EQ(goes_on.blocks[0].join, 2u);
  EXPECT_TRUE(goes_on.blocks[2].is_join);
  const ControlFlow ends = flow_of("@%p1 bra L; bar.sync 0; L: ret;");
  EXPECT_EQ(ends.blocks[0].join, kNone);
  EXPECT_FALSE(ends.blocks[2].is_join);
}

TEST(ControlFlow, AKernelsEndBehindAJumpIsNoMeetingPlaceEither) {
  // As clang leaves a loop: the way out is a jump of its own.
  const ControlFlow ends = flow_of("L: bar.sync 0; @%p1 bra L; bra.uni E; E: ret;");
  EXPECT_EQ(ends.blocks[0].join, kNone);
  const ControlFlow goes_on = flow_of("L: bar.sync 0; @%p1 bra L; bra.uni E; E: bar.sync 1; ret;");
  EXPECT_EQ(goes_on.blocks[0].join, 1u);
}

TEST(ControlFlow, AnEmptyFunctionReturns) {
  const ControlFlow flow = flow_of("");
  ASSERT_EQ(flow.blocks.size(), 1u);
  EXPECT_EQ(flow.blocks[0].ends, BlockEnd::leaves);
}

TEST(ControlFlow, ALoopOfOneBlockHasNoJoinInside) {
  const ControlFlow flow = flow_of("bar.sync 0; L: bar.sync 1; @%p1 bra L; bar.sync 2; ret;");
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[0].ends, BlockEnd::falls);
  EXPECT_FALSE(flow.blocks[1].is_join);
  EXPECT_EQ(flow.blocks[1].join, 2u);
}

TEST(ControlFlow, AGuardedBranchToTheNextInstructionDoesNotPartLanes) {
  const ControlFlow flow = flow_of("@%p1 bra L; L: ret;");
  ASSERT_EQ(flow.blocks.size(), 2u);
  EXPECT_EQ(flow.blocks[0].join, kNone);
}

TEST(ControlFlow, AGuardedExitEndsItsBlock) {
  const ControlFlow flow = flow_of("@%p1 exit; bar.sync 0; @!%p2 ret; ret;");
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[0].ends, BlockEnd::leaves_some);
  EXPECT_EQ(flow.blocks[1].ends, BlockEnd::leaves_some);
  EXPECT_FALSE(flow.blocks[1].is_join);
}

TEST(ControlFlow, AnIndexedBranchGoesToEveryLabelOfItsTable) {
  const ControlFlow flow = flow_of(
      ".reg .b32 %r1; T: .branchtargets A, B, A; brx.idx %r1, T; A: bra.uni E; B: bar.sync 0; E: bar.sync 1; ret;");
  ASSERT_EQ(flow.blocks.size(), 4u);
  EXPECT_THAT(flow.successors.of(0), ElementsAre(1, 2));
  EXPECT_EQ(flow.blocks[0].join, 3u);
}

}  // namespace
}  // namespace warpglass::isa
