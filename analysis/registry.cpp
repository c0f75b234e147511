#include <algorithm>
#include <utility>

#include "analysis/analyser.hpp"
#include "analysis/metrics.hpp"
#include "sim/fault.hpp"

namespace warpglass::analysis {

// The list: a row each, the function by which the analyser's file describes it.
// clang-format off
#define WARPGLASS_ANALYSERS(row) \
  row(bank_conflicts)            \
  row(coalescing)                \
  row(constant_loads)            \
  row(local_memory)              \
  row(instruction_costs)         \
  row(divergence)                \
  row(occupancy_limit)           \
  row(missing_instructions)      \
  row(redundant_barriers)        \
  row(host)                      \
  row(races)                     \
  row(streams)                   \
  row(unwritten_memory)          \
  row(read_only_path)            \
  row(shared_arrays)             \
  row(shared_uses)               \
  row(barrier_counts)            \
  row(warp_sync)                 \
  row(barrier_objects)           \
  row(product_registers)         \
  row(caches)
// clang-format on

#define DECLARE(name) Analyser name##_analyser();
WARPGLASS_ANALYSERS(DECLARE)

std::span<const Analyser> analysers() {
#define DESCRIBE(name) name##_analyser(),
  static const Analyser all[] = {WARPGLASS_ANALYSERS(DESCRIBE)};
  return all;
}

std::vector<const Analyser*> analysers_for(std::span<const std::string> asked) {
  std::vector<const Analyser*> chosen;
  for (const Analyser& analyser : analysers()) {
    const bool wanted = std::find(asked.begin(), asked.end(), analyser.name) != asked.end();
    if ((analyser.flag.empty() && !analyser.by_name) || wanted) chosen.push_back(&analyser);
  }
  return chosen;
}

std::vector<std::string> checkers() {
  std::vector<std::string> names;
  for (const Analyser& analyser : analysers()) {
    if (analyser.checks) names.emplace_back(analyser.name);
  }
  return names;
}

std::vector<std::string_view> rules() {
  std::vector<std::string_view> all;
  for (const Analyser& analyser : analysers()) all.insert(all.end(), analyser.rules.begin(), analyser.rules.end());
  // Behind the last kind of fault there is none that has a name.
  for (unsigned kind = 0; kind <= 255; ++kind) {
    const std::string_view rule = sim::rule_of(static_cast<sim::FaultKind>(kind));
    if (rule.empty()) break;
    if (std::ranges::find(all, rule) == all.end()) all.push_back(rule);
  }
  return all;
}

bool is_about_cost(const Finding& finding) {
  return std::ranges::any_of(analysers(), [&](const Analyser& analyser) {
    return !analyser.checks && std::ranges::find(analyser.rules, finding.rule) != analyser.rules.end();
  });
}

std::vector<MetricDefinition> all_metric_definitions(std::vector<const Analyser*>& of_analyser) {
  std::vector<MetricDefinition> all = metric_definitions();
  of_analyser.assign(all.size(), nullptr);
  for (const Analyser& analyser : analysers()) {
    if (analyser.metrics == nullptr) continue;
    for (MetricDefinition& metric : analyser.metrics()) {
      all.push_back(std::move(metric));
      of_analyser.push_back(&analyser);
    }
  }
  return all;
}

}  // namespace warpglass::analysis
