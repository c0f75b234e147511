#include <gtest/gtest.h>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

using sample::Access;
using sample::strided;

/// Findings of a kernel that consists of these accesses.
std::vector<Finding> findings_of(const std::vector<Access>& accesses) {
  sample::Sample sample;
  sample.program.name = "k";
  sample.program.functions.resize(1);
  sample.program.shared_objects = {{.name = "tile", .offset = 0, .size = 65536}};
  for (const Access& access : accesses) sample::add(sample.program, sample.result, access);
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(sample));
  return collector.profile().findings;
}

TEST(Findings, TransposeHasAConflictAndAColumnStore) {
  const sample::Sample transpose = sample::transpose();
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(transpose));
  const std::vector<Finding> findings = collector.profile().findings;
  ASSERT_EQ(findings.size(), 2u);
  const Finding& conflict = findings[0];
  EXPECT_EQ(conflict.rule, "bank-conflict");
  EXPECT_EQ(conflict.where, (SourcePosition{.file = "transpose.cu", .line = 9, .column = 20}));
  EXPECT_EQ(conflict.message, "shared load: 32-way bank conflict, 32.0 wavefronts per request (ideal 1.0)");
  EXPECT_EQ(conflict.detail, "lanes 0..31 read 32 different words of bank 0 of tile  (sm_90)");
  EXPECT_EQ(conflict.excess, 253952u);
  EXPECT_EQ(conflict.block, (Dim3{3, 1, 0}));
  EXPECT_EQ(conflict.kernel, "transpose(float*, float const*, int)");
  EXPECT_EQ(findings[1].rule, "uncoalesced");
  EXPECT_EQ(findings[1].message, "global store: 32.0 sectors per request (ideal 4.0)");
  EXPECT_EQ(findings[1].detail,
            "lanes 0..31 write 4 bytes each, 2048 bytes apart: 32 sectors of 32 bytes for 128 bytes");
}

TEST(Findings, WhatIsFreeOfConflictsIsNotNamed) {
  EXPECT_TRUE(findings_of({{.line = 1, .address = strided(0, 4)},
                           {.line = 2, .address = strided(0, 132)},
                           {.bytes = 16, .line = 3, .address = strided(0, 16)},
                           {.line = 4, .address = strided(64, 0)},
                           {.space = sim::Space::global, .line = 5, .address = strided(256, 4)}})
                  .empty());
}

TEST(Findings, DetailsOfOtherAccesses) {
  const auto detail = [](const Access& access) {
    const std::vector<Finding> findings = findings_of({access});
    return findings.size() == 1 ? findings[0].message + " | " + findings[0].detail : "not one finding";
  };
  EXPECT_EQ(detail({.bytes = 16, .line = 1, .address = strided(0, 128)}),
            "shared load: 8-way bank conflict, 32.0 wavefronts per request (ideal 4.0) | "
            "lanes 0..7 read 8 different 16-byte words of banks 0..3 of tile  (sm_90)");
  EXPECT_EQ(detail({.kind = sim::OpKind::store,
                    .access = sim::AccessKind::store,
                    .bytes = 8,
                    .line = 1,
                    .address = strided(0, 16)}),
            "shared store: 2-way bank conflict, 4.0 wavefronts per request (ideal 2.0) | "
            "lanes 0, 8 write 2 different 8-byte words of banks 0 and 1 of tile  (sm_90)");
  EXPECT_EQ(
      detail(
          {.kind = sim::OpKind::atomic, .access = sim::AccessKind::atomic_add, .line = 1, .address = strided(12, 0)}),
      "shared atomic: 32-way bank conflict, 32.0 wavefronts per request (ideal 1.0) | "
      "lanes 0..31 update 1 word of bank 3 of tile, one lane after another  (sm_90)");
  EXPECT_EQ(detail({.space = sim::Space::global, .line = 1, .address = strided(260, 4)}),
            "global load: 5.0 sectors per request (ideal 4.0) | "
            "lanes 0..31 read 128 consecutive bytes that begin 4 bytes past a sector border: 5 sectors of 32 bytes "
            "instead of 4");
  EXPECT_EQ(detail({.space = sim::Space::global, .bytes = 1, .line = 1, .address = strided(0, 64)}),
            "global load: 32.0 sectors per request (ideal 1.0) | "
            "lanes 0..31 read 1 byte each, 64 bytes apart: 32 sectors of 32 bytes for 32 bytes");
}

TEST(Findings, ConsecutiveAccessNamesItsBytes) {
  const std::vector<Finding> findings =
      findings_of({{.space = sim::Space::global, .bytes = 8, .line = 1, .address = strided(272, 8)}});
  ASSERT_EQ(findings.size(), 0u);  // 9 sectors for 8: not worth a word
}

TEST(Findings, AnUnrolledLoopIsOneFinding) {
  // Same line, column and kind: the sources are of the same id when the compiler gave them the same position.
  sample::Sample sample;
  sample.program.name = "k";
  sample.program.functions.resize(1);
  for (int i = 0; i < 4; ++i)
    sample::add(sample.program, sample.result, {.line = 3, .column = 5, .address = strided(0, 128)});
  for (sim::OpFacts& facts : sample.program.facts) facts.source = 0;
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(sample));
  const std::vector<Finding> findings = collector.profile().findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].total, 4 * 32 * sample::kWarps);
}

TEST(Findings, WithoutALineTableThePtxIsNamed) {
  const std::vector<Finding> findings = findings_of({{.line = 0, .address = strided(0, 128)}});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].where.file, "transpose.ptx");
}

TEST(Findings, AFaultComesFirstAndNamesItsObject) {
  sample::Sample transpose = sample::transpose();
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.pc = 2;
  fault.lanes = 0x1;
  fault.block = {1, 0, 0};
  fault.thread = {0, 3, 0};
  fault.warp = 3;
  fault.space = sim::Space::shared;
  fault.write = true;
  fault.address = 4100;
  fault.bytes = 4;
  fault.message = "shared store of 4 bytes beyond the block's shared memory";
  fault.notes = {"the block has 4,096 bytes"};
  transpose.result.faults.push_back(fault);
  Collector collector(arch::default_device());
  collector.add(sample::launch_of(transpose));
  const RunProfile run = collector.profile();
  ASSERT_EQ(run.findings.size(), 3u);
  const Finding& finding = run.findings[0];
  EXPECT_EQ(finding.severity, Severity::error);
  EXPECT_EQ(finding.rule, "out-of-bounds");
  EXPECT_EQ(finding.where.line, 7u);
  EXPECT_EQ(finding.detail, "block (1,0,0) thread (0,3,0), warp 3 lane 0");
  EXPECT_EQ(finding.notes, (std::vector<std::string>{"the address is that of tile[1025], past its 4,096 bytes",
                                                     "the block has 4,096 bytes"}));
  EXPECT_FALSE(run.launches[0].complete);
}

}  // namespace
}  // namespace warpglass::analysis
