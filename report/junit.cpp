// JUnit's XML, as Jenkins, GitLab and others read it. What is tested is that a class of rules finds nothing in a
// kernel. A class that nobody looked for is no test case, one that needs counters is skipped where none were counted.
// No time is said, because none is modelled.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/analyser.hpp"
#include "report/display.hpp"
#include "report/findings.hpp"
#include "report/fingerprint.hpp"
#include "report/forms.hpp"
#include "report/rules.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

/// For an attribute.
std::string shown(std::string_view text) { return escaped(displayable(text)); }

struct Case {
  std::string_view name;  // the class of rules
  bool looked_for = true;
  std::vector<const Finding*> failures{};
  std::vector<const Finding*> others{};  // notes, and what was suppressed
};

struct Suite {
  std::string name;  // the kernel, or "host"
  std::vector<Case> cases{};

  Case& of(std::string_view rules) {
    const auto known = std::ranges::find(cases, rules, &Case::name);
    return known == cases.end() ? cases.emplace_back(Case{.name = rules}) : *known;
  }
  [[nodiscard]] std::size_t failures() const {
    std::size_t all = 0;
    for (const Case& one : cases) all += one.failures.empty() ? 0u : 1u;
    return all;
  }
  [[nodiscard]] std::size_t skipped() const {
    return static_cast<std::size_t>(std::ranges::count(cases, false, &Case::looked_for));
  }
};

/// Analysers that were at work and find something in kernels, or on the host.
std::vector<const analysis::Analyser*> at_work(const Report& report, bool of_host) {
  std::vector<const analysis::Analyser*> all;
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    if (analyser.rules.empty() || (analyser.name == "host") != of_host) continue;
    if (std::ranges::find(report.analysers, analyser.name) != report.analysers.end()) all.push_back(&analyser);
  }
  return all;
}

std::vector<Suite> suites_of(const Report& report) {
  std::vector<Suite> suites;
  for (const analysis::KernelProfile& kernel : report.run.kernels) {
    Suite& suite = suites.emplace_back(Suite{.name = kernel.name});
    (void)suite.of("faults");
    for (const analysis::Analyser* analyser : at_work(report, false))
      suite.of(analyser->name).looked_for = kernel.launches_counted != 0;
  }
  if (!at_work(report, true).empty()) (void)suites.emplace_back(Suite{.name = "host"}).of("host");
  const auto add = [&](const Finding& finding, bool suppressed) {
    const std::string_view rules = class_of(finding);
    const std::string name = rules == "host" ? "host" : finding.kernel.empty() ? report.program : finding.kernel;
    auto suite = std::ranges::find(suites, name, &Suite::name);
    if (suite == suites.end()) suite = suites.insert(suites.end(), Suite{.name = name});
    Case& one = suite->of(rules);
    one.looked_for = true;
    (suppressed || finding.severity == Severity::note ? one.others : one.failures).push_back(&finding);
  };
  for (const Finding& finding : report.run.findings) add(finding, false);
  for (const Finding& finding : report.run.suppressed) add(finding, true);
  return suites;
}

std::string message_of(const Finding& finding, std::string_view directory) {
  const std::string place = place_text(finding.where, directory);
  return fmt::format("{}{}{}: {} [{}]", place, place.empty() ? "" : ": ", name_of(finding.severity),
                     displayable(finding.message), finding.rule);
}

std::string failure_text(const Finding& finding, std::string_view directory) {
  std::string text = message_of(finding, directory);
  for (const std::string& line : lines_about(finding, directory)) text += "\n  " + line;
  return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", shown(finding.rule),
                     shown(message_of(finding, directory)), escaped(text));
}

std::string case_text(const Suite& suite, const Case& one, std::string_view directory) {
  std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", shown(suite.name), shown(one.name));
  if (!one.failures.empty() && one.failures.front()->where.line != 0) {
    const SourcePosition& where = one.failures.front()->where;
    text += fmt::format(" file=\"{}\" line=\"{}\"", shown(relative_file(where.file, directory)), where.line);
  }
  if (one.looked_for && one.failures.empty() && one.others.empty()) return text + "/>\n";
  text += ">\n";
  if (!one.looked_for) text += "      <skipped message=\"no launch of this kernel was counted\"/>\n";
  for (const Finding* finding : one.failures) text += failure_text(*finding, directory);
  if (!one.others.empty()) {
    text += "      <system-out>";
    for (const Finding* finding : one.others) {
      text += escaped(message_of(*finding, directory));
      if (!finding->suppressed_by.empty()) text += escaped(" (allowed by " + displayable(finding->suppressed_by) + ")");
      text += '\n';
    }
    text += "</system-out>\n";
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string to_junit(std::span<const Report> all, const FormOptions& options) {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t skipped = 0;
  std::string inner;
  std::string architectures;
  for (const Report& report : all) {
    architectures += (architectures.empty() ? "" : ", ") + report.architecture;
    for (Suite& suite : suites_of(report)) {
      if (all.size() > 1) suite.name += fmt::format(" on {}", report.architecture);
      inner += fmt::format(
          "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" hostname=\"{}\">\n",
          shown(suite.name), suite.cases.size(), suite.failures(), suite.skipped(), shown(report.host));
      for (const Case& one : suite.cases) inner += case_text(suite, one, options.text.directory);
      inner += "  </testsuite>\n";
      tests += suite.cases.size();
      failures += suite.failures();
      skipped += suite.skipped();
    }
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{} ({})\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n{}</testsuites>\n",
      shown(relative_file(all.front().program, options.text.directory)), shown(architectures), tests, failures, skipped,
      inner);
}

}  // namespace warpglass::report
