// The examples of accesses that go into reports: addresses that no run changes, and who is served in which pass.
#include <gtest/gtest.h>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

/// The examples of the sample's instruction at a source line, in that column.
std::vector<AccessExample> examples_at(std::uint32_t line, std::uint32_t column) {
  const sample::Sample run = sample::transpose();
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(run));
  const RunProfile profile = collector.profile();
  for (const InstructionProfile& instruction : profile.kernels.at(0).instructions) {
    if (instruction.source.line == line && instruction.source.column == column) return instruction.examples;
  }
  return {};
}

TEST(AccessExamples, AColumnOfAnUnpaddedTileIsServedLaneByLane) {
  const std::vector<AccessExample> examples = examples_at(9, 20);
  ASSERT_EQ(examples.size(), 1u);
  const AccessExample& example = examples.front();
  EXPECT_EQ(example.space, "shared");
  EXPECT_EQ(example.object, "tile");
  EXPECT_EQ(example.block, (Dim3{3, 1, 0}));
  EXPECT_EQ(example.warp, 2u);
  EXPECT_EQ(example.cost, 32u);
  EXPECT_EQ(example.ideal, 1u);
  EXPECT_EQ(example.banks, 32u);
  EXPECT_EQ(example.bank_bytes, 4u);
  EXPECT_EQ(example.times, sample::kWarps);
  EXPECT_EQ(example.total_cost, 32 * sample::kWarps);
  EXPECT_EQ(example.total_ideal, sample::kWarps);
  ASSERT_EQ(example.served.size(), 32u);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(example.addresses[lane], 128u * lane);
    EXPECT_EQ(example.served[lane], (ServedLane{.pass = lane, .lane = lane, .bank = 0, .banks = 1}));
  }
}

TEST(AccessExamples, ARowOfItIsServedInOnePass) {
  const std::vector<AccessExample> examples = examples_at(7, 22);
  ASSERT_EQ(examples.size(), 1u);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(examples.front().served[lane], (ServedLane{.pass = 0, .lane = lane, .bank = lane, .banks = 1}));
}

TEST(AccessExamples, GlobalAddressesCountFromTheFirstLine) {
  const std::vector<AccessExample> examples = examples_at(9, 18);
  ASSERT_EQ(examples.size(), 1u);
  const AccessExample& example = examples.front();
  EXPECT_EQ(example.space, "global");
  EXPECT_EQ(example.cost, 32u);
  EXPECT_EQ(example.ideal, 4u);
  EXPECT_EQ(example.lines, 32u);
  EXPECT_TRUE(example.served.empty());
  ASSERT_EQ(example.addresses.size(), 32u);
  EXPECT_EQ(example.addresses.front(), 0u);
  EXPECT_EQ(example.addresses.back(), 31u * 2048);
}

TEST(AccessExamples, OtherInstructionsHaveNone) { EXPECT_TRUE(examples_at(8, 3).empty()); }

}  // namespace
}  // namespace warpglass::analysis
