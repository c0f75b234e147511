// What is expected of a run, in a file and in comments.
#include "report/expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// "place: message" of what is broken, and of what was remarked.
std::vector<std::string> said(const Report& report) {
  std::vector<std::string> all;
  for (const analysis::Finding& finding : report.run.findings) {
    if (finding.rule == "expectation") all.push_back(to_string(finding.where) + ": " + finding.message);
  }
  for (const Diagnostic& remark : report.run.remarks) all.push_back(to_string(remark.where) + ": " + remark.message);
  return all;
}

Report counted_report() {
  Report report = sample_report();
  report.analysers = {"banks", "coalescing"};
  return report;
}

std::vector<std::string> held_to(const std::string& file) {
  Report report = counted_report();
  Diagnostics problems;
  const auto expectations = parse_expectations(file, "e", problems);
  EXPECT_TRUE(problems.empty()) << to_string(problems.front());
  judge(report, expectations);
  return said(report);
}

TEST(Expectations, ThatHold) {
  EXPECT_THAT(held_to("# nothing\n\nno misaligned\nno bank-conflict kernel=sum\n"
                      "memory_l1_wavefronts_shared >= 1 kernel=transpose*\nsmsp__inst_executed.sum>0  # all\n"
                      "sm__sass_inst_executed_op_shared_ld > 0 kernel=\"transpose(float*, float const*, int)\"\n"),
              IsEmpty());
}

TEST(Expectations, ThatDoNot) {
  EXPECT_THAT(held_to("no bank-conflict\n"), ElementsAre("e:1:1: expected no bank-conflict; there is one"));
  EXPECT_THAT(held_to("no * kernel=sum*\n"), ElementsAre("e:1:1: expected no *; there is one"));
  EXPECT_THAT(held_to("  memory_l1_wavefronts_shared <= 5 kernel=transpose*\n"),
              ElementsAre(StartsWith("e:1:3: expected memory_l1_wavefronts_shared <= 5; it is ")));
}

TEST(Expectations, OfLines) {
  EXPECT_THAT(held_to("no bank-conflict file=transpose.cu line=20-50\n"),
              ElementsAre(HasSubstr("but no kernel that was counted is meant")));
  const Report report = sample_report();
  const auto& lines = report.run.kernels[0].lines;
  const auto load = std::ranges::find(lines, "shared load", &analysis::LineProfile::kind);
  ASSERT_NE(load, lines.end());
  const std::string place = " file=transpose.cu line=" + std::to_string(load->where.line) + '\n';
  EXPECT_THAT(held_to("no bank-conflict" + place), ElementsAre("e:1:1: expected no bank-conflict; there is one"));
  EXPECT_THAT(held_to("derived__memory_l1_conflicts_shared_nway < 32" + place),
              ElementsAre(HasSubstr("it is 32 for the shared load of line ")));
  EXPECT_THAT(held_to("derived__memory_l1_conflicts_shared_nway <= 32" + place), IsEmpty());
  EXPECT_THAT(held_to("thread_inst_executed < 1" + place), ElementsAre(HasSubstr(" at line ")));
  // Which lines do not have is the kernel's.
  EXPECT_THAT(held_to("launch__block_size != 256" + place), ElementsAre(HasSubstr("it is 256")));
}

TEST(Expectations, ThatCannotBeHeldTo) {
  EXPECT_THAT(held_to("no shared-race\n"), ElementsAre(HasSubstr("this run did not look for shared-race")));
  EXPECT_THAT(held_to("no bank-conflict kernel=renamed\n"),
              ElementsAre("e:1:1: expected no bank-conflict; but no kernel that was counted is meant: correct kernel=, "
                          "file= or line=, or remove the expectation"));
  EXPECT_THAT(held_to("lts__t_sectors_srcunit_tex_lookup_hit.sum > 1\n"), ElementsAre(HasSubstr("--caches")));
}

