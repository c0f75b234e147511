// SARIF, JUnit, Markdown and trace events.
#include "report/forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/analyser.hpp"
#include "report/fingerprint.hpp"
#include "report/markdown.hpp"
#include "report/rules.hpp"
#include "report/uri.hpp"
#include "tests/unit/report/full_report.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(Forms, OfTheSample) {
  for (const auto& [form, file] :
       {std::pair{"sarif", "full.sarif"}, std::pair{"junit", "full.junit.xml"}, std::pair{"markdown", "full.md"}}) {
    ASSERT_NE(form_named(form), nullptr);
    expect_golden(file, form_named(form)->text(full_report(), full_options()));
  }
}

TEST(Forms, NothingIsAReportToo) {
  for (const Form& form : forms()) EXPECT_NE(form.text({}, {}), "") << form.name;
  EXPECT_EQ(form_named("html5"), nullptr);
}

TEST(Forms, NamesThatAreNoUtf8DoNotBreakThem) {
  Report report = full_report();
  report.program = "caf\xe9.cu";
  report.run.findings[0].message = "caf\xe9 \x01";
  for (const char* form : {"sarif", "trace"})
    EXPECT_TRUE(Json::accept(form_named(form)->text(report, full_options()))) << form;
  for (const char* form : {"junit", "markdown"}) {
    const std::string text = form_named(form)->text(report, full_options());
    EXPECT_THAT(text, Not(HasSubstr("\xe9"))) << form;
    EXPECT_THAT(text, Not(HasSubstr("\x01"))) << form;
  }
}

TEST(Rules, EachHasHelpAndAPageThatIsThere) {
  std::set<std::string_view> known;
  for (const RuleHelp& help : rule_helps()) {
    EXPECT_TRUE(known.insert(help.rule).second) << help.rule;
    EXPECT_TRUE(help.title.ends_with('.')) << help.rule;
    EXPECT_TRUE(help.help.ends_with('.')) << help.rule;
    EXPECT_TRUE(std::ifstream(std::string(WARPGLASS_SOURCE_DIR "/docs/").append(page_of(help.rule))).is_open())
        << help.rule << ": " << page_of(help.rule);
  }
  for (const std::string_view rule : analysis::rules()) EXPECT_TRUE(known.contains(rule)) << rule;
  EXPECT_EQ(known.size(), analysis::rules().size() + 1);  // and `expectation`
}

Json sarif_run(const Report& report, const FormOptions& options) {
  return Json::parse(to_sarif({&report, 1}, options))["runs"][0];
}

TEST(Sarif, PlacesAreRelativeAndCountCharacters) {
  const Json run = sarif_run(full_report(), full_options());
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///src/");
  for (const Json& result : run["results"]) {
    if (result["ruleId"] != "shared-race") continue;
    const Json& place = result["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b.cu");
    EXPECT_EQ(place["artifactLocation"]["uriBaseId"], "SRCROOT");
    const std::size_t index = place["artifactLocation"]["index"];
    EXPECT_EQ(run["artifacts"][index]["location"]["uri"], "a%20b.cu");
    EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 5);
    EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "thread (1,0,0) reads it");
    EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"], "shared-race");
    if (place["region"]["startLine"] != 3) continue;
    EXPECT_EQ(place["region"]["startColumn"], 7);  // byte 8, behind a character of two
    EXPECT_EQ(result["message"]["text"].get<std::string>().substr(0, 30), "race <in> \\[shared\\](memory) &");
    EXPECT_EQ(result["occurrenceCount"], 3);
    EXPECT_EQ(result["stacks"][0]["frames"].size(), 2u);
  }
}

TEST(Sarif, SuppressionsSayWhereTheyAre) {
  std::vector<std::string> kinds;
  const Json run = sarif_run(full_report(), full_options());
  for (const Json& result : run["results"]) {
    if (result.contains("suppressions")) kinds.push_back(result["suppressions"][0]["kind"]);
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"inSource", "external"}));
}

TEST(Sarif, RulesHaveHelp) {
  const Json run = sarif_run(full_report(), full_options());
  for (const Json& rule : run["tool"]["driver"]["rules"]) {
    const std::string id = rule["id"];
    EXPECT_EQ(rule["helpUri"], "https://example.org/docs/" + std::string(page_of(id)));
    EXPECT_NE(rule["help"]["text"], "");
    EXPECT_NE(rule["shortDescription"]["text"], "");
    EXPECT_TRUE(rule["defaultConfiguration"].contains("level"));
  }
  const Json bare = sarif_run(full_report(), {});
  EXPECT_FALSE(bare["tool"]["driver"]["rules"][0].contains("helpUri"));
  EXPECT_FALSE(bare.contains("originalUriBaseIds"));
}

