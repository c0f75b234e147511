#include "tools/warpglass/costs_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/cost_table.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamples = R"(
Examples:
  warpglass costs
  warpglass costs float32 float64 convert_64 --arch all
  warpglass costs --arch "RTX 4090"
)";

}  // namespace

CostsFlags::CostsFlags(CLI::App& app)
    : command_(app.add_subcommand("costs", "what instructions cost: issue cycles, latency and pipe by class")) {
  CLI::App& command = *command_;
  command.footer(kExamples);
  command.add_option("classes", options_.classes, "classes of instructions to show; without one, all")
      ->type_name("CLASS");
  command
      .add_option("--arch", options_.archs,
                  "GPUs: sm_90, ampere, \"RTX 4090\", a file that describes one (.json), several with commas, or all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str(options_.archs.front())
      ->type_name("GPU");
  command.add_option("--json", options_.json, "write everything as JSON to this file, - for the standard output")
      ->type_name("FILE");
  command.add_option("--color,--colour", colour_, "auto, always or never")->capture_default_str()->type_name("WHEN");
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
