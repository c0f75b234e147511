#include "report/expectation.hpp"

#include <algorithm>
#include <iterator>

#include "analysis/analyser.hpp"
#include "analysis/place_metrics.hpp"
#include "report/comments.hpp"
#include "report/scope.hpp"

namespace warpglass::report {
namespace {

constexpr std::string_view kNo = "no";

std::string_view word_at(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
  return text.substr(at, end - at);
}

}  // namespace

std::vector<std::string> kernel_counters() {
  std::vector<const analysis::Analyser*> unused;
  std::vector<std::string> names;
  for (const analysis::MetricDefinition& metric : analysis::all_metric_definitions(unused))
    names.push_back(metric.name);
  return names;
}

std::vector<std::string> line_counters() {
  std::vector<std::string> names;
  for (const analysis::PlaceMetric& metric : analysis::place_metrics(true)) names.emplace_back(metric.name);
  return names;
}

Expectation parse_expectation(std::string_view text, std::size_t& at) {
  Expectation expectation;
  ComparisonReader reader(text);
  reader.skip_blanks();
  const std::size_t first = reader.at();
  if (word_at(text, first) == kNo) {
    at = std::min(text.find_first_not_of(" \t\r", first + kNo.size()), text.size());
    const std::string_view rule = word_at(text, at);
    if (rule.empty()) throw Mistake{at, "the name of a rule is missing, as in `no bank-conflict`"};
    check_rule(rule, at);
    expectation.rule = rule;
    at += rule.size();
  } else {
    std::vector<std::string> known = kernel_counters();
    std::ranges::move(line_counters(), std::back_inserter(known));
    const std::string name = reader.name();
    expectation.counter = counter_named(name, known, first);
    reader.skip_blanks();
    expectation.relation = reader.relation();
    reader.skip_blanks();
    expectation.limit = reader.number();
    at = reader.at();
  }
  expectation.text = trimmed(text.substr(first, at - first));
  return expectation;
}

}  // namespace warpglass::report
