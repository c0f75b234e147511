// The form of `ncu --csv --page raw`: every field quoted, a header row, a row of units, a row a launch. Numbers stand
// without digit grouping and in base units, as with `--print-units base`.
#include <fmt/format.h>

#include <numeric>

#include "report/csv_row.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

std::string extent_cell(const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

/// "9.0" for "sm_90".
std::string capability(std::string_view architecture) {
  if (!architecture.starts_with("sm_") || architecture.size() < 5) return "";
  const std::string_view digits = architecture.substr(3);
  return fmt::format("{}.{}", digits.substr(0, digits.size() - 1), digits.back());
}

std::string file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

constexpr std::string_view kColumns[] = {"ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
                                         "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

std::string launch_row(const Report& report, const analysis::LaunchProfile& launch,
                       const std::vector<std::size_t>& columns) {
  CsvRow row;
  row.add(fmt::format("{}", launch.index));
  row.add(fmt::format("{}", report.process));
  row.add(file_name(report.program));
  row.add(report.host);
  row.add(launch.kernel < report.run.kernels.size() ? report.run.kernels[launch.kernel].name : "");
  row.add("1");
  row.add(fmt::format("{}", launch.stream));
  row.add(extent_cell(launch.block));
  row.add(extent_cell(launch.grid));
  row.add(fmt::format("{}", launch.device));
  row.add(capability(launch.device < report.devices.size() ? report.devices[launch.device].architecture
                                                           : report.architecture));
  for (const std::size_t i : columns) row.add_number(launch.values[i]);
  return row.text();
}

}  // namespace

std::string to_csv(const Report& report, const std::vector<std::size_t>& metrics) {
  return to_csv(std::span(&report, 1), metrics);
}

std::string to_csv(std::span<const Report> all, const std::vector<std::size_t>& metrics) {
  const std::vector<analysis::MetricDefinition>& known = all.front().run.metrics;
  std::vector<std::size_t> columns = metrics;
  if (columns.empty()) {
    columns.resize(known.size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
  }
  CsvRow header;
  CsvRow units;
  for (const std::string_view column : kColumns) {
    header.add(column);
    units.add("");
  }
  for (const std::size_t i : columns) {
    header.add(known[i].name);
    units.add(known[i].unit);
  }
  std::string text = header.text() + units.text();
  for (const Report& report : all) {
    for (const analysis::LaunchProfile& launch : report.run.launches) {
      if (launch.counted) text += launch_row(report, launch, columns);
    }
  }
  return text;
}

}  // namespace warpglass::report
