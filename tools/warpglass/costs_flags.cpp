#include "tools/warpglass/costs_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/cost_table.hpp"
#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfCosts = R"(
Examples:
  warpglass costs
  warpglass costs float32 float64 convert_64 --arch all
  warpglass costs --arch "RTX 4090"
)";

}  // namespace

CostsFlags::CostsFlags(CLI::App& app)
    : command_(app.add_subcommand("costs", "what instructions cost: issue cycles, latency and pipe by class")) {
  CLI::App& command = *command_;
  command.footer(kExamplesOfCosts);
  command.add_option("classes", options_.classes, "instruction classes to show; all by default")->type_name("CLASS");
  add_devices_flag(command, options_.archs, "sm_90, ampere");
  add_json_flag(command, options_.json);
  add_colour_flag(command, colour_);
}

CostsOptions CostsFlags::options() const {
  CostsOptions options = options_;
  options.colour = parse_colour(colour_);
  const std::vector<std::string> known = analysis::cost_classes();
  for (const std::string& name : options.classes) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw UsageError(
        fmt::format("costs: '{}' is no class of instructions; there are: {}", name, fmt::join(known, ", ")));
  }
  return options;
}

}  // namespace warpglass::tool
