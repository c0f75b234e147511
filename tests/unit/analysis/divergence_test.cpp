#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

/// A kernel with one branch that parts `divergent` of its 8 warps.
std::vector<Finding> findings_of(std::uint64_t divergent, const std::vector<std::string>& asked) {
  sample::Sample sample;
  sample.program.name = "k";
  sample.program.functions.resize(1);
  sample::add(sample.program, sample.result, {.kind = sim::OpKind::branch, .line = 7});
  sim::OpCounters& counters = sample.result.counters.back();
  counters.executions = 8;
  counters.divergent = divergent;
  Collector collector(arch::default_device(), asked);
  collector.add(sample::launch_of(sample));
  return collector.profile().findings;
}

TEST(Divergence, IsNamedWhereItIsAskedFor) {
  const std::vector<Finding> findings = findings_of(2, {"divergence"});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, "divergence");
  EXPECT_EQ(findings[0].where.line, 7u);
  EXPECT_EQ(findings[0].message, "branch: lanes part in 25.0 % of its executions");
  EXPECT_EQ(findings[0].notes, (std::vector<std::string>{
                                   "2 of 8 executions leave a part of the warp waiting",
                                   "let whole warps go one way: decide by what 32 neighbouring threads share, or order "
                                   "the work by it"}));
  EXPECT_TRUE(findings_of(2, {}).empty());
}

TEST(Divergence, BranchesThatAllLanesTakeAreNotNamed) { EXPECT_TRUE(findings_of(0, {"divergence"}).empty()); }

}  // namespace
}  // namespace warpglass::analysis
