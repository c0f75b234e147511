// Two reports side by side, and what fails on their difference.
#include "report/diff_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t column_of(const Report& report, const std::string& metric) {
  for (std::size_t i = 0; i < report.run.metrics.size(); ++i) {
    if (report.run.metrics[i].name == metric) return i;
  }
  ADD_FAILURE() << "no " << metric;
  return 0;
}

constexpr const char* kWavefronts = "memory_l1_wavefronts_shared";

/// As the sample, with fewer wavefronts at the loads of its transpose, which stand two lines further down.
Report padded() {
  Report report = sample_report();
  const std::size_t column = column_of(report, kWavefronts);
  analysis::KernelProfile& kernel = report.run.kernels[0];
  kernel.values[column] /= 2;
  report.run.launches[1].values[column] /= 2;
  for (analysis::LineProfile& line : kernel.lines) {
    line.where.line += 2;
    if (line.kind == "shared load") line.counts.wavefronts /= 2;
  }
  report.run.findings.clear();
  return report;
}

const Change& counter(const KernelChange& kernel, const std::string& name) {
  for (const Change& change : kernel.counters) {
    if (change.name == name) return change;
  }
  ADD_FAILURE() << "no " << name;
  return kernel.counters.front();
}

TEST(Diff, OfAReportWithItself) {
  const Report report = sample_report();
  const Difference same = difference(report, report);
  for (const KernelChange& kernel : same.kernels) EXPECT_FALSE(kernel.changed()) << kernel.name;
  EXPECT_TRUE(same.found.empty());
  EXPECT_TRUE(same.gone.empty());
  EXPECT_EQ(same.kept, report.run.findings.size());
  EXPECT_THAT(to_text(same, report, report, {}), HasSubstr("kernels unchanged\n"));
}

TEST(Diff, CountersLaunchesAndLinesThatMoved) {
  const Report before = sample_report();
  const Report after = padded();
  const Difference found = difference(before, after);
  const KernelChange& kernel = found.kernels[0];
  EXPECT_EQ(counter(kernel, kWavefronts).relative(), -0.5);
  ASSERT_EQ(kernel.launches.size(), 1u);  // the first is as it was
  EXPECT_EQ(kernel.launches[0].before, 1u);
  EXPECT_EQ(kernel.launches[0].after, 1u);
  ASSERT_EQ(kernel.lines.size(), 1u);
  EXPECT_EQ(kernel.lines[0].before.line + 2, kernel.lines[0].after.line);
  EXPECT_EQ(kernel.lines[0].what, "shared load 32");
  EXPECT_EQ(found.gone.size(), before.run.findings.size());
  const std::string text = to_text(found, before, after, {});
  EXPECT_THAT(text, HasSubstr("-50.0 %"));
  EXPECT_THAT(text, HasSubstr(" -> "));
  EXPECT_THAT(text, HasSubstr("gone  "));
  EXPECT_FALSE(found.kernels[1].changed());
}

TEST(Diff, KernelsThatAreNewOrGone) {
  const Report whole = sample_report();
  Report less = whole;
  less.run.kernels.pop_back();
  std::erase_if(less.run.launches, [&](const auto& launch) { return launch.kernel >= less.run.kernels.size(); });
  EXPECT_THAT(to_text(difference(less, whole), less, whole, {}), HasSubstr(" is new\n"));
  EXPECT_THAT(to_text(difference(whole, less), whole, less, {}), HasSubstr(" is gone\n"));
}

TEST(Diff, FindingsThatMovedAreTheSame) {
  const Report before = sample_report();
  Report after = before;
  for (analysis::Finding& finding : after.run.findings) finding.where.line += 7;
  after.run.findings.push_back(after.run.findings.front());
  after.run.findings.back().rule = "leak";
  const Difference found = difference(before, after);
  EXPECT_TRUE(found.gone.empty());
  ASSERT_EQ(found.found.size(), 1u);
  EXPECT_EQ(found.found[0]->rule, "leak");
}

