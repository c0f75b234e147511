#include "analysis/collector.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

std::map<std::string, double> values_of(const RunProfile& run, const std::vector<double>& values) {
  std::map<std::string, double> named;
  for (std::size_t i = 0; i < values.size(); ++i) named[run.metrics[i].name] = values[i];
  return named;
}

TEST(Collector, CountsUnderTheProfilersNames) {
  const sample::Sample transpose = sample::transpose();
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(transpose));
  const RunProfile run = collector.profile();
  ASSERT_EQ(run.launches.size(), 1u);
  ASSERT_EQ(run.launches[0].values.size(), run.metrics.size());
  auto value = values_of(run, run.launches[0].values);
  // What an H200 counts for this kernel, whose global store goes by columns.
  EXPECT_EQ(value["sm__sass_inst_executed_op_shared_ld.sum"], 8192);
  EXPECT_EQ(value["sm__sass_inst_executed_op_shared_st.sum"], 8192);
  EXPECT_EQ(value["sm__sass_inst_executed_op_memory_32b.sum"], 32768);
  EXPECT_EQ(value["sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"], 262144);
  EXPECT_EQ(value["memory_l1_wavefronts_shared"], 270336);
  EXPECT_EQ(value["memory_l1_wavefronts_shared_ideal"], 16384);
  EXPECT_EQ(value["derived__memory_l1_wavefronts_shared_excessive"], 253952);
  EXPECT_EQ(value["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"], 253952);
  EXPECT_EQ(value["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"], 0);
  EXPECT_EQ(value["sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"], 32768);
  EXPECT_EQ(value["sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum"], 262144);
  EXPECT_EQ(value["memory_l2_theoretical_sectors_global_ideal"], 65536);
  EXPECT_EQ(value["smsp__inst_executed.sum"], 5 * 8192 + 2048);
  EXPECT_EQ(value["launch__shared_mem_per_block_static"], 4096);
  EXPECT_EQ(value["launch__shared_mem_per_block_allocated"], 5120);
  EXPECT_EQ(value["launch__occupancy_limit_registers"], 10);
  EXPECT_EQ(value["launch__occupancy_limit_warps"], 8);
  EXPECT_EQ(value["launch__occupancy_limit_barriers"], 32);
  EXPECT_EQ(value["sm__maximum_warps_per_active_cycle_pct"], 100);
  EXPECT_NEAR(value["launch__waves_per_multiprocessor"], 0.2424, 1e-4);
}

TEST(Collector, AddsUpLaunchesOfAKernel) {
  const sample::Sample transpose = sample::transpose();
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(transpose, 0));
  LaunchInput other = sample::launch_of(transpose, 1);
  other.grid = {8, 8, 1};
  other.repeated = true;
  collector.add(other);
  LaunchInput uncounted = sample::launch_of(transpose, 2);
  const sim::LaunchResult nothing;
  uncounted.result = &nothing;
  uncounted.counted = false;
  collector.add(uncounted);

  const RunProfile run = collector.profile();
  ASSERT_EQ(run.kernels.size(), 1u);
  const KernelProfile& kernel = run.kernels[0];
  EXPECT_EQ(kernel.name, "transpose(float*, float const*, int)");
  EXPECT_EQ(kernel.launches, 3u);
  EXPECT_EQ(kernel.launches_counted, 2u);
  EXPECT_EQ(kernel.launches_repeated, 1u);
  EXPECT_FALSE(kernel.same_shape);
  EXPECT_EQ(run.launch_count, 3u);
  EXPECT_EQ(run.launches_counted, 2u);
  EXPECT_TRUE(run.launches[2].values.empty());
  auto value = values_of(run, kernel.values);
  EXPECT_EQ(value["memory_l1_wavefronts_shared"], 2 * 270336);
  EXPECT_EQ(value["launch__block_size"], 256);  // does not add up
  EXPECT_EQ(kernel.occupancy_limit, "warps");

  // Lines in order, one entry a kind of access.
  std::vector<std::string> lines;
  for (const LineProfile& line : kernel.lines) lines.push_back(std::to_string(line.where.line) + ' ' + line.kind);
  EXPECT_EQ(lines, (std::vector<std::string>{"5 ", "7 global load", "7 shared store", "8 barrier", "9 global store",
                                             "9 shared load"}));
  EXPECT_EQ(kernel.lines.back().counts.wavefronts, 2 * 262144u);
  EXPECT_EQ(kernel.instructions.size(), 6u);
}

TEST(Collector, WhatAFaultHasCutShortDependsOnTheOrder) {
  const sample::Sample transpose = sample::transpose();
  Collector collector(arch::default_device());
  sim::LaunchResult cut_short = *sample::launch_of(transpose).result;
  cut_short.faults.emplace_back();
  LaunchInput launch = sample::launch_of(transpose);
  launch.result = &cut_short;
  launch.grid = launch.block = {1, 1, 1};
  collector.add(launch);
  EXPECT_EQ(collector.profile().kernels[0].launches_cut_short, 0u);  // no warp but the one that failed
  launch.block = {33, 1, 1};
  launch.counted = false;
  collector.add(launch);
  EXPECT_EQ(collector.profile().kernels[0].launches_cut_short, 0u);
  launch.counted = true;
  collector.add(launch);
  const RunProfile run = collector.profile();
  EXPECT_EQ(run.kernels[0].launches_cut_short, 1u);
  for (const MetricDefinition& metric : run.metrics)
    EXPECT_EQ(label_of(metric, run.kernels[0]).order_dependent, metric.counting != Counting::nothing) << metric.name;
}

TEST(Collector, KernelsOfOneNameInTwoModulesStayApart) {
  sample::Sample first = sample::transpose();
  sample::Sample second = sample::transpose();
  second.program.facts.front().ptx.file = "other.ptx";
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(first, 0));
  collector.add(sample::launch_of(second, 1));
  EXPECT_EQ(collector.profile().kernels.size(), 2u);
}

TEST(Collector, KernelsOfOneNameAndFileAreTheSameOnlyWithTheSameCode) {
  sample::Sample first = sample::transpose();
  sample::Sample same = sample::transpose();
  sample::Sample other = sample::transpose();
  other.program.facts.back().text += " // another";
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(first, 0));
  collector.add(sample::launch_of(other, 1));
  collector.add(sample::launch_of(same, 2));
  collector.add(sample::launch_of(other, 3));
  const RunProfile run = collector.profile();
  ASSERT_EQ(run.kernels.size(), 2u);
  EXPECT_EQ(run.kernels[0].launches, 2u);
  EXPECT_EQ(run.launches[2].kernel, 0u);
  EXPECT_EQ(run.launches[3].kernel, 1u);
}

TEST(Collector, NoticesAreKeptOnce) {
  Collector collector(arch::default_device());
  collector.add_notice("a");
  collector.add_notice("b");
  collector.add_notice("a");
  EXPECT_EQ(collector.profile().notices, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace warpglass::analysis
