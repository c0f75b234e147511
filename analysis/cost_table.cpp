#include "analysis/cost_table.hpp"

#include <algorithm>

#include "arch/instruction_costs.hpp"
#include "arch/instruction_throughput.hpp"

namespace warpglass::analysis {

CostTable cost_table(const arch::DeviceModel& device, const std::vector<std::string>& classes) {
  CostTable table{.device = device.name,
                  .architecture = device.sm_name(),
                  .schedulers = arch::schedulers(device.capability),
                  .document = std::string(arch::cost_document(device.capability)),
                  .rows = {}};
  for (std::size_t i = 0; i < kInstructionClasses; ++i) {
    const auto which = static_cast<InstructionClass>(i);
    const std::string name(arch::name_of(which));
    const bool wanted = std::find(classes.begin(), classes.end(), name) != classes.end();
    const arch::InstructionCost cost = arch::instruction_cost(device.capability, which);
    if (!wanted && (!classes.empty() || !cost.known())) continue;
    CostTable::Row row{.name = name,
                       .description = std::string(arch::description_of(which)),
                       .results = cost.results,
                       .issue_cycles = cost.issue_cycles,
                       .latency = cost.latency,
                       .pipe = {},
                       .instructions = cost.instructions,
                       .source = {}};
    if (cost.known()) {
      row.pipe = arch::name_of(cost.pipe);
      row.source = arch::name_of(cost.source);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> cost_classes() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kInstructionClasses; ++i)
    names.emplace_back(arch::name_of(static_cast<InstructionClass>(i)));
  return names;
}

}  // namespace warpglass::analysis
