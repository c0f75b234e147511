// Operations for each byte moved, and the ridge of the roofs: a line for each type of numbers, and the same in JSON.
#include <fmt/format.h>

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

/// "float64 operations a byte: L1 0.25, device memory 1.00; ridge at 6.95 (published peaks)".
std::string line_of(std::string_view type, double operations, const std::vector<MemoryTraffic>& traffic,
                    double operations_per_second, double bytes_per_second) {
  std::string text;
  for (const MemoryTraffic& one : traffic) {
    if (one.bytes == 0) continue;
    text += text.empty() ? "" : ", ";
    text += fmt::format("{} {}", one.memory, intensity_text(operations / one.bytes));
  }
  if (text.empty()) return "";
  const double at = analysis::ridge(operations_per_second, bytes_per_second);
  return fmt::format("  {} operations a byte: {}{}\n", type, text,
                     at == 0 ? "" : fmt::format("; ridge at {} (published peaks)", intensity_text(at)));
}

}  // namespace

Json roofline_json(const Report& report, const analysis::KernelProfile& kernel) {
  const analysis::Roofline roofline = analysis::roofline_of(report.run.metrics, kernel.values);
  if (roofline.arithmetic.empty()) return nullptr;
  Json roofs = Json::array();
  for (const analysis::Arithmetic& one : roofline.arithmetic)
    roofs.push_back({{"type", one.type}, {"operations", one.operations}, {"per_second", one.per_second}});
  Json traffic = Json::array();
  for (const MemoryTraffic& one : roofline.traffic) traffic.push_back({{"memory", one.memory}, {"bytes", one.bytes}});
  return {{"roofs", std::move(roofs)},
          {"memory_bytes_per_second", roofline.memory_bytes_per_second},
          {"traffic", std::move(traffic)}};
}

std::string roofline_text(const Report& report, const analysis::KernelProfile& kernel) {
  const analysis::Roofline roofline = analysis::roofline_of(report.run.metrics, kernel.values);
  std::string text;
  for (const analysis::Arithmetic& one : roofline.arithmetic)
    text += line_of(one.type, one.operations, roofline.traffic, one.per_second, roofline.memory_bytes_per_second);
  return text.empty() ? "" : '\n' + text;
}

}  // namespace warpglass::report
