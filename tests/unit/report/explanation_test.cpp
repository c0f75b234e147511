// What is told of one source line. What the whole looks like is held by a golden file.
#include "report/explanation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/access_picture.hpp"
#include "report/display.hpp"
#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

using analysis::AccessExample;
using testing::HasSubstr;
using testing::Not;

ExplanationOptions options() {
  return {.text = {.width = 120,
                   .source = [](std::string_view file, std::uint32_t line) -> std::optional<std::string> {
                     if (file != "transpose.cu" || line != 9) return std::nullopt;
                     return "  out[y * n + x] = tile[threadIdx.x][threadIdx.y];";
                   }},
          .unicode = false};
}

/// With the tile's extents, as its source declares them.
Report declared_report() {
  Report report = sample_report();
  for (analysis::SharedArray& array : report.run.kernels[0].shared_arrays) {
    array.element = "float";
    array.extents = {32, 32};
  }
  return report;
}

std::string text_of(const Report& report, const NamedLine& line) { return explain(report, line, options()).text; }
std::string problem_of(const Report& report, const NamedLine& line) {
  const Explanation explanation = explain(report, line, options());
  EXPECT_EQ(explanation.text.empty(), !explanation.problem.empty());
  return explanation.problem;
}

/// Of the sample, the shared load at line 9.
analysis::InstructionProfile& shared_load(Report& report) { return report.run.kernels[0].instructions[4]; }

TEST(Explanation, OfALine) { expect_golden("transpose_line.txt", text_of(declared_report(), {.file = "", .line = 9})); }

TEST(Explanation, NamesTheFileByItsEnd) {
  Report report = sample_report();
  report.run.kernels.resize(1);
  for (auto& instruction : report.run.kernels[0].instructions) instruction.source.file = "/home/u/project/transpose.cu";
  for (const char* file : {"transpose.cu", "project/transpose.cu", "./project/../project/transpose.cu", ""})
    EXPECT_NE(text_of(report, {.file = file, .line = 9}), "") << file;
  EXPECT_EQ(problem_of(report, {.file = "ose.cu", .line = 9}),
            "no access to memory was counted in ose.cu; there are some in /home/u/project/transpose.cu");
}

TEST(Explanation, OfWhatHasNone) {
  Report report = sample_report();
  report.run.kernels.resize(1);
  EXPECT_EQ(problem_of(report, {.file = "", .line = 8}),
            "transpose.cu:8 has no load or store of shared, global or local memory; lines that can be explained: 7, 9");
  report.run.kernels[0].instructions[1].examples.clear();
  report.run.kernels[0].instructions[2].examples.clear();
  EXPECT_THAT(problem_of(report, {.file = "", .line = 7}), HasSubstr("has no access of its own: another one makes it"));
  report.run.kernels[0].instructions[1].counts = report.run.kernels[0].instructions[2].counts = {};
  EXPECT_THAT(problem_of(report, {.file = "", .line = 7}),
              HasSubstr("was never executed; lines that can be explained: 9"));
  report.run.kernels.clear();
  EXPECT_EQ(problem_of(report, {.file = "", .line = 7}), "no access to memory was counted in this run");
}

TEST(Explanation, PatternsOfAnUnrolledLoopAreOne) {
  Report report = sample_report();
  analysis::InstructionProfile again = shared_load(report);
  for (std::uint64_t& address : again.examples[0].addresses) address += 4;
  report.run.kernels[0].instructions.push_back(again);
  EXPECT_THAT(text_of(report, {.file = "", .line = 9}),
              HasSubstr("pattern 1 of 1: 32,768 of 32,768 requests; 32 wavefronts"));
  // Of one more it is not known how often it occurred.
  again.examples[0].addresses[3] += 128;
  again.examples[0].times = again.examples[0].total_cost = again.examples[0].total_ideal = 0;
  report.run.kernels[0].instructions.push_back(again);
  EXPECT_THAT(text_of(report, {.file = "", .line = 9}), HasSubstr("pattern 2 of 2: how often is not known"));
}

TEST(Explanation, SaysWhatVariesAndHowItCameThere) {
  Report report = sample_report();
  shared_load(report).examples[0].total_cost -= 100;
  shared_load(report).inlined_from = {{.file = "/usr/include/cub.cuh", .line = 5, .column = 1}};
  shared_load(report).inlined_at = {{.file = "main.cu", .line = 77, .column = 3}};
  const std::string text = text_of(report, {.file = "main.cu", .line = 77});
  EXPECT_THAT(text, HasSubstr("transpose.cu:9:20: shared load of 32 bits a lane"));
  EXPECT_THAT(text, HasSubstr("32 wavefronts (ideal 1) the first time, 524,188 in all (ideal 16,384)"));
  EXPECT_THAT(text, HasSubstr("  by code of /usr/include/cub.cuh:5, inlined\n  inlined at main.cu:77\n"));
  EXPECT_THAT(text, Not(HasSubstr("global store")));
}

