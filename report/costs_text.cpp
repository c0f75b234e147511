#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "report/costs.hpp"
#include "report/display.hpp"
#include "report/table.hpp"

namespace warpglass::report {
namespace {

using analysis::CostTable;

/// "2", "0.67"; "-" for what is not known.
std::string cycles(double value) { return value == 0 ? "-" : fmt::format("{:.3g}", value); }

std::string one_machine(const CostTable& machine, bool colour, std::size_t width) {
  Table table({{"class", Align::left},
               {"results/clock/SM"},
               {"issue cycles"},
               {"latency"},
               {"pipe", Align::left},
               {"is", Align::left},
               {"of", Align::left}});
  for (const CostTable::Row& row : machine.rows) {
    constexpr std::size_t kBeside = 28;  // the class, which begins each part
    const std::vector<std::string> description =
        wrapped(row.description, width == 0 ? std::string::npos : width - kBeside);
    const Colour trust = row.source == "measured" ? Colour::green : Colour::faint;
    table.add({{row.name},
               {row.results != 0          ? fmt::format("{:.0f}", row.results)
                : row.instructions > 1.01 ? fmt::format("{:.0f} instructions", row.instructions)
                                          : "-"},
               {cycles(row.issue_cycles)},
               {row.latency == 0 ? "-" : fmt::format("{}", row.latency)},
               {row.pipe},
               {row.source, trust},
               {description.front(), Colour::faint}});
    for (std::size_t i = 1; i < description.size(); ++i)
      table.add({{}, {}, {}, {}, {}, {}, {description[i], Colour::faint}});
  }
  std::string document;
  for (const std::string& line :
       wrapped("results per clock and SM: " + machine.document, width == 0 ? std::string::npos : width - 2))
    document += fmt::format("  {}\n", line);
  return painted(machine.device, Colour::bold, colour) +
         fmt::format("  {}: {} an SM; cycles are a sub-partition's, for a warp\n\n", machine.architecture,
                     counted(machine.schedulers, "scheduler")) +
         table.text(2, colour, width) + '\n' + document;
}

std::string side_by_side(std::span<const CostTable> machines, bool colour, std::size_t width) {
  std::vector<Column> columns = {{"issue cycles", Align::left}};
  for (const CostTable& machine : machines) columns.push_back({machine.architecture});
  Table table(std::move(columns));
  for (const std::string& name : analysis::cost_classes()) {
    std::vector<Cell> cells = {{name}};
    bool known = false;
    for (const CostTable& machine : machines) {
      const auto row = std::find_if(machine.rows.begin(), machine.rows.end(),
                                    [&](const CostTable::Row& one) { return one.name == name; });
      known |= row != machine.rows.end();
      cells.push_back({row == machine.rows.end() ? "-" : cycles(row->issue_cycles)});
    }
    if (known) table.add(std::move(cells));
  }
  return table.text(0, colour, width);
}

}  // namespace

std::string to_text(std::span<const CostTable> tables, bool colour, std::size_t width) {
  return tables.size() == 1 ? one_machine(tables.front(), colour, width) : side_by_side(tables, colour, width);
}

}  // namespace warpglass::report