TEST(Diff, AsJsonAndMarkdown) {
  const Report before = sample_report();
  const Report after = padded();
  const Difference found = difference(before, after);
  const std::vector<FailOn> conditions = {parse_fail_on("memory_l1_wavefronts_shared<-10%", after.run.metrics)};
  const std::vector<Broken> broken = broken_conditions(found, conditions);
  ASSERT_EQ(broken.size(), 1u);
  const DiffOptions options{.before = "a.json", .after = "b.json"};
  const auto json = nlohmann::json::parse(to_json(found, before, after, broken, options));
  EXPECT_EQ(json["format"], "warpglass-difference");
  EXPECT_EQ(json["before"]["file"], "a.json");
  EXPECT_EQ(json["kernels"][0]["state"], "changed");
  EXPECT_EQ(json["kernels"][1]["state"], "same");
  EXPECT_EQ(json["kernels"][0]["lines"][0]["changes"][0]["name"], "wavefronts");
  EXPECT_EQ(json["failed"][0]["condition"], "memory_l1_wavefronts_shared<-10%");
  EXPECT_EQ(json["findings"]["gone"].size(), before.run.findings.size());
  const std::string markdown = to_markdown(found, before, after, broken, options);
  EXPECT_THAT(markdown, HasSubstr("### Warpglass: `b.json` against `a.json`"));
  EXPECT_THAT(markdown, HasSubstr("| `memory_l1_wavefronts_shared` |"));
  EXPECT_THAT(markdown, HasSubstr("> **error** "));
}

TEST(Diff, FromNothing) {
  const Change change{.name = "x", .unit = "", .before = 0, .after = 3};
  EXPECT_EQ(change.relative(), std::numeric_limits<double>::infinity());
}

std::vector<Broken> broken_by(const std::string& condition) {
  static const Report before = sample_report();
  static const Report after = padded();
  static const Difference found = difference(after, before);  // twice as many
  static std::vector<std::vector<FailOn>> kept;
  kept.push_back({parse_fail_on(condition, before.run.metrics)});
  return broken_conditions(found, kept.back());
}

TEST(FailOn, HoldsOrNot) {
  for (const char* condition :
       {"memory_l1_wavefronts_shared>+5%", "memory_l1_wavefronts_shared >= +100 %", "memory_l1_wavefronts_shared>+1",
        "memory_l1_wavefronts_shared > 1,000", "new_findings>0", "smsp__inst_executed==+0", "new_warnings>0"}) {
    EXPECT_FALSE(broken_by(condition).empty()) << condition;
  }
  for (const char* condition : {"memory_l1_wavefronts_shared>+100%", "memory_l1_wavefronts_shared<-5%",
                                "smsp__inst_executed!=+0", "memory_l1_wavefronts_shared<1", "new_findings>100"}) {
    EXPECT_TRUE(broken_by(condition).empty()) << condition;
  }
  EXPECT_THAT(text_of(broken_by("memory_l1_wavefronts_shared>+5%").front()),
              testing::ContainsRegex(": memory_l1_wavefronts_shared is [0-9,]+ and was [0-9,]+ \\(\\+100.0 %\\)"));
}

TEST(FailOn, WrongConditions) {
  const Report report = sample_report();
  const auto mistake = [&](const std::string& text) {
    try {
      (void)parse_fail_on(text, report.run.metrics);
    } catch (const Mistake& found) {
      return std::to_string(found.at) + ": " + found.message;
    }
    return std::string("none");
  };
  EXPECT_THAT(
      mistake("memory_l1_wavefront_shared>+5%"),
      HasSubstr("0: there is no counter 'memory_l1_wavefront_shared' here; nearest: memory_l1_wavefronts_shared"));
  EXPECT_THAT(mistake(""), HasSubstr("0: the name of a counter is missing"));
  EXPECT_THAT(mistake("  new_findings"), HasSubstr("14: a comparison is missing"));
  EXPECT_THAT(mistake("new_findings~3"), HasSubstr("12: '~' is no comparison; there are < <= > >= == !="));
  EXPECT_THAT(mistake("new_findings>"), HasSubstr("13: a number is missing"));
  EXPECT_THAT(mistake("new_findings>x"), HasSubstr("13: 'x' is no number"));
  EXPECT_THAT(mistake("new_findings>1.2.3"), HasSubstr("13: '1.2.3' is no number"));
  EXPECT_THAT(mistake("new_findings>+3"), HasSubstr("13: new_findings is a number of findings"));
  EXPECT_THAT(mistake("memory_l1_wavefronts_shared>5%"), HasSubstr("29: a percentage is a change and has a sign"));
  EXPECT_THAT(mistake("memory_l1_wavefronts_shared>+5% x"), HasSubstr("32: nothing may follow here"));
}

}  // namespace
}  // namespace warpglass::report
