// The form of `ncu --csv --page raw`: every field quoted, a header row, a row of units, a row a launch. Numbers stand
// without digit grouping and in base units, as with `--print-units base`.
#include <fmt/format.h>

#include <numeric>

#include "report/csv_row.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

std::string extent(const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

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

}  // namespace

std::string to_csv(const Report& report, const std::vector<std::size_t>& metrics) {
  std::vector<std::size_t> columns = metrics;
  if (columns.empty()) {
    columns.resize(report.run.metrics.size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
  }
  CsvRow header;
  CsvRow units;
  for (const std::string_view column : kColumns) {
    header.add(column);
    units.add("");
  }
  for (const std::size_t i : columns) {
    header.add(report.run.metrics[i].name);
    units.add(report.run.metrics[i].unit);
  }
  std::string text = header.text() + units.text();
  for (const analysis::LaunchProfile& launch : report.run.launches) {
    if (!launch.counted) continue;
    CsvRow row;
    row.add(fmt::format("{}", launch.index));
    row.add(fmt::format("{}", report.process));
    row.add(file_name(report.program));
    row.add(report.host);
    row.add(launch.kernel < report.run.kernels.size() ? report.run.kernels[launch.kernel].name : "");
    row.add("1");
    row.add(fmt::format("{}", launch.stream));
    row.add(extent(launch.block));
    row.add(extent(launch.grid));
    row.add(fmt::format("{}", launch.device));
    row.add(capability(launch.device < report.devices.size() ? report.devices[launch.device].architecture
                                                             : report.architecture));
    for (const std::size_t i : columns) row.add_number(launch.values[i]);
    text += row.text();
  }
  return text;
}

}  // namespace warpglass::report
