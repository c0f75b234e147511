#include <nlohmann/json.hpp>

#include "report/costs.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string to_json(std::span<const analysis::CostTable> tables) {
  const auto unless_zero = [](double value) { return value == 0 ? Json(nullptr) : Json(value); };
  Json machines = Json::array();
  for (const analysis::CostTable& table : tables) {
    Json rows = Json::array();
    for (const analysis::CostTable::Row& row : table.rows) {
      rows.push_back({{"class", row.name},
                      {"description", row.description},
                      {"results_per_clock_and_sm", unless_zero(row.results)},
                      {"issue_cycles", unless_zero(row.issue_cycles)},
                      {"latency", unless_zero(row.latency)},
                      {"pipe", row.pipe},
                      {"instructions", row.instructions},
                      {"source", row.source}});
    }
    machines.push_back({{"device", table.device},
                        {"architecture", table.architecture},
                        {"schedulers", table.schedulers},
                        {"document", table.document},
                        {"costs", std::move(rows)}});
  }
  const Json json = {{"format", "warpglass-costs"}, {"version", 1}, {"machines", std::move(machines)}};
  return json.dump(1) + '\n';
}

}  // namespace warpglass::report
