// Counts of kernels that change tensor maps are not called exact.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

/// \param instruction  beside a global load, in PTX
std::string label_beside(const std::string& instruction, std::uint64_t executions) {
  sample::Sample sample;
  sim::Program& program = sample.program;
  program.name = "k";
  program.functions.resize(1);
  sample::add(program, sample.result, {.space = sim::Space::global});
  sample::add(program, sample.result, {.kind = sim::OpKind::other});
  program.facts.back().text = instruction;
  sample.result.counters.back().executions = executions;
  Collector collector(arch::default_device(), {});
  collector.add(sample::launch_of(sample));
  const RunProfile run = collector.profile();
  for (const MetricDefinition& metric : run.metrics) {
    if (metric.name == "memory_l2_theoretical_sectors_global") return text_of(label_of(metric, run.kernels.at(0)));
  }
  return "no such metric";
}

TEST(Fidelity, OfKernelsThatChangeTensorMaps) {
  const std::string replace = "@%p1 tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r1], %r2";
  EXPECT_EQ(label_beside(replace, 1), "modelled");
  EXPECT_EQ(label_beside(replace, 0), "exact");
  EXPECT_EQ(label_beside("fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128", 1), "exact");
}

}  // namespace
}  // namespace warpglass::analysis
