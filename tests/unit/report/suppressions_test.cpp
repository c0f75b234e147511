// Which findings a file or a comment allows, and what is said about lines that are wrong or allow nothing.
#include "report/suppressions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/analyser.hpp"

namespace warpglass::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

analysis::Finding race(std::uint32_t line, std::uint32_t other_line) {
  analysis::Finding finding;
  finding.rule = "shared-race";
  finding.severity = Severity::error;
  finding.where = {.file = "/home/me/app/src/k.cu", .line = line, .column = 3};
  finding.kernel = "sum(float*, int)";
  finding.related.resize(1);
  finding.related[0].where = {.file = "/home/me/app/src/k.cu", .line = other_line, .column = 5};
  return finding;
}

std::vector<Suppression> parsed(const std::string& text) {
  Diagnostics problems;
  std::vector<Suppression> all = parse_suppressions(text, "my.supp", problems);
  EXPECT_TRUE(problems.empty()) << to_string(problems.front());
  return all;
}

bool is_allowed(const std::string& suppression, const analysis::Finding& finding) {
  analysis::RunProfile run;
  run.findings.push_back(finding);
  suppress(run, parsed(suppression), {});
  EXPECT_EQ(run.findings.size() + run.suppressed.size(), 1u);
  return run.findings.empty();
}

TEST(Suppressions, AFile) {
  const auto all = parsed("# known\n\nshared-race\r\n  * kernel=\"sum(float*, int)\" file=k.cu line=12-20  # why\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].rule, "shared-race");
  EXPECT_EQ(all[0].where, (SourcePosition{.file = "my.supp", .line = 3, .column = 1}));
  EXPECT_EQ(all[1].rule, "*");
  EXPECT_EQ(all[1].kernel, "sum(float*, int)");
  EXPECT_EQ(all[1].file, "k.cu");
  EXPECT_EQ(all[1].first_line, 12u);
  EXPECT_EQ(all[1].last_line, 20u);
  EXPECT_EQ(all[1].where.column, 3u);
}

TEST(Suppressions, WhatIsWrongHasItsPlace) {
  Diagnostics problems;
  const std::string text =
      "shared-rase\n"
      "deadlock line=3-x\n"
      "deadlock kernel=a kernel=b\n"
      "deadlock  line=9-3\n"
      "deadlock colour=red\n"
      "deadlock kernel=\n"
      "deadlock file=\"a b\n"
      "deadlock line=0\n"
      "deadlock\n";
  EXPECT_EQ(parse_suppressions(text, "my.supp", problems).size(), 1u);
  std::vector<std::string> said;
  for (const Diagnostic& problem : problems) said.push_back(to_string(problem));
  EXPECT_THAT(said,
              ElementsAre(StartsWith("my.supp:1:1: error: there is no rule 'shared-rase'; nearest: shared-race; all: "),
                          StartsWith("my.supp:2:10: error: 'x' is no line"),
                          StartsWith("my.supp:3:19: error: kernel= is there twice"),
                          StartsWith("my.supp:4:11: error: line=9-3 ends before it begins"),
                          StartsWith("my.supp:5:10: error: 'colour=red' is none of kernel=GLOB"),
                          StartsWith("my.supp:6:10: error: kernel= says nothing"),
                          StartsWith("my.supp:7:15: error: this quote has no end"),
                          StartsWith("my.supp:8:10: error: '0' is no line")));
  for (const char* rule : {"shared-race", "global-race", "out-of-bounds", "invalid-call"})
    EXPECT_THAT(said.front(), HasSubstr(rule));
}

TEST(Suppressions, RulePlaceAndKernelHaveToAgree) {
  const analysis::Finding finding = race(25, 23);
  for (const char* allowing :
       {"*", "shared-race", "shared-race kernel=sum", "shared-race kernel=s?m", "* kernel=sum(*", "* file=k.cu",
        "* file=src/k.cu", "* file=/home/*/k.cu", "* line=25", "* line=23", "* file=*.cu line=20-24", "* line=1-30"})
    EXPECT_TRUE(is_allowed(allowing, finding)) << allowing;
  for (const char* other : {"global-race", "* kernel=su", "* kernel=um", "* file=.cu", "* file=app/k.cu", "* line=24",
                            "* line=1-22", "* file=other.cu line=25", "shared-race kernel=other file=k.cu"})
    EXPECT_FALSE(is_allowed(other, finding)) << other;
}

TEST(Suppressions, WhatAllowedNothingIsSaid) {
  analysis::RunProfile run;
  run.findings = {race(25, 23), race(30, 31)};
  suppress(run, parsed("shared-race line=25\n* line=25\ndeadlock\n"), {});
  ASSERT_EQ(run.suppressed.size(), 1u);
  EXPECT_EQ(run.suppressed[0].suppressed_by, "my.supp:1");
  EXPECT_EQ(run.findings.size(), 1u);
  ASSERT_EQ(run.remarks.size(), 1u);
  EXPECT_THAT(to_string(run.remarks[0]), StartsWith("my.supp:3:1: note: this suppression allowed nothing"));
}

TEST(Suppressions, GlobsTakeAnyCharacters) {
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("a*b*c", "axxbyybzc"));
  EXPECT_FALSE(matches_glob("a*b*c", "axxbyybz"));
  EXPECT_TRUE(matches_glob("k<*>(int [?])", "k<float>(int [3])"));
  EXPECT_FALSE(matches_glob("?", ""));
}

TEST(Suppressions, AComment) {
  const auto allowed =
      allowance_in("  x = s[i];  // see below. warpglass: allow shared-race ,global-race  both are benign ");
  ASSERT_TRUE(allowed);
  EXPECT_THAT(allowed->rules, ElementsAre("shared-race", "global-race"));
  EXPECT_EQ(allowed->reason, "both are benign");
  EXPECT_EQ(allowance_in("// warpglass: allow *")->rules, std::vector<std::string>{"*"});
  for (const char* none :
       {"warpglass: allow shared-race", "// warpglass: allows shared-race", "// warpglass: allow", "//"})
    EXPECT_FALSE(allowance_in(none)) << none;
}

TEST(Suppressions, CommentsStandOnTheLineOrAboveIt) {
  const std::vector<std::string> lines = {"// warpglass: allow shared-race known",    // 1
                                          "  // because",                             // 2
                                          "s[i] = 1;",                                // 3
                                          "x = s[j];  // warpglass: allow deadlock",  // 4
                                          "x = s[k];",                                // 5
                                          "y = s[k];  // warpglass: allow shared-rase"};
  const SourceLookup source = [&](std::string_view, std::uint32_t line) -> std::optional<std::string> {
    return line == 0 || line > lines.size() ? std::nullopt : std::optional(lines[line - 1]);
  };
  const auto by = [&](const analysis::Finding& finding) {
    analysis::RunProfile run;
    run.findings.push_back(finding);
    suppress(run, {}, source);
    return run.suppressed.empty() ? "" : run.suppressed[0].suppressed_by;
  };
  EXPECT_EQ(by(race(3, 5)), "/home/me/app/src/k.cu:1: known");
  EXPECT_EQ(by(race(5, 3)), "/home/me/app/src/k.cu:1: known");
  EXPECT_EQ(by(race(4, 4)), "");
  EXPECT_EQ(by(race(5, 5)), "");  // the comment above is that of a line of code
  analysis::RunProfile run;
  run.findings = {race(6, 6)};
  suppress(run, {}, source);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_THAT(run.findings[0].notes, ElementsAre(HasSubstr("k.cu:6 allows 'shared-rase', which is no rule")));
}

}  // namespace
}  // namespace warpglass::report
