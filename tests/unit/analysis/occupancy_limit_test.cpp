// What is said of launches whose SMs hold few warps, on an H200: 132 SMs of 64 warps and 65,536 registers.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

struct Shape {
  Dim3 grid{16, 16, 1};
  Dim3 block{256, 1, 1};
  std::uint32_t registers = 24;
  std::uint32_t shared_bytes = 0;
};

std::vector<Finding> findings_of(const std::vector<Shape>& launches) {
  sample::Sample sample = sample::transpose();
  Collector collector(arch::default_device());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    sample.program.registers_per_thread = launches[0].registers;
    sample.program.static_shared_bytes = launches[0].shared_bytes;
    LaunchInput launch = sample::launch_of(sample, i);
    launch.grid = launches[i].grid;
    launch.block = launches[i].block;
    collector.add(launch);
  }
  std::vector<Finding> findings = collector.profile().findings;
  std::erase_if(findings, [](const Finding& finding) { return finding.rule != "occupancy-limit"; });
  return findings;
}

TEST(OccupancyLimit, OfRegistersNamesTheNextStep) {
  const std::vector<Finding> findings = findings_of({{.registers = 255}});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].severity, Severity::note);
  EXPECT_EQ(findings[0].where.line, 5u);
  EXPECT_EQ(findings[0].message,
            "occupancy 12 %, limited by registers: 8 of 64 warps on an SM, in 1 block of 256 threads");
  ASSERT_GE(findings[0].notes.size(), 3u);
  EXPECT_EQ(findings[0].notes[0], "255 registers a thread (estimated) are 65,536 of the SM's 65,536 for each block");
  EXPECT_EQ(
      findings[0].notes[1],
      "with 128 registers a thread, 127 fewer, there is room for 2 blocks: 25 %; __launch_bounds__(256, 2) asks the "
      "compiler for so few");
  EXPECT_EQ(findings[0].notes.back(), "256 blocks in all, 132 at once: the others wait for room");
}

TEST(OccupancyLimit, OfSmallBlocksIsTheBlockSize) {
  const std::vector<Finding> findings =
      findings_of({{.grid = {5000, 1, 1}, .block = {32, 1, 1}}, {.grid = {5000, 1, 1}, .block = {16, 1, 1}}});
  EXPECT_TRUE(findings.empty()) << "32 blocks of a warp are half of the warps that there could be";
  const std::vector<Finding> fewer =
      findings_of({{.grid = {5000, 1, 1}, .block = {32, 1, 1}, .registers = 24, .shared_bytes = 10000}});
  ASSERT_EQ(fewer.size(), 1u);
  EXPECT_EQ(fewer[0].message,
            "occupancy 31 %, limited by shared memory: 20 of 64 warps on an SM, in 20 blocks of 32 threads");
}

TEST(OccupancyLimit, OfTheLaunchThatHasTheLowest) {
  const std::vector<Finding> findings =
      findings_of({{.block = {256, 1, 1}, .registers = 128}, {.block = {320, 1, 1}}, {.block = {256, 1, 1}}});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].launch, 1u) << "one block of ten warps, and not two of eight";
}

TEST(OccupancyLimit, IsNothingWhereAllBlocksHaveRoomOrEnoughWarpsAreThere) {
  EXPECT_TRUE(findings_of({{.grid = {132, 1, 1}, .registers = 255}}).empty()) << "no block waits";
  EXPECT_EQ(findings_of({{.grid = {133, 1, 1}, .registers = 255}}).size(), 1u);
  EXPECT_TRUE(findings_of({{.grid = {5000, 1, 1}, .registers = 64}}).empty()) << "half of the warps";
  EXPECT_EQ(findings_of({{.grid = {5000, 1, 1}, .registers = 65}}).size(), 1u);
}

}  // namespace
}  // namespace warpglass::analysis
