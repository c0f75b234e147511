#include "report/side_by_side.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/main_metrics.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;
using analysis::KernelProfile;

std::vector<std::string> labels_of(std::span<const Report> all) {
  std::set<std::string> architectures;
  for (const Report& one : all) architectures.insert(one.architecture);
  std::vector<std::string> labels;
  for (const Report& one : all) labels.push_back(architectures.size() == all.size() ? one.architecture : one.device);
  return labels;
}

std::vector<KernelBeside> kernels_of(std::span<const Report> all) {
  std::vector<KernelBeside> kernels;
  for (std::size_t run = 0; run < all.size(); ++run) {
    for (const KernelProfile& kernel : all[run].run.kernels) {
      if (kernel.launches_counted == 0) continue;
      auto known = std::ranges::find(kernels, kernel.name, &KernelBeside::name);
      if (known == kernels.end()) {
        known = kernels.insert(kernels.end(),
                               {.name = kernel.name, .of = std::vector<const KernelProfile*>(all.size(), nullptr)});
      }
      known->of[run] = &kernel;
    }
  }
  return kernels;
}

std::vector<FindingBeside> findings_of(std::span<const Report> all) {
  std::vector<FindingBeside> findings;
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> known;
  for (std::size_t run = 0; run < all.size(); ++run) {
    for (const Finding& finding : all[run].run.findings) {
      const auto [at, fresh] = known.try_emplace(
          std::tuple(finding.rule, finding.kernel, to_string(finding.where), finding.message), findings.size());
      if (fresh) findings.push_back({.finding = &finding, .runs = {}});
      std::vector<std::size_t>& runs = findings[at->second].runs;
      if (runs.empty() || runs.back() != run) runs.push_back(run);
    }
  }
  std::ranges::stable_sort(findings, [](const FindingBeside& a, const FindingBeside& b) {
    return a.finding->severity > b.finding->severity;
  });
  return findings;
}

std::optional<std::size_t> metric_named(const Report& report, std::string_view name) {
  const auto found = std::ranges::find(report.run.metrics, name, &analysis::MetricDefinition::name);
  if (found == report.run.metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - report.run.metrics.begin());
}

CounterBeside counter_of(std::span<const Report> all, const KernelBeside& kernel,
                         const analysis::MetricDefinition& metric) {
  CounterBeside counter{.name = metric.name, .unit = metric.unit, .is = {}, .values = {}};
  std::vector<std::string> labels;
  for (std::size_t run = 0; run < all.size(); ++run) {
    const std::optional<std::size_t> at = metric_named(all[run], metric.name);
    if (kernel.of[run] == nullptr || !at || *at >= kernel.of[run]->values.size()) {
      counter.values.emplace_back();
      labels.emplace_back("-");
      continue;
    }
    counter.values.emplace_back(kernel.of[run]->values[*at]);
    labels.push_back(analysis::text_of(analysis::label_of(all[run].run.metrics[*at], *kernel.of[run])));
  }
  counter.is = once_if_equal(labels);
  return counter;
}

}  // namespace

std::string once_if_equal(const std::vector<std::string>& words) {
  constexpr std::size_t kMostInFull = 3;
  std::vector<std::string> told;
  for (auto word = words.begin(); word != words.end();) {
    const auto next = std::find_if(word, words.end(), [&](const std::string& one) { return one != *word; });
    const auto times = static_cast<std::size_t>(next - word);
    if (times == words.size()) return *word;
    if (words.size() > kMostInFull && times > 1) {
      told.push_back(fmt::format("{} x{}", *word, times));
    } else {
      told.insert(told.end(), times, *word);
    }
    word = next;
  }
  return fmt::format("{}", fmt::join(told, ", "));
}

SideBySide side_by_side(std::span<const Report> all) {
  return {.labels = labels_of(all), .kernels = kernels_of(all), .findings = findings_of(all)};
}

std::vector<CounterBeside> counters_beside(std::span<const Report> all, const KernelBeside& kernel,
                                           const TextOptions& options) {
  std::vector<CounterBeside> counters;
  const std::vector<analysis::MetricDefinition>& metrics = all.front().run.metrics;
  const auto add = [&](const analysis::MetricDefinition& metric, bool always) {
    CounterBeside counter = counter_of(all, kernel, metric);
    const bool counts = std::ranges::any_of(counter.values, [](const auto& value) { return value && *value != 0; });
    if (always || counts) counters.push_back(std::move(counter));
  };
  if (!options.metrics.empty()) {
    for (const std::size_t chosen : options.metrics) add(metrics[chosen], true);
    return counters;
  }
  for (const analysis::MetricDefinition& metric : metrics) {
    const bool cache = is_cache_metric(metric.name);
    if (options.all_metrics || cache || is_main_metric(metric.name)) add(metric, options.all_metrics || cache);
  }
  return counters;
}

std::string runs_text(const SideBySide& sides, const std::vector<std::size_t>& runs) {
  if (runs.size() == sides.labels.size()) return "all";
  std::vector<std::string_view> labels;
  for (const std::size_t run : runs) labels.push_back(sides.labels[run]);
  return fmt::format("{}", fmt::join(labels, ", "));
}

std::vector<Report> by_machine(std::vector<Report> all, const std::vector<std::string>& names, std::string& problem) {
  struct Group {
    std::vector<Report> reports;
    std::vector<std::string> names;
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto same = std::ranges::find_if(groups, [&](const Group& group) {
      const Report& first = group.reports.front();
      return first.architecture == all[i].architecture && first.device == all[i].device;
    });
    Group& group = same == groups.end() ? groups.emplace_back() : *same;
    group.reports.push_back(std::move(all[i]));
    group.names.push_back(names[i]);
  }
  std::vector<Report> machines;
  for (Group& group : groups) {
    std::optional<Report> one = merge(std::move(group.reports), group.names, problem);
    if (!one) return {};
    const Report& first = machines.empty() ? *one : machines.front();
    if (first.program != one->program) {
      problem = fmt::format("{} and {} cannot be one report: they are of {} and {}", names.front(), group.names.front(),
                            first.program, one->program);
      return {};
    }
    if (first.run.seeds.empty() != one->run.seeds.empty()) {
      problem = fmt::format("{} and {} cannot be one report: one is of `check` and one of `run`", names.front(),
                            group.names.front());
      return {};
    }
    if (!std::ranges::equal(first.run.metrics, one->run.metrics, {}, &analysis::MetricDefinition::name,
                            &analysis::MetricDefinition::name)) {
      problem = fmt::format(
          "{} and {} cannot be one report: they hold different counters; run both with the same flags and the same "
          "version",
          names.front(), group.names.front());
      return {};
    }
    machines.push_back(std::move(*one));
  }
  return machines;
}

}  // namespace warpglass::report
