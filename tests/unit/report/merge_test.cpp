// Several reports as one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

using testing::HasSubstr;

std::optional<Report> merged(std::vector<Report> all, std::string& problem) {
  return merge(std::move(all), {"a.json", "b.json", "c.json"}, problem);
}

std::string obstacle(const Report& a, const Report& b) {
  std::string problem;
  EXPECT_FALSE(merged({a, b}, problem));
  return problem;
}

TEST(MergeReports, CountersAddUp) {
  Report one = sample_report();
  one.run.kernels[0].launches_repeated = 2;
  one.run.kernels[0].launches_cut_short = 1;
  std::string problem;
  const auto sum = merged({one, one, one}, problem);
  ASSERT_TRUE(sum) << problem;
  const analysis::RunProfile& run = sum->run;
  EXPECT_EQ(run.launch_count, 3 * one.run.launch_count);
  ASSERT_EQ(run.launches.size(), 3 * one.run.launches.size());
  for (std::size_t i = 0; i < run.launches.size(); ++i) EXPECT_EQ(run.launches[i].index, i);
  ASSERT_EQ(run.kernels.size(), one.run.kernels.size());
  const analysis::KernelProfile& before = one.run.kernels[0];
  const analysis::KernelProfile& after = run.kernels[0];
  EXPECT_EQ(after.launches, 3 * before.launches);
  EXPECT_EQ(after.launches_repeated, 6u);
  EXPECT_EQ(after.launches_cut_short, 3u);
  EXPECT_TRUE(after.same_shape);
  for (std::size_t i = 0; i < after.values.size(); ++i)
    EXPECT_EQ(after.values[i], before.values[i] * (run.metrics[i].adds ? 3 : 1)) << run.metrics[i].name;
  ASSERT_EQ(after.lines.size(), before.lines.size());
  for (std::size_t i = 0; i < after.lines.size(); ++i)
    EXPECT_EQ(after.lines[i].counts.wavefronts, 3 * before.lines[i].counts.wavefronts);
  ASSERT_EQ(after.instructions.size(), before.instructions.size());
  EXPECT_EQ(after.instructions[0].counts.executions, 3 * before.instructions[0].counts.executions);
  EXPECT_EQ(after.instructions[4].examples.at(0).times, 3 * before.instructions[4].examples.at(0).times);
  EXPECT_EQ(after.instructions[4].examples[0].total_cost, 3 * before.instructions[4].examples[0].total_cost);
  ASSERT_EQ(run.findings.size(), one.run.findings.size());
  for (const analysis::Finding& finding : run.findings) {
    if (finding.total == 0) continue;
    EXPECT_THAT(finding.notes.back(), HasSubstr("in all runs together "));
  }
}

TEST(MergeReports, LayoutsAreThoseThatAllRunsPropose) {
  const Report one = sample_report();
  const auto proposed = [](const Report& report) { return report.run.kernels[0].proposed_layouts; };
  ASSERT_FALSE(proposed(one).empty());
  std::string problem;
  const auto sum = merged({one, one}, problem);
  ASSERT_TRUE(sum) << problem;
  ASSERT_EQ(proposed(*sum).size(), proposed(one).size());
  EXPECT_EQ(proposed(*sum)[0].wavefronts, 2 * proposed(one)[0].wavefronts);
  EXPECT_EQ(proposed(*sum)[0].wavefronts_before, 2 * proposed(one)[0].wavefronts_before);
  Report other = one;
  other.run.kernels[0].proposed_layouts[0].name = "tile[32][35]";
  const auto neither = merged({one, other}, problem);
  ASSERT_TRUE(neither) << problem;
  EXPECT_TRUE(proposed(*neither).empty());
  EXPECT_TRUE(neither->run.kernels[0].instructions[4].examples.at(0).proposed.empty());

  // Of a swizzle the name has no extents.
  other = one;
  other.run.kernels[0].proposed_layouts[0].columns *= 2;
  EXPECT_TRUE(proposed(*merged({one, other}, problem)).empty());
}

