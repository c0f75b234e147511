// What two compilers make of one source (data/slow_conversions.cu), bound, executed and looked at: conversions that are
// hidden are found, doubles that are meant are not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "analysis/collector.hpp"
#include "analysis/cost_model.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::analysis {
namespace {

constexpr int kThreads = 64;  // two warps
constexpr int kRounds = 16;   // of the loops

std::string recorded_module(std::string_view compiler) {
  std::ifstream file(
      fmt::format("{}/tests/unit/analysis/data/slow_conversions_{}.ptx", WARPGLASS_SOURCE_DIR, compiler));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = text.find(".address_size 64");
  return begin == std::string::npos ? "" : text.substr(text.find('\n', begin));
}

class SlowConversions : public testing::TestWithParam<const char*> {
 protected:
  /// The kernel's slow conversions, having run once with two warps.
  std::vector<Finding> found(std::string_view kernel, const arch::DeviceModel& device = arch::default_device()) {
    isa::LoadedPtx module(recorded_module(GetParam()));
    const auto costs = make_cost_model(device);
    const std::uint64_t out = module.upload(std::vector<double>(1024));
    const std::uint64_t in = module.upload(std::vector<double>(1024, 1.0));
    const bool loops = kernel.find("narrow") != kernel.npos || kernel.find("counter") != kernel.npos ||
                       kernel.find("accumulated") != kernel.npos || kernel.find("as_int") != kernel.npos;
    std::vector<std::uint64_t> arguments = {out, in, loops ? kRounds : 1024u};
    if (kernel.find("parameter") != kernel.npos) arguments.push_back(0x3ff0000000000000u);
    const sim::LaunchResult result = module.run(kernel, {1, 1, 1}, {kThreads, 1, 1}, arguments, costs.get());
    EXPECT_TRUE(result.faults.empty());
    if (module.bound.program == nullptr) return {};
    Collector collector(device);
    collector.add({.index = 0,
                   .program = module.bound.program.get(),
                   .grid = {1, 1, 1},
                   .block = {kThreads, 1, 1},
                   .result = &result,
                   .counted = true});
    std::vector<Finding> conversions;
    for (const Finding& finding : collector.profile().findings) {
      if (finding.rule == "slow-conversion") conversions.push_back(finding);
    }
    return conversions;
  }
};

TEST_P(SlowConversions, ADoubleConstantIsNamedWithItsCost) {
  const std::vector<Finding> findings = found("_Z8constantPfPKfi");
  ASSERT_EQ(findings.size(), 1u);
  const Finding& finding = findings.front();
  EXPECT_EQ(finding.where.line, 5u);
  EXPECT_EQ(finding.where.file, "tests/unit/analysis/data/slow_conversions.cu");
  // Two warps, each a conversion of 8 cycles, a multiply-add of 2 and another conversion; as float one of 1.
  EXPECT_EQ(finding.message,
            "double arithmetic in float code: 6 warp instructions keep their pipes busy for 36 cycles, as float for 2");
  EXPECT_EQ(finding.detail, "0.1 is a double: cvt.f64.f32, fma.rn.f64, cvt.rn.f32.f64");
  ASSERT_EQ(finding.notes.size(), 2u);
  EXPECT_EQ(finding.notes[1], "write 0.1f, 1.0f");
  EXPECT_EQ(finding.excess, 34u);
}

TEST_P(SlowConversions, OnAMachineWithFewDoublesItCostsMore) {
  const std::vector<Finding> findings = found("_Z8constantPfPKfi", *arch::find_device("sm_86").device);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().total, 2u * (64 + 64 + 64));
}

TEST_P(SlowConversions, OnAMachineWithoutDoublesThereIsNone) {
  EXPECT_TRUE(found("_Z8constantPfPKfi", *arch::find_device("sm_10").device).empty());
}

TEST_P(SlowConversions, AComparisonWithADoubleConstantIsOne) {
  const std::vector<Finding> findings = found("_Z10comparisonPfPKfi");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().where.line, 10u);
  EXPECT_EQ(findings.front().notes.back(), "write 0.1f");
}

TEST_P(SlowConversions, AnIntegerTimesADoubleConstantIsOne) {
  const std::vector<Finding> findings = found("_Z11of_integersPfPKfi");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().where.line, 15u);
}

TEST_P(SlowConversions, NarrowIntegersAreWidenedInEveryRound) {
  const std::vector<Finding> findings = found("_Z6narrowPaPKai");
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.front().message,
            fmt::format("narrow integers widened in a loop: {} warp instructions keep the alu pipe busy for {} cycles",
                        2 * kRounds, 2 * 2 * kRounds));
}

TEST_P(SlowConversions, ACounterConvertedInEveryRoundIsOneWhereThatIsSlow) {
  EXPECT_TRUE(found("_Z7counterPfPKfi").empty());  // sm_90 converts as it adds
  const std::vector<Finding> findings = found("_Z7counterPfPKfi", *arch::find_device("sm_80").device);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().where.line, 31u);
}

TEST_P(SlowConversions, WhatMeansToBeDoubleIsLeftAlone) {
  for (const char* kernel : {"_Z6storedPdPKfi", "_Z6loadedPfPKdi", "_Z9parameterPfPKfid", "_Z11accumulatedPfPKfi",
                             "_Z17product_in_doublePfPKfi", "_Z9of_floatsPfPKfi", "_Z6as_intPaPKai"}) {
    for (const Finding& finding : found(kernel)) ADD_FAILURE() << kernel << ": " << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, SlowConversions, testing::Values("nvcc", "clang"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace warpglass::analysis