TEST(Explanation, ArraysThatAreNotKnown) {
  const Report report = sample_report();
  EXPECT_EQ(shared_arrays_at(report, {.file = "", .line = 9}), (std::vector<std::string>{"_ZZ9transposePfPKfiE4tile"}));
  EXPECT_EQ(shared_arrays_with_examples(report),
            (std::vector<std::string>{"_ZZ3sumPKfPfE1s", "_ZZ9transposePfPKfiE4tile"}));
  const std::string text = text_of(report, {.file = "", .line = 9});
  EXPECT_THAT(text, HasSubstr("  in tile, 4,096 bytes\n"));
  EXPECT_THAT(text, Not(HasSubstr("thread  element")));
}

TEST(Explanation, ShowsTheProposedLayouts) {
  Report report = declared_report();
  analysis::KernelProfile& kernel = report.run.kernels[0];
  ASSERT_EQ(kernel.proposed_layouts.size(), 2u);
  const std::string text = text_of(report, {.file = "", .line = 9});
  EXPECT_THAT(text, HasSubstr("  as tile[32][33], rows of 32 elements of 4 B and 1 behind each: 1 wavefront (ideal 1)\n"
                              "  all accesses to the array: 32,768 instead of 540,672 wavefronts\n\n"
                              "  bank     0  1  2"));
  EXPECT_THAT(text, HasSubstr("  pass 0   0  1  2  3  4"));
  EXPECT_THAT(text, HasSubstr("  as tile[r][c ^ (r & 31)], rows of 32 elements of 4 B: 1 wavefront (ideal 1)\n"));
  kernel.proposed_layouts[0].wavefronts_least = 32000;
  EXPECT_THAT(text_of(report, {.file = "", .line = 9}), HasSubstr("instead of 540,672 wavefronts at most\n"));
  std::string problem;
  auto again = parse(to_json(report), problem);
  ASSERT_TRUE(again) << problem;
  EXPECT_EQ(again->run.kernels[0].proposed_layouts, kernel.proposed_layouts);
  EXPECT_EQ(again->run.kernels[0].shared_arrays, kernel.shared_arrays);
  EXPECT_EQ(shared_load(*again).examples, shared_load(report).examples);
  shared_load(report).examples[0].proposed[0].layout = 2;
  EXPECT_FALSE(parse(to_json(report), problem));
  EXPECT_THAT(problem, HasSubstr("a layout that is not there"));
}

AccessExample access(std::string space, LaneMask lanes, std::vector<std::uint64_t> addresses) {
  AccessExample example;
  example.space = std::move(space);
  example.bytes = 4;
  example.lanes = lanes;
  example.addresses = std::move(addresses);
  return example;
}

TEST(SectorPicture, ShowsWhatIsMovedForNothing) {
  AccessExample example = access("global", 0xf, {0, 8, 8, 128 + 64});
  EXPECT_EQ(sector_picture(example, {.unicode = false, .width = 80}),
            "  line     sector 0          sector 1          sector 2          sector 3\n"
            "  +0       0 . 1 . . . . .\n"
            "  +128                                         3 . . . . . . .\n"
            "  the number is the lane that asks for a word; others; . is moved, and no lane asks for it\n");
  EXPECT_THAT(sector_picture(example, {.width = 120}), HasSubstr("  +0       0  ·  1+ ·"));
  example.bytes = 16;
  EXPECT_THAT(sector_picture(example, {.width = 120}), HasSubstr("  +0       0  0  0+ 0+ 1+ 1+ ·  ·"));
}

TEST(SectorPicture, LocalMemoryHasTheWordsOfALineSideBySide) {
  const AccessExample example = access("local", kFullMask, std::vector<std::uint64_t>(32, 8));
  const std::string text = sector_picture(example, {.width = 120});
  EXPECT_THAT(text, HasSubstr("  +0       0  1  2  3 "));
  EXPECT_THAT(text, HasSubstr(" 30 31\n"));
  EXPECT_THAT(text, Not(HasSubstr("moved")));
}

TEST(SectorPicture, FitsTheTerminalOrTheWords) {
  AccessExample example = access("global", kFullMask, {});
  for (std::uint64_t lane = 0; lane < 32; ++lane) example.addresses.push_back(lane * 4096);
  for (const std::size_t width : {60u, 90u, 120u}) {
    const std::string text = sector_picture(example, {.width = width});
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      EXPECT_LE(display_width(text.substr(at, end - at)), std::max<std::size_t>(width, 84));
      at = end + 1;
    }
  }
}

}  // namespace
}  // namespace warpglass::report
