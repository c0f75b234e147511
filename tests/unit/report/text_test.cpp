#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "report/display.hpp"
#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

std::optional<std::string> source_line(std::string_view file, std::uint32_t line) {
  static const std::map<std::uint32_t, std::string> lines = {
      {7, "\t  tile[threadIdx.y][threadIdx.x] = in[y * n + x];"},
      {9, "  out[y * n + x] = tile[threadIdx.x][threadIdx.y];"},
      {12, "  float l = s[threadIdx.x - 1];"},
  };
  if (file != "transpose.cu" || !lines.contains(line)) return std::nullopt;
  return lines.at(line);
}

TEST(Text, IsReadable) { expect_golden("transpose.txt", to_text(sample_report(), {.source = source_line})); }

TEST(Text, InColour) {
  expect_golden("transpose_colour.txt",
                to_text(sample_report(), {.colour = true, .top = 1, .all_metrics = true, .source = source_line}));
}

TEST(Text, ColoursAreTheOnlyDifference) {
  const std::string plain = to_text(sample_report(), {.source = source_line});
  std::string stripped;
  const std::string coloured = to_text(sample_report(), {.colour = true, .source = source_line});
  for (std::size_t at = 0; at < coloured.size(); ++at) {
    if (coloured[at] == '\033') {
      at = coloured.find('m', at);
    } else {
      stripped += coloured[at];
    }
  }
  EXPECT_EQ(stripped, plain);
}

TEST(Text, FitsTheTerminal) {
  Report report = sample_report();
  for (const std::size_t width : {60u, 80u, 100u}) {
    std::istringstream text(to_text(report, {.width = width, .source = [](std::string_view, std::uint32_t) {
                                               return std::optional<std::string>(std::string(40, ' ') +
                                                                                 std::string(200, 'x'));
                                             }}));
    for (std::string line; std::getline(text, line);) {
      const bool excerpt = line.find(" | ") != std::string::npos && line.ends_with("...");
      if (excerpt) {
        EXPECT_LE(display_width(line), std::max<std::size_t>(width, 80)) << line;
      }
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
  }
}

TEST(Text, ALongLineScrollsToTheCaret) {
  Report report = sample_report();
  report.run.findings.resize(1);
  report.run.findings[0].where.column = 151;
  const std::string source = std::string(150, '.') + "X" + std::string(100, '.');
  const std::string text =
      to_text(report, {.width = 80, .source = [&](std::string_view, std::uint32_t) { return std::optional(source); }});
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line) && line.find('X') == std::string::npos) {
  }
  std::string below;
  std::getline(lines, below);
  EXPECT_LE(line.size(), 80u);
  ASSERT_NE(line.find('X'), std::string::npos) << text;
  EXPECT_EQ(below.find('^'), line.find('X')) << line << '\n' << below;
}

TEST(Text, WithoutALineTableTheInstructionIsShown) {
  Report report = sample_report();
  report.run.findings.resize(1);
  report.run.findings[0].where = report.run.findings[0].ptx;
  const std::string text = to_text(report, {});
  EXPECT_NE(text.find("   20 | ld.shared.f32 %f1, [%r2+-4]\n      | ^ block (0,0,0)"), std::string::npos) << text;
  EXPECT_NE(text.find("-lineinfo"), std::string::npos);
}

TEST(Text, TopCutsWarningsNotErrors) {
  const std::string text = to_text(sample_report(), {.top = 1, .source = source_line});
  EXPECT_NE(text.find("[out-of-bounds]"), std::string::npos);
  EXPECT_EQ(text.find("[uncoalesced]"), std::string::npos);
  EXPECT_NE(text.find("2 more findings are not shown; --top 0 shows all"), std::string::npos) << text;
}

TEST(Text, OfNothing) {
  Report report;
  report.device = "NVIDIA H200";
  report.architecture = "sm_90";
  EXPECT_EQ(to_text(report, {}), "0 launches, no findings  (sm_90, NVIDIA H200)\n");
}

TEST(Text, WhatTheHostDidNamesPlacesAndNoKernel) {
  Report report;
  analysis::Finding& finding = report.run.findings.emplace_back();
  finding.rule = "double-free";
  finding.severity = Severity::error;
  finding.call = "cudaFree";
  finding.message = "cudaFree: cudaMalloc #1 was freed before";
  finding.detail = "cudaErrorInvalidValue: invalid argument";
  finding.where = {"/src/a.cu", 3, 5};
  finding.trace = {{.module = "app", .offset = 64, .function = "drop", .where = {"/src/a.cu", 3, 5}, .inlined = true},
                   {.module = "app", .offset = 64, .function = "run", .where = {"/src/a.cu", 9, 1}, .inlined = false},
                   {.module = "libx.so", .offset = 16, .function = "each", .where = {}, .inlined = false}};
  finding.places = {{.what = "it was freed by cudaFree", .trace = {finding.trace[1]}}};
  finding.count = 1200;
  finding.bytes = 4096;
  const std::string text = to_text(report, {.directory = "/src/"});
  EXPECT_EQ(text.substr(0, text.find("\n\n") + 1),
            "a.cu:3:5: error: cudaFree: cudaMalloc #1 was freed before  [double-free]\n"
            "      | cudaErrorInvalidValue: invalid argument\n"
            "      = inlined at a.cu:9:1\n"
            "      = called from each in libx.so\n"
            "      = it was freed by cudaFree at a.cu:9:1\n"
            "      = 1,200 times\n"
            "      = 4,096 bytes in all\n");
  report.run.findings[0].where = {};
  report.run.findings[0].trace[0].where = {};
  EXPECT_NE(to_text(report, {}).find("= called by drop in app\n"), std::string::npos);
  EXPECT_NE(to_text(report, {}).find("= compile with -g to see lines\n"), std::string::npos);
}

TEST(Text, FilesBelowTheFolderAreNamedFromIt) {
  Report report = sample_report();
  report.run.findings[0].where.file = "/home/user/app/src/k.cu";
  EXPECT_NE(to_text(report, {.directory = "/home/user/app/"}).find("\nsrc/k.cu:12:13: error:"), std::string::npos);
}

}  // namespace
}  // namespace warpglass::report
