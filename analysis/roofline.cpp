#include "analysis/roofline.hpp"

#include <algorithm>
#include <string_view>

namespace warpglass::analysis {
namespace {

constexpr double kSectorBytes = 32;

}  // namespace

Roofline roofline_of(const std::vector<MetricDefinition>& metrics, const std::vector<double>& values) {
  const auto at = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(metrics, name, &MetricDefinition::name) - metrics.begin());
  };
  const auto value = [&](std::string_view name) {
    const std::size_t column = at(name);
    return column < values.size() ? values[column] : 0;
  };
  Roofline roofline;
  roofline.float32_operations = value("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum") +
                                value("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum") +
                                2 * value("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
  roofline.float64_operations = value("smsp__sass_thread_inst_executed_op_dadd_pred_on.sum") +
                                value("smsp__sass_thread_inst_executed_op_dmul_pred_on.sum") +
                                2 * value("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum");
  const double clock = 1000 * value("device__attribute_clock_rate");
  roofline.float32_per_second = 2 * clock * value("sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained");
  roofline.float64_per_second = 2 * clock * value("sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained");
  // Twice a clock, as arch::theoretical_bandwidth() has it.
  roofline.memory_bytes_per_second =
      2 * 1000 * value("device__attribute_memory_clock_rate") * value("device__attribute_global_memory_bus_width") / 8;
  roofline.traffic.push_back({"L1", kSectorBytes * (value("memory_l2_theoretical_sectors_global") +
                                                    value("memory_l2_theoretical_sectors_local"))});
  if (at("lts__t_sectors_srcunit_tex.sum") < values.size()) {
    roofline.traffic.push_back({"L2", kSectorBytes * value("lts__t_sectors_srcunit_tex.sum")});
    roofline.traffic.push_back({"device memory", value("dram__bytes_read.sum") + value("dram__bytes_write.sum")});
  }
  return roofline;
}

double ridge(double operations_per_second, double bytes_per_second) {
  return bytes_per_second > 0 ? operations_per_second / bytes_per_second : 0;
}

}  // namespace warpglass::analysis