std::vector<std::string> fingerprints_of(const std::vector<analysis::Finding>& findings, const SourceLookup& source) {
  std::vector<const analysis::Finding*> all;
  for (const analysis::Finding& finding : findings) all.push_back(&finding);
  return fingerprints(all, "/src/", source);
}

TEST(Fingerprints, SurviveShiftsOfLines) {
  const auto source_from = [](std::uint32_t first) -> SourceLookup {
    return [first](std::string_view, std::uint32_t line) -> std::optional<std::string> {
      if (line == first) return "  a[i] = 1;";
      if (line == first + 1) return "\ta[i] = 1;";
      return line == first + 2 ? "b[i] = 2;" : "";
    };
  };
  const auto findings_from = [](std::uint32_t first, const std::string& folder) {
    std::vector<analysis::Finding> all(3);
    for (std::uint32_t i = 0; i < 3; ++i) {
      all[i].rule = "bank-conflict";
      all[i].kernel = "k(int*)";
      all[i].where = {folder + "k.cu", first + i, 3 + i};
    }
    return all;
  };
  const auto known = fingerprints_of(findings_from(10, "/src/"), source_from(10));
  EXPECT_EQ(std::set<std::string>(known.begin(), known.end()).size(), 3u);
  EXPECT_EQ(known[0].substr(0, 16), known[1].substr(0, 16));  // equal lines, told apart by their order
  EXPECT_TRUE(known[0].ends_with(":1"));
  EXPECT_TRUE(known[1].ends_with(":2"));
  EXPECT_EQ(fingerprints_of(findings_from(25, "/src/"), source_from(25)), known);
  EXPECT_EQ(fingerprints_of(findings_from(25, "./"), source_from(25)), known);
  std::vector<analysis::Finding> other = findings_from(10, "/src/");
  other[0].rule = "uncoalesced";
  EXPECT_NE(fingerprints_of(other, source_from(10))[0], known[0]);
  // In another order they are the same.
  std::vector<analysis::Finding> turned = findings_from(10, "/src/");
  std::swap(turned[0], turned[1]);
  EXPECT_EQ(fingerprints_of(turned, source_from(10))[0], known[1]);
}

TEST(Uri, EncodesWhatAddressesNeed) {
  EXPECT_EQ(uri_of_path("a b/c%d#e?.cu"), "a%20b/c%25d%23e%3F.cu");
  EXPECT_EQ(uri_of_path("\xc3\xa4[0]"), "%C3%A4%5B0%5D");
  EXPECT_EQ(file_uri("/x y"), "file:///x%20y");
}

TEST(Markdown, NothingOfTheProgramIsMarkup) {
  EXPECT_EQ(code_span("a|b", true), "`a\\|b`");
  EXPECT_EQ(code_span("a|b", false), "`a|b`");
  EXPECT_EQ(code_span("a``b", false), "```a``b```");
  EXPECT_EQ(code_span("`", false), "`` ` ``");
  EXPECT_EQ(code_span("", false), "");
  EXPECT_EQ(escaped_markdown("<b>*x*_[y](z) @all #1"), "\\<b\\>\\*x\\*\\_\\[y\\](z) \\@all \\#1");
}

TEST(JUnit, ACaseAKernelAndClass) {
  const Report report = full_report();
  const std::string text = to_junit({&report, 1}, full_options());
  EXPECT_THAT(text, HasSubstr("name=\"banks\""));
  EXPECT_THAT(text, HasSubstr("<testsuite name=\"host\" tests=\"1\" failures=\"1\""));
  EXPECT_THAT(text, HasSubstr("race &lt;in&gt; [shared](memory) &amp; &quot;more&quot;"));
  EXPECT_THAT(text, HasSubstr("(allowed by known.supp:2)"));
  // What nobody looked for is no case that passes.
  EXPECT_THAT(text, Not(HasSubstr("warp-sync")));
  // What needs counters is skipped where there are none.
  Report uncounted = full_report();
  uncounted.run.kernels[1].launches_counted = 0;
  EXPECT_THAT(to_junit({&uncounted, 1}, {}), HasSubstr("<skipped message=\"no launch of this kernel was counted\"/>"));
}

}  // namespace
}  // namespace warpglass::report
