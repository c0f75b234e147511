// Counts of loads that the assembler may make behind a branch are exact only where all lanes that came to the load took
// that way.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

struct Load {
  bool may_move = true;
  std::uint64_t executions = 8;  // by whole warps
  std::uint64_t of_way = 8;      // of the way that alone needs it
};

/// A load, a branch, and the way behind it: a join op, which all lanes may pass, and an instruction.
std::string label_of_pliable(const Load& load) {
  sample::Sample sample;
  sim::Program& program = sample.program;
  program.name = "k";
  program.functions.resize(1);
  sample::add(program, sample.result, {.space = sim::Space::global, .executions = load.executions});
  program.facts.back().effects = {.does = sim::Does::loads, .reads = sim::Space::global};
  if (load.may_move) program.facts.back().lowering.may_move_to = 1;
  sample::add(program, sample.result, {.kind = sim::OpKind::branch, .executions = load.executions});
  sample::add(program, sample.result, {.kind = sim::OpKind::pseudo, .executions = 8});
  sample.result.counters.back().requests = 0;
  sample::add(program, sample.result, {.kind = sim::OpKind::other, .executions = load.of_way});
  program.blocks.resize(2);
  program.blocks[0].op_count = 2;
  program.blocks[1].first_op = 2;
  program.blocks[1].op_count = 2;
  return sample::label_of_sectors(sample);
}

TEST(PliableLoads, ThatAllLanesNeedCountExactly) { EXPECT_EQ(label_of_pliable({}), "exact"); }

TEST(PliableLoads, ThatFewerLanesNeedMayBeMadeByThose) {
  EXPECT_EQ(label_of_pliable({.of_way = 7}), "modelled");
  EXPECT_EQ(label_of_pliable({.of_way = 0}), "modelled");
}

TEST(PliableLoads, ThatStayWhereTheyAreCountExactly) {
  EXPECT_EQ(label_of_pliable({.may_move = false, .of_way = 7}), "exact");
}

TEST(PliableLoads, ThatWereNotMadeTellNothing) { EXPECT_EQ(label_of_pliable({.executions = 0, .of_way = 7}), "exact"); }

}  // namespace
}  // namespace warpglass::analysis
