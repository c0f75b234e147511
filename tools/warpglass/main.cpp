#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <utility>

#include "tools/warpglass/advise_command.hpp"
#include "tools/warpglass/banks_command.hpp"
#include "tools/warpglass/check_command.hpp"
#include "tools/warpglass/command_line.hpp"
#include "tools/warpglass/costs_command.hpp"
#include "tools/warpglass/devices_command.hpp"
#include "tools/warpglass/diff_command.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/occupancy_command.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/report_command.hpp"
#include "tools/warpglass/run_command.hpp"

namespace {

warpglass::tool::RunOptions with_program_found(warpglass::tool::RunOptions options) {
  warpglass::tool::Started started = warpglass::tool::started_for(options.program);
  options.program = std::move(started.program);
  options.arguments.insert(options.arguments.begin(), started.arguments.begin(), started.arguments.end());
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace warpglass;
  try {
    const tool::CommandLine line = tool::parse_command_line(argc, argv);
    if (line.print) {
      fmt::print("{}", *line.print);
      return line.command == tool::Command::none && argc == 1 ? tool::kUsageExit : 0;
    }
    switch (line.command) {
      case tool::Command::run: return tool::run(with_program_found(line.run));
      case tool::Command::check: return tool::check(with_program_found(line.run));
      case tool::Command::advise: return tool::advise(line.advise);
      case tool::Command::banks: return tool::banks(line.banks);
      case tool::Command::occupancy: return tool::occupancy(line.occupancy);
      case tool::Command::costs: return tool::costs(line.costs);
      case tool::Command::devices: return tool::devices(line.devices);
      case tool::Command::report: return tool::report_saved(line.report);
      case tool::Command::diff: return tool::diff(line.diff);
      case tool::Command::none: break;
    }
    return 0;
  } catch (const tool::InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics) fmt::print(stderr, "{}\n", to_string(diagnostic));
    return tool::kUsageExit;
  } catch (const tool::UsageError& error) {
    fmt::print(stderr, "warpglass: error: {}\n", error.what());
    return tool::kUsageExit;
  } catch (const std::exception& error) {
    fmt::print(stderr, "warpglass: internal error: {}\n", error.what());
    return tool::kUsageExit;
  }
}
