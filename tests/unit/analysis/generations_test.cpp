// What the reports say of machines before Volta: conflicts in the words of their banks, constant memory, instructions
// that a machine does not have, and how far the numbers can be trusted.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

using sample::Access;
using sample::strided;

RunProfile profile_of(const Access& access, const char* device_name, std::uint32_t bank_bytes = 4) {
  const arch::DeviceModel& device = *arch::find_device(device_name).device;
  sample::Sample sample;
  sample.program.name = "k";
  sample.program.functions.resize(1);
  sample.program.shared_objects = {{.name = "tile", .offset = 0, .size = 65536}};
  sample::add(sample.program, sample.result, access, device, bank_bytes);
  Collector collector(device);
  LaunchInput launch = sample::launch_of(sample);
  launch.bank_bytes = bank_bytes;
  collector.add(launch);
  return collector.profile();
}

std::string finding_of(const Access& access, const char* device, std::uint32_t bank_bytes = 4) {
  const RunProfile run = profile_of(access, device, bank_bytes);
  return run.findings.size() == 1 ? run.findings[0].message + " | " + run.findings[0].detail
                                  : std::to_string(run.findings.size()) + " findings";
}

TEST(Generations, ConflictsAreToldInTheWordsOfTheirBanks) {
  const Access column{.line = 1, .address = strided(0, 128)};
  EXPECT_EQ(finding_of(column, "sm_20"),
            "shared load: 32-way bank conflict, 32.0 wavefronts per request (ideal 1.0) | "
            "lanes 0..31 read 32 different words of bank 0 of tile  (sm_20)");
  EXPECT_EQ(finding_of(column, "sm_13"),
            "shared load: 16-way bank conflict, 32.0 wavefronts per request (ideal 2.0) | "
            "lanes 0..15 read 16 different words of bank 0 of tile  (sm_13)");
  EXPECT_EQ(finding_of(column, "sm_35"),
            "shared load: 16-way bank conflict, 16.0 wavefronts per request (ideal 1.0) | "
            "lanes 0..31 read 32 different words of bank 0 of tile, two in a pass where they share 256 bytes  "
            "(sm_35, 4-byte banks)");
  EXPECT_EQ(finding_of(column, "sm_35", 8),
            "shared load: 16-way bank conflict, 16.0 wavefronts per request (ideal 1.0) | "
            "lanes 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 read 16 different 8-byte words of bank 0 "
            "of tile  (sm_35, 8-byte banks)");
  EXPECT_EQ(finding_of({.line = 1, .address = strided(0, 8)}, "sm_35"), "0 findings");
}

TEST(Generations, WhatOnlyTheFirstMachinesMind) {
  const Access bytes{.bytes = 1, .line = 1, .address = strided(0, 1)};
  EXPECT_EQ(finding_of(bytes, "sm_10"),
            "shared load: 4-way bank conflict, 8.0 wavefronts per request (ideal 2.0) | "
            "lanes 0..3 read one word of bank 0 of tile, and a pass broadcasts no more than one word  (sm_10)");
  EXPECT_EQ(finding_of(bytes, "sm_20"), "0 findings");
  EXPECT_EQ(finding_of({.kind = sim::OpKind::store,
                        .access = sim::AccessKind::store,
                        .bytes = 1,
                        .line = 1,
                        .address = strided(0, 1)},
                       "sm_10"),
            "shared store: 4-way bank conflict, 8.0 wavefronts per request (ideal 2.0) | "
            "lanes 0..3 write different bytes of one word of bank 0 of tile  (sm_10)");
  EXPECT_EQ(
      finding_of({.bytes = 16, .line = 1, .address = strided(0, 16)}, "sm_20"),
      "shared load: 2-way bank conflict, 8.0 wavefronts per request (ideal 4.0) | "
      "16-byte accesses take one pass more than there are different words in a bank (banks 0..3 of tile)  (sm_20)");
}

