#include "report/held.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/analyser.hpp"
#include "analysis/caches.hpp"
#include "analysis/place_metrics.hpp"
#include "report/display.hpp"
#include "report/rules.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;
using analysis::KernelProfile;
using analysis::LineProfile;
using analysis::PlaceMetric;

bool is_at(const Finding& finding, const About& about) {
  if (!about.place) return true;
  return about.place(finding.where) || std::ranges::any_of(finding.inlined_at, about.place) ||
         std::ranges::any_of(finding.related, about.place, &analysis::RelatedPlace::where);
}

std::vector<const KernelProfile*> kernels_meant(const Report& report, const About& about) {
  std::vector<const KernelProfile*> all;
  for (const KernelProfile& kernel : report.run.kernels) {
    const bool there = !about.place || std::ranges::any_of(kernel.lines, about.place, &LineProfile::where);
    if (about.kernel(kernel.name) && there) all.push_back(&kernel);
  }
  return all;
}

Held hold_rule(const Report& report, const Expectation& expectation, const About& about, std::vector<Finding>& broken) {
  if (!is_looked_for(expectation.rule, report.analysers)) return Held::not_looked_for;
  bool found = false;
  for (const Finding& finding : report.run.findings) {
    const bool meant = expectation.rule == "*" || expectation.rule == finding.rule;
    if (!meant || finding.rule == kExpectation || !about.kernel(finding.kernel) || !is_at(finding, about)) continue;
    Finding& one = broken.emplace_back(
        broken_expectation(expectation.where, fmt::format("expected {}; there is one", expectation.text)));
    one.kernel = finding.kernel;
    one.notes.push_back(
        fmt::format("{}{}{}", to_string(finding.where), finding.where.file.empty() ? "" : ": ", finding.message));
    found = true;
  }
  // What the host is at fault for is of no kernel, and what lies in no line that was executed may be that.
  const bool of_host = expectation.rule != "*" && host_rule(expectation.rule);
  return found || of_host || !kernels_meant(report, about).empty() ? Held::judged : Held::nothing_there;
}

void tell(const Expectation& expectation, const std::string& kernel, double value, const std::string& of,
          std::vector<Finding>& broken) {
  if (holds(expectation.relation, value, expectation.limit)) return;
  Finding& one = broken.emplace_back(broken_expectation(
      expectation.where, fmt::format("expected {}; it is {}{}", expectation.text, grouped(value), of)));
  one.kernel = kernel;
}

/// \return whether the run has the counter
bool hold_kernels(const Report& report, const Expectation& expectation,
                  const std::vector<const KernelProfile*>& kernels, std::vector<Finding>& broken) {
  const auto& metrics = report.run.metrics;
  const auto metric = std::ranges::find(metrics, expectation.counter, &analysis::MetricDefinition::name);
  if (metric == metrics.end()) return false;
  const auto column = static_cast<std::size_t>(metric - metrics.begin());
  for (const KernelProfile* kernel : kernels) {
    if (column < kernel->values.size()) tell(expectation, kernel->name, kernel->values[column], "", broken);
  }
  return true;
}

/// Of an access, and not to be added up.
bool is_quotient(std::string_view counter) {
  return counter.starts_with("derived__avg_") || counter.ends_with("_nway");
}

std::string access_text(const LineProfile& line) {
  const std::string what = line.kind.empty() ? "what is there" : line.kind;
  return fmt::format(" for the {} of line {}", what, line.where.line);
}

void hold_line(const KernelProfile& kernel, const PlaceMetric& metric, const Expectation& expectation,
               const About& about, std::vector<Finding>& broken) {
  double sum = 0;
  std::uint32_t last = 0;
  for (const LineProfile& line : kernel.lines) {
    if (!about.place(line.where)) continue;
    const double value = metric.value({line.kind, line.counts});
    if (!is_quotient(metric.name)) {
      sum += value;
      last = line.where.line;
    } else if (value != 0) {
      tell(expectation, kernel.name, value, access_text(line), broken);
    }
  }
  if (!is_quotient(metric.name)) tell(expectation, kernel.name, sum, fmt::format(" at line {}", last), broken);
}

Held hold_counter(const Report& report, const Expectation& expectation, const About& about,
                  std::vector<Finding>& broken) {
  if (report.run.metrics.empty()) return Held::not_looked_for;
  std::vector<const KernelProfile*> kernels = kernels_meant(report, about);
  std::erase_if(kernels, [](const KernelProfile* kernel) { return kernel->launches_counted == 0; });
  if (kernels.empty()) return Held::nothing_there;
  const auto places = analysis::place_metrics(analysis::has_cache_metrics(report.run.metrics));
  const auto place = std::ranges::find(places, expectation.counter, &PlaceMetric::name);
  if (about.place && place != places.end()) {
    for (const KernelProfile* kernel : kernels) hold_line(*kernel, *place, expectation, about, broken);
    return Held::judged;
  }
  // A counter that lines do not have is that of the kernel they are in.
  if (hold_kernels(report, expectation, kernels, broken)) return Held::judged;
  const std::vector<std::string> of_lines = line_counters();
  const bool of_line = !about.place && std::ranges::find(of_lines, expectation.counter) != of_lines.end();
  broken.push_back(broken_expectation(
      expectation.where,
      fmt::format("expected {}; {}", expectation.text,
                  of_line ? "only lines have this counter: put the comment at one, or say file= and line="
                          : "this run did not count it; --caches counts those of the caches")));
  return Held::judged;
}

}  // namespace

Finding broken_expectation(const SourcePosition& where, std::string message) {
  Finding finding;
  finding.rule = kExpectation;
  finding.severity = Severity::error;
  finding.where = where;
  finding.message = std::move(message);
  return finding;
}

Held hold(const Report& report, const Expectation& expectation, const About& about, std::vector<Finding>& broken) {
  return expectation.rule.empty() ? hold_counter(report, expectation, about, broken)
                                  : hold_rule(report, expectation, about, broken);
}

}  // namespace warpglass::report