TEST(MergeReports, CopiesKeepTheirPlaceAmongTheLaunches) {
  Report one = sample_report();
  one.run.transfers = {{.bytes = 4, .launches_before = 0}, {.bytes = 8, .launches_before = 3}};
  one.run.transfer_count = 2;
  std::string problem;
  const auto sum = merged({one, one}, problem);
  ASSERT_TRUE(sum) << problem;
  std::vector<std::uint64_t> before;
  for (const analysis::TransferProfile& transfer : sum->run.transfers) before.push_back(transfer.launches_before);
  EXPECT_EQ(before, (std::vector<std::uint64_t>{0, 3, 3, 6}));
  EXPECT_EQ(sum->run.transfer_count, 4u);
}

TEST(MergeReports, PatternsThatOnlyOneHas) {
  const Report one = sample_report();
  Report other = one;
  other.run.kernels[0].instructions[4].examples[0].addresses[7] += 4;
  std::string problem;
  const auto sum = merged({one, other}, problem);
  ASSERT_TRUE(sum) << problem;
  const std::vector<analysis::AccessExample>& kept = sum->run.kernels[0].instructions[4].examples;
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].times, 0u);  // the other run may have had it too
}

TEST(MergeReports, KernelsThatOnlyOneHas) {
  const Report one = sample_report();
  Report other = one;
  other.run.kernels[0].name = "another(int)";
  other.run.kernels[1].block = {7, 1, 1};
  std::string problem;
  const auto sum = merged({one, other}, problem);
  ASSERT_TRUE(sum) << problem;
  ASSERT_EQ(sum->run.kernels.size(), 3u);
  EXPECT_EQ(sum->run.kernels[2].name, "another(int)");
  EXPECT_EQ(sum->run.launches[one.run.launches.size()].kernel, 2u);
  EXPECT_FALSE(sum->run.kernels[1].same_shape);
}

TEST(MergeReports, KeepWhatIsNotExact) {
  using analysis::KernelProfile;
  const auto doubts = {&KernelProfile::runs_out_of_registers,    &KernelProfile::reads_parts_of_products,
                       &KernelProfile::has_pliable_loops,        &KernelProfile::has_pliable_loads,
                       &KernelProfile::has_partly_filled_copies, &KernelProfile::has_unknown_fetches,
                       &KernelProfile::has_loops_by_value,       &KernelProfile::lanes_meet_early};
  const Report one = sample_report();
  for (bool KernelProfile::* const doubt : doubts) {
    Report other = one;
    other.run.kernels[0].*doubt = true;
    std::string problem;
    const auto sum = merged({one, other}, problem);
    ASSERT_TRUE(sum) << problem;
    EXPECT_TRUE(sum->run.kernels[0].*doubt);
    EXPECT_FALSE(sum->run.kernels[1].*doubt);
  }
}

TEST(MergeReports, ChecksAreOrdersOfOneRun) {
  Report one = sample_report();
  one.run.seeds = {0, 1};
  Report two = one;
  two.run.seeds = {2};
  two.run.findings[0].count = 5;
  one.run.findings[0].count = 2;
  two.run.suppressed = {two.run.findings.back()};
  std::string problem;
  const auto both = merged({one, two}, problem);
  ASSERT_TRUE(both) << problem;
  EXPECT_EQ(both->run.seeds, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(both->run.launch_count, one.run.launch_count);
  EXPECT_EQ(both->run.findings.size(), one.run.findings.size());
  EXPECT_EQ(both->run.findings[0].count, 7u);
  EXPECT_EQ(both->run.suppressed.size(), 1u);
}

TEST(MergeReports, WhatIsNotOne) {
  const Report one = sample_report();
  Report other = one;
  other.program = "b.cu";
  EXPECT_THAT(obstacle(one, other),
              HasSubstr("a.json and b.json cannot be one report: they are of transpose.cu and b.cu"));
  other = one;
  other.architecture = "sm_80";
  EXPECT_THAT(obstacle(one, other), HasSubstr("report diff sets two GPUs side by side"));
  other = one;
  other.run.seeds = {1};
  EXPECT_THAT(obstacle(one, other), HasSubstr("one is of `check` and one of `run`"));
  EXPECT_THAT(obstacle(other, other), HasSubstr("seed 1 is in both"));
  other = one;
  other.run.metrics.pop_back();
  EXPECT_THAT(obstacle(one, other), HasSubstr("they hold different counters"));
  other = one;
  other.as_written = true;
  EXPECT_THAT(obstacle(one, other), HasSubstr("--as-written"));
}

}  // namespace
}  // namespace warpglass::report
