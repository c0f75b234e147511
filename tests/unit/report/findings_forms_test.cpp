// Findings in compute-sanitizer's words, and those of several runs as one report.
#include <gtest/gtest.h>

#include <utility>

#include "report/report.hpp"

namespace warpglass::report {
namespace {

analysis::Finding fault(const std::string& rule, const std::string& space, bool write) {
  analysis::Finding finding;
  finding.rule = rule;
  finding.severity = Severity::error;
  finding.where = {.file = "k.cu", .line = 12, .column = 7};
  finding.pc = 6;
  finding.kernel = "k(int*)";
  finding.block = {1, 0, 0};
  finding.thread = {3, 0, 0};
  finding.message = "what happened";
  if (!space.empty()) finding.access = {.space = space, .write = write, .bytes = 4, .address = 0x7f00};
  return finding;
}

analysis::Finding race(std::uint32_t line, bool writes, std::uint32_t other_line, bool other_writes,
                       std::uint64_t count) {
  analysis::Finding finding = fault("shared-race", "shared", writes);
  finding.where.line = line;
  finding.count = finding.excess = count;
  finding.related.push_back({.where = {.file = "k.cu", .line = other_line, .column = 9},
                             .pc = 2,
                             .access = {.space = "shared", .write = other_writes, .bytes = 4, .address = 0},
                             .message = "thread (0,0,0) writes it"});
  return finding;
}

std::string sanitizer_text(std::vector<analysis::Finding> findings) {
  Report report;
  report.tool_version = "1.2.3";
  report.run.findings = std::move(findings);
  return to_sanitizer_text(report);
}

TEST(SanitizerText, Nothing) {
  EXPECT_EQ(sanitizer_text({}),
            "========= COMPUTE-SANITIZER (warpglass check 1.2.3)\n"
            "========= ERROR SUMMARY: 0 errors\n");
}

TEST(SanitizerText, Accesses) {
  analysis::Finding wrong = fault("out-of-bounds", "global", false);
  wrong.notes = {"the nearest allocation ends 4 bytes before"};
  EXPECT_EQ(sanitizer_text({wrong, fault("misaligned", "shared", true), fault("uninitialised-read", "global", false)}),
            "========= COMPUTE-SANITIZER (warpglass check 1.2.3)\n"
            "========= Invalid __global__ read of size 4 bytes\n"
            "=========     at k(int*)+0x60 in k.cu:12\n"
            "=========     by thread (3,0,0) in block (1,0,0)\n"
            "=========     Address 0x7f00 is out of bounds\n"
            "=========     the nearest allocation ends 4 bytes before\n"
            "========= \n"
            "========= Invalid __shared__ write of size 4 bytes\n"
            "=========     at k(int*)+0x60 in k.cu:12\n"
            "=========     by thread (3,0,0) in block (1,0,0)\n"
            "=========     Address 0x7f00 is misaligned\n"
            "========= \n"
            "========= Uninitialized __global__ memory read of size 4 bytes\n"
            "=========     at k(int*)+0x60 in k.cu:12\n"
            "=========     by thread (3,0,0) in block (1,0,0)\n"
            "=========     Address 0x7f00\n"
            "========= \n"
            "========= ERROR SUMMARY: 3 errors\n");
}

TEST(SanitizerText, RacesNameTheWriteFirst) {
  analysis::Finding warning = race(5, true, 5, true, 2);
  warning.severity = Severity::warning;
  analysis::Finding note = race(6, true, 6, true, 2);
  note.severity = Severity::note;
  analysis::Finding turned = race(23, true, 25, false, 5);  // the first, from its other side
  std::swap(turned.pc, turned.related[0].pc);
  EXPECT_EQ(sanitizer_text({race(25, false, 23, true, 250), turned, warning, note}),
            "========= COMPUTE-SANITIZER (warpglass check 1.2.3)\n"
            "========= Error: Race reported between Write access at k(int*)+0x20 in k.cu:23\n"
            "=========     and Read access at k(int*)+0x60 in k.cu:25 [255 hazards]\n"
            "========= \n"
            "========= Warning: Race reported between Write access at k(int*)+0x60 in k.cu:5\n"
            "=========     and Write access at k(int*)+0x20 in k.cu:5 [2 hazards]\n"
            "========= \n"
            "========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)\n"
            "========= ERROR SUMMARY: 2 errors\n");
}

TEST(SanitizerText, BarriersAndWhatHasNoWords) {
  analysis::Finding host = fault("leak", "", false);
  host.kernel.clear();
  host.severity = Severity::warning;
  analysis::Finding seeded = fault("deadlock", "", false);
  seeded.seed = 3;
  EXPECT_EQ(sanitizer_text({fault("barrier-divergence", "", false), fault("warp-mask", "", false), seeded, host}),
            "========= COMPUTE-SANITIZER (warpglass check 1.2.3)\n"
            "========= Barrier error detected. Divergent thread(s) in block\n"
            "=========     at k(int*)+0x60 in k.cu:12\n"
            "=========     by thread (3,0,0) in block (1,0,0)\n"
            "========= \n"
            "========= Barrier error detected. Invalid arguments\n"
            "=========     at k(int*)+0x60 in k.cu:12\n"
            "=========     by thread (3,0,0) in block (1,0,0)\n"
            "========= \n"
            "========= Error: what happened [deadlock]\n"
            "=========     at k(int*)+0x60 in k.cu:12\n"
            "=========     by thread (3,0,0) in block (1,0,0)\n"
            "=========     found under seed 3\n"
            "========= \n"
            "========= Warning: what happened [leak]\n"
            "=========     at k.cu:12:7\n"
            "========= \n"
            "========= ERROR SUMMARY: 4 errors\n");
}

TEST(Merge, TheSamePlacesAreOneFinding) {
  analysis::RunProfile all;
  all.findings = {race(25, false, 23, true, 10)};
  all.notices = {"a"};
  all.seeds = {0};
  analysis::RunProfile other;
  analysis::Finding note = race(25, true, 23, true, 1);
  note.severity = Severity::note;
  // The same race, the same from its other side, and one that is between writes.
  analysis::Finding turned = race(23, true, 25, false, 2);
  std::swap(turned.where.column, turned.related[0].where.column);
  turned.rule = "missing-fence";
  other.findings = {note, race(25, false, 23, true, 5), turned, race(25, true, 23, true, 3)};
  for (analysis::Finding& finding : other.findings) finding.seed = 4;
  other.notices = {"a", "b"};
  other.seeds = {4};
  merge_in(all, std::move(other));
  ASSERT_EQ(all.findings.size(), 3u);
  EXPECT_EQ(all.findings[0].count, 17u);
  EXPECT_EQ(all.findings[0].seed, 0u);
  EXPECT_EQ(all.findings[0].where.line, 25u);
  EXPECT_EQ(all.findings[1].count, 3u);
  EXPECT_EQ(all.findings[1].seed, 4u);
  EXPECT_EQ(all.findings[2].severity, Severity::note);
  EXPECT_EQ(all.notices, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(all.seeds, (std::vector<std::uint64_t>{0, 4}));
}

TEST(Merge, ALoopThatNeverEndsIsNoticedAnywhereInIt) {
  analysis::RunProfile all;
  all.findings = {fault("endless-loop", "", false)};
  analysis::RunProfile other;
  other.findings = {fault("endless-loop", "", false), fault("trap", "", false)};
  other.findings[0].where.line = 13;
  merge_in(all, std::move(other));
  EXPECT_EQ(all.findings.size(), 2u);
}

TEST(Findings, AllOfAFindingIsReadAgain) {
  Report report;
  report.run.findings = {race(25, false, 23, true, 10)};
  report.run.findings[0].seed = 7;
  report.run.suppressed = {race(5, true, 5, true, 1)};
  report.run.suppressed[0].suppressed_by = "my.supp:3";
  report.run.remarks = {{.severity = Severity::note,
                         .where = {.file = "my.supp", .line = 4, .column = 1},
                         .message = "allowed nothing",
                         .rule = {}}};
  report.run.seeds = {0, 7};
  std::string problem;
  const auto read = parse(to_json(report), problem);
  ASSERT_TRUE(read) << problem;
  EXPECT_EQ(to_json(*read), to_json(report));
  EXPECT_EQ(read->run.findings[0].related, report.run.findings[0].related);
  EXPECT_EQ(read->run.findings[0].access, report.run.findings[0].access);
  EXPECT_EQ(read->run.findings[0].pc, 6u);
  EXPECT_EQ(read->run.findings[0].seed, 7u);
  EXPECT_EQ(read->run.suppressed[0].suppressed_by, "my.supp:3");
  EXPECT_EQ(read->run.seeds, report.run.seeds);

  const std::string text = to_text(report, {});
  EXPECT_NE(text.find("= thread (0,0,0) writes it at k.cu:23:9\n"), std::string::npos) << text;
  EXPECT_NE(text.find("= 10 times\n"), std::string::npos) << text;
  EXPECT_NE(text.find("= found under seed 7; --replay 7 runs it again\n"), std::string::npos) << text;
  EXPECT_NE(text.find("my.supp:4:1: note: allowed nothing\n"), std::string::npos) << text;
  EXPECT_NE(text.find("1 error, 1 suppressed, under seeds 0..7"), std::string::npos) << text;
}

}  // namespace
}  // namespace warpglass::report