TEST(Expectations, MistakesInTheFile) {
  const auto mistake = [](const std::string& text) {
    Diagnostics problems;
    (void)parse_expectations(text, "e", problems);
    return problems.size() == 1 ? to_string(problems[0]) : std::to_string(problems.size()) + " problems";
  };
  EXPECT_THAT(mistake("\nno bank-conflit"),
              StartsWith("e:2:4: error: there is no rule 'bank-conflit'; nearest: bank-conflict"));
  EXPECT_THAT(mistake("no "), StartsWith("e:1:4: error: the name of a rule is missing"));
  EXPECT_THAT(mistake("memory_l1_wavefront_shared <= 1"),
              StartsWith("e:1:1: error: there is no counter 'memory_l1_wavefront_shared' here; nearest:"));
  EXPECT_THAT(mistake("memory_l1_wavefronts_shared =< 1"), StartsWith("e:1:29: error: '=' is no comparison"));
  EXPECT_THAT(mistake("memory_l1_wavefronts_shared <="), StartsWith("e:1:31: error: a number is missing"));
  EXPECT_THAT(mistake("no leak kernl=x"), StartsWith("e:1:9: error: 'kernl=x' is none of kernel=GLOB"));
  EXPECT_THAT(mistake("no leak line=3-2"), StartsWith("e:1:9: error: line=3-2 ends before it begins"));
  EXPECT_THAT(mistake("thread_inst_executed < 1"), StartsWith("e:1:1: error: only lines have the counter"));
}

/// The sample's source, with a comment before its line `line`, or in it.
std::vector<std::string> commented(std::uint32_t line, const std::string& comment) {
  Report report = counted_report();
  judge_comments(report, [&](std::string_view file, std::uint32_t number) -> std::optional<std::string> {
    if (file != "transpose.cu" || number > 40) return std::nullopt;
    if (number == line) return comment;
    if (number == 3) return "template <int N>";
    if (number == 4) return "__global__ void transpose(";
    if (number == 5) return "  float* out, const float* in, int n) {";
    return "  code(" + std::to_string(number) + ");";
  });
  return said(report);
}

std::uint32_t load_line() {
  const Report report = sample_report();
  const auto& lines = report.run.kernels[0].lines;
  return std::ranges::find(lines, "shared load", &analysis::LineProfile::kind)->where.line;
}

TEST(ExpectationComments, OfALine) {
  const std::uint32_t line = load_line();
  const std::string place = "transpose.cu:" + std::to_string(line) + ':';
  EXPECT_THAT(commented(line, "x = 1;  // warpglass: expect no bank-conflict  because"),
              ElementsAre(place + "30: expected no bank-conflict; there is one"));
  EXPECT_THAT(commented(line - 1, "  // warpglass: expect no bank-conflict").size(), 1u);
  EXPECT_THAT(commented(line, "x = 1;  // warpglass: expect no misaligned"), IsEmpty());
  EXPECT_THAT(commented(line, "x = 1;  // warpglass: allow bank-conflict"), IsEmpty());
  EXPECT_THAT(commented(line, "x = 1;  // warpglass: expect memory_l1_wavefronts_shared == 3"),
              ElementsAre(HasSubstr("; it is ")));
}

TEST(ExpectationComments, OfAKernel) {
  EXPECT_THAT(commented(2, "// warpglass: expect no bank-conflict"),
              ElementsAre("transpose.cu:2:22: expected no bank-conflict; there is one"));
  EXPECT_THAT(commented(2, "// warpglass: expect launch__block_size == 1"),
              ElementsAre("transpose.cu:2:22: expected launch__block_size == 1; it is 256"));
  EXPECT_THAT(commented(2, "// warpglass: expect thread_inst_executed == 1"),
              ElementsAre(HasSubstr("only lines have")));
}

TEST(ExpectationComments, ThatSayNothing) {
  EXPECT_THAT(commented(39, "// warpglass: expect no bank-conflict"),
              ElementsAre(HasSubstr("no kernel that was counted")));
  EXPECT_THAT(commented(39, "x;  // warpglass: expect no deadlok"),
              ElementsAre(StartsWith("transpose.cu:39:29: there is no rule")));
  // A run that does not look for it passes over it: the same source is checked, too.
  EXPECT_THAT(commented(load_line(), "x;  // warpglass: expect no shared-race"), IsEmpty());
}

}  // namespace
}  // namespace warpglass::report
