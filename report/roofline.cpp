// Operations for each byte moved, and the ridge of the roofs: a line for each type of numbers, and the same in JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/roofline.hpp"
#include "report/display.hpp"
#include "report/json.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;
using analysis::MemoryTraffic;

/// "0.25", "13.9", "1,024".
std::string intensity_text(double value) {
  return value < 10    ? fmt::format("{:.2f}", value)
         : value < 100 ? fmt::format("{:.1f}", value)
                       : grouped(std::round(value));
}

bool all_known(const std::vector<MemoryTraffic>& traffic) {
  return std::ranges::none_of(traffic, [](const MemoryTraffic& one) { return one.bytes > 0 && one.per_second == 0; });
}

/// "float64 operations a byte: L1 0.25 (ridge at 2.00), L2 0.25, device memory 1.00 (ridge at 6.95); lowest roof: L1".
std::string line_of(const analysis::Arithmetic& arithmetic, const std::vector<MemoryTraffic>& traffic) {
  std::string text;
  for (const MemoryTraffic& one : traffic) {
    if (one.bytes == 0) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", one.memory, intensity_text(arithmetic.operations / one.bytes));
    const double at = analysis::ridge(arithmetic.per_second, one.per_second);
    if (at != 0) text += fmt::format(" (ridge at {})", intensity_text(at));
  }
  if (text.empty()) return "";
  const std::string lowest = analysis::lowest_roof(arithmetic, traffic);
  if (!lowest.empty()) text += fmt::format("; lowest roof{}: {}", all_known(traffic) ? "" : " on record", lowest);
  return fmt::format("  {} operations a byte: {}\n", arithmetic.type, text);
}

/// "no roof on record for L2": of those that the kernel asked for bytes.
std::string without_roof(const std::vector<MemoryTraffic>& traffic) {
  std::string names;
  for (const MemoryTraffic& one : traffic) {
    if (one.bytes > 0 && one.per_second == 0) names += (names.empty() ? "" : ", ") + one.memory;
  }
  return names.empty() ? "" : fmt::format("  no roof on record for {}\n", names);
}

}  // namespace

Json roofline_json(const Report& report, const analysis::KernelProfile& kernel) {
  const analysis::Roofline roofline = analysis::roofline_of(report.run.metrics, kernel.values);
  if (roofline.arithmetic.empty()) return nullptr;
  Json roofs = Json::array();
  for (const analysis::Arithmetic& one : roofline.arithmetic)
    roofs.push_back({{"type", one.type}, {"operations", one.operations}, {"per_second", one.per_second}});
  Json traffic = Json::array();
  for (const MemoryTraffic& one : roofline.traffic)
    traffic.push_back({{"memory", one.memory}, {"bytes", one.bytes}, {"per_second", one.per_second}});
  return {{"roofs", std::move(roofs)},
          {"memory_bytes_per_second", roofline.memory_bytes_per_second},
          {"traffic", std::move(traffic)}};
}

std::string roofline_text(const Report& report, const analysis::KernelProfile& kernel) {
  const analysis::Roofline roofline = analysis::roofline_of(report.run.metrics, kernel.values);
  std::string text;
  for (const analysis::Arithmetic& one : roofline.arithmetic) text += line_of(one, roofline.traffic);
  return text.empty() ? "" : '\n' + text + without_roof(roofline.traffic);
}

}  // namespace warpglass::report
