#include "tools/warpglass/costs_command.hpp"

#include <cstdio>
#include <vector>

#include "analysis/cost_table.hpp"
#include "report/costs.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {

int costs(const CostsOptions& options) {
  check_output(options.json);
  std::vector<analysis::CostTable> tables;
  for (const arch::DeviceModel* device : devices_named(options.archs, All::capabilities))
    tables.push_back(analysis::cost_table(*device, options.classes));
  if (options.json != "-") {
    const std::string text =
        report::to_text(tables, wants_colour(options.colour, Stream::output), table_width(Stream::output));
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (!options.json.empty()) write_output(options.json, report::to_json(tables));
  return 0;
}

}  // namespace warpglass::tool