TEST(Generations, AKernelOfBothBankModesIsTwo) {
  const arch::DeviceModel& kepler = *arch::find_device("sm_35").device;
  sample::Sample sample;
  sample.program.name = "k";
  sample.program.functions.resize(1);
  sample::add(sample.program, sample.result, {.line = 1, .address = strided(0, 128)}, kepler);
  Collector collector(kepler);
  for (const std::uint32_t bank_bytes : {4u, 8u, 4u}) {
    LaunchInput launch = sample::launch_of(sample);
    launch.bank_bytes = bank_bytes;
    collector.add(launch);
  }
  const RunProfile run = collector.profile();
  ASSERT_EQ(run.kernels.size(), 2u);
  EXPECT_EQ(run.kernels[0].launches, 2u);
  EXPECT_EQ(run.kernels[1].launches, 1u);
}

TEST(Generations, DifferentConstantsAreServedOneByOne) {
  Access constants{.space = sim::Space::constant, .line = 1, .address = strided(0, 4)};
  EXPECT_EQ(finding_of(constants, "sm_90"),
            "constant load: 32.0 different words per request (ideal 1.0) | "
            "lanes 0..31 read 32 different words, which constant memory serves one after another");
  const RunProfile run = profile_of(constants, "sm_90");
  EXPECT_EQ(run.findings[0].rule, "constant-serialised");
  EXPECT_EQ(run.findings[0].excess, 31 * sample::kWarps);
  const auto index = std::find_if(run.metrics.begin(), run.metrics.end(),
                                  [](const MetricDefinition& m) { return m.name == "idc__requests.sum"; });
  ASSERT_NE(index, run.metrics.end());
  const auto value = [&](const char* name) {
    for (std::size_t i = 0; i < run.metrics.size(); ++i)
      if (run.metrics[i].name == name) return run.kernels[0].values[i];
    return -1.0;
  };
  EXPECT_EQ(value("idc__requests.sum"), 32.0 * sample::kWarps);
  EXPECT_EQ(value("memory_l1_wavefronts_shared"), 0);
  EXPECT_EQ(value("memory_l2_theoretical_sectors_global"), 0);
  constants.address = strided(64, 0);
  EXPECT_EQ(finding_of(constants, "sm_90"), "0 findings");
}

TEST(Generations, SaysWhichInstructionsAMachineDoesNotHave) {
  const Access atomic{.kind = sim::OpKind::atomic,
                      .access = sim::AccessKind::atomic_add,
                      .line = 3,
                      .column = 5,
                      .address = strided(0, 4)};
  EXPECT_EQ(
      profile_of(atomic, "sm_11").notices,
      (std::vector<std::string>{"transpose.cu:3:5: sm_11 has no atomics on shared memory (from sm_12 on); executed "
                                "and counted as if it had"}));
  EXPECT_TRUE(profile_of(atomic, "sm_12").notices.empty());
  Access global = atomic;
  global.space = sim::Space::global;
  EXPECT_EQ(profile_of(global, "sm_10").notices.size(), 1u);
  EXPECT_TRUE(profile_of(global, "sm_11").notices.empty());
  Access wide = atomic;
  wide.bytes = 8;
  EXPECT_EQ(profile_of(wide, "sm_13").notices.size(), 1u);
  EXPECT_TRUE(profile_of(wide, "sm_20").notices.empty());
}

TEST(Generations, OnlyRecordedRulesAreExact) {
  const auto fidelity = [](const char* device, const char* name) {
    for (const MetricDefinition& metric : profile_of({.line = 1, .address = strided(0, 4)}, device).metrics)
      if (metric.name == name) return std::string(name_of(metric.fidelity));
    return std::string("none");
  };
  for (const char* name :
       {"memory_l1_wavefronts_shared", "memory_l2_theoretical_sectors_global",
        "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "sm__sass_inst_executed_op_global_ld.sum"}) {
    for (const char* other : {"sm_70", "sm_80", "sm_89", "sm_100", "sm_120"})
      EXPECT_EQ(fidelity(other, name), "inferred") << other << ' ' << name;
    EXPECT_EQ(fidelity("sm_90", name), "exact") << name;
    for (const char* older : {"sm_10", "sm_21", "sm_37", "sm_52", "sm_61"})
      EXPECT_EQ(fidelity(older, name), "modelled") << older << ' ' << name;
  }
  EXPECT_EQ(fidelity("sm_20", "launch__grid_size"), "exact");
  EXPECT_EQ(fidelity("sm_90", "idc__requests.sum"), "estimated");
}

}  // namespace
}  // namespace warpglass::analysis
