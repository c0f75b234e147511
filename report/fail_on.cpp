#include "report/fail_on.hpp"

#include <fmt/format.h>

#include "report/display.hpp"
#include "report/number_text.hpp"

namespace warpglass::report {
namespace {

struct OfRun {
  std::string_view name;
  bool (*counts)(Severity severity);
};

constexpr OfRun kOfRun[] = {
    {"new_findings", [](Severity severity) { return severity != Severity::note; }},
    {"new_errors", [](Severity severity) { return severity == Severity::error; }},
    {"new_warnings", [](Severity severity) { return severity == Severity::warning; }},
};

const OfRun* of_run(std::string_view name) {
  for (const OfRun& one : kOfRun) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

bool is_broken(const FailOn& condition, const Change& change) {
  if (!change.after) return false;
  const double before = change.before.value_or(0);
  switch (condition.of) {
    case FailOn::Of::value: return holds(condition.relation, *change.after, condition.limit);
    case FailOn::Of::change: return change.before && holds(condition.relation, *change.after - before, condition.limit);
    case FailOn::Of::relative_change:
      return change.before && holds(condition.relation, change.relative(), condition.limit);
  }
  return false;
}

}  // namespace

FailOn parse_fail_on(std::string_view text, const std::vector<analysis::MetricDefinition>& metrics) {
  std::vector<std::string> known;
  for (const analysis::MetricDefinition& metric : metrics) known.push_back(metric.name);
  for (const OfRun& one : kOfRun) known.emplace_back(one.name);
  FailOn condition;
  condition.text = text;
  ComparisonReader reader(text);
  reader.skip_blanks();
  const std::size_t name_at = reader.at();
  condition.name = counter_named(reader.name(), known, name_at);
  reader.skip_blanks();
  condition.relation = reader.relation();
  reader.skip_blanks();
  const std::size_t sign_at = reader.at();
  const bool falls = reader.take('-');
  const bool is_change = falls || reader.take('+');
  reader.skip_blanks();
  condition.limit = reader.number() * (falls ? -1 : 1);
  reader.skip_blanks();
  const std::size_t percent_at = reader.at();
  const bool percent = reader.take('%');
  reader.skip_blanks();
  if (!reader.done())
    throw Mistake{reader.at(), "nothing may follow here; a condition is METRIC OP NUMBER, one to a --fail-on"};
  if (percent && !is_change) throw Mistake{percent_at, "a percentage is a change and has a sign, as in >+5% or <-10%"};
  if (is_change && of_run(condition.name) != nullptr)
    throw Mistake{sign_at, fmt::format("{} is a number of findings, not a change: leave the sign out", condition.name)};
  condition.of = percent ? FailOn::Of::relative_change : is_change ? FailOn::Of::change : FailOn::Of::value;
  if (percent) condition.limit /= 100;
  return condition;
}

std::vector<Broken> broken_conditions(const Difference& difference, const std::vector<FailOn>& conditions) {
  std::vector<Broken> all;
  for (const FailOn& condition : conditions) {
    if (const OfRun* const of = of_run(condition.name)) {
      double count = 0;
      for (const analysis::Finding* finding : difference.found) count += of->counts(finding->severity) ? 1 : 0;
      if (holds(condition.relation, count, condition.limit))
        all.push_back({.condition = &condition, .kernel = {}, .before = std::nullopt, .after = count});
      continue;
    }
    for (const KernelChange& kernel : difference.kernels) {
      for (const Change& change : kernel.counters) {
        if (change.name == condition.name && is_broken(condition, change)) {
          all.push_back(
              {.condition = &condition, .kernel = kernel.name, .before = change.before, .after = *change.after});
        }
      }
    }
  }
  return all;
}

std::string text_of(const Broken& broken) {
  const std::string& name = broken.condition->name;
  if (broken.kernel.empty()) return fmt::format("{} is {}", name, grouped(broken.after));
  std::string text = fmt::format("{}: {} is {}", broken.kernel, name, grouped(broken.after));
  if (broken.before && *broken.before != broken.after)
    text += fmt::format(" and was {} ({})", grouped(*broken.before), change_text(broken.before, broken.after));
  return text;
}

}  // namespace warpglass::report
