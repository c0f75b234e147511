// The command line as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

enum class Command : std::uint8_t { none, run, check, advise, banks, occupancy, costs, devices, report, diff };

struct CommandLine {
  Command command = Command::none;
  RunOptions run;
  AdviseOptions advise;
  BanksOptions banks;
  OccupancyOptions occupancy;
  CostsOptions costs;
  DevicesOptions devices;
  ReportOptions report;
  DiffRunsOptions diff;
  /// Set when there is nothing to do but to print this, after --help, --version or --query-metrics.
  std::optional<std::string> print;
};

/// \throws UsageError
[[nodiscard]] CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace warpglass::tool
