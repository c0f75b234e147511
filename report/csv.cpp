// The form of `ncu --csv --page raw`: every field quoted, a header row, a row of units, a row a launch. Numbers stand
// without digit grouping and in base units, as with `--print-units base`.
#include <fmt/format.h>

#include <cmath>

#include "report/report.hpp"

namespace warpglass::report {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

class Row {
 public:
  void add(std::string_view field) {
    if (!line_.empty()) line_ += ',';
    line_ += quoted(field);
  }
  [[nodiscard]] std::string text() const { return line_ + '\n'; }

 private:
  std::string line_;
};

std::string number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e18 ? fmt::format("{}", static_cast<std::int64_t>(value))
                                                              : fmt::format("{:.6g}", value);
}

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

std::string to_csv(const Report& report) {
  Row header;
  Row units;
  for (const std::string_view column : kColumns) {
    header.add(column);
    units.add("");
  }
  for (const analysis::MetricDefinition& metric : report.run.metrics) {
    header.add(metric.name);
    units.add(metric.unit);
  }
  std::string text = header.text() + units.text();
  for (const analysis::LaunchProfile& launch : report.run.launches) {
    if (!launch.counted) continue;
    Row row;
    row.add(fmt::format("{}", launch.index));
    row.add(fmt::format("{}", report.process));
    row.add(file_name(report.program));
    row.add(report.host);
    row.add(launch.kernel < report.run.kernels.size() ? report.run.kernels[launch.kernel].name : "");
    row.add("1");
    row.add(fmt::format("{}", launch.stream));
    row.add(extent(launch.block));
    row.add(extent(launch.grid));
    row.add("0");
    row.add(capability(report.architecture));
    for (const double value : launch.values) row.add(number(value));
    text += row.text();
  }
  return text;
}

}  // namespace warpglass::report
