#include "analysis/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpglass::analysis {
namespace {

constexpr double kSectorBytes = 32;

/// Arithmetic that threads do each for themselves.
struct ThreadOperations {
  const char* type;
  double numbers;  // that one instruction takes
  const char* sums;
  const char* products;
  const char* product_sums;
  const char* peak;  // of these
};
#define OPERATION(name) "smsp__sass_thread_inst_executed_op_" name "_pred_on.sum"
#define PEAK(name) "sm__sass_thread_inst_executed_op_" name "_pred_on.sum.peak_sustained"
constexpr ThreadOperations kThreadOperations[] = {
    {"float16", 2, OPERATION("hadd"), OPERATION("hmul"), OPERATION("hfma"), PEAK("hfma")},
    {"float32", 1, OPERATION("fadd"), OPERATION("fmul"), OPERATION("ffma"), PEAK("ffma")},
    {"float64", 1, OPERATION("dadd"), OPERATION("dmul"), OPERATION("dfma"), PEAK("dfma")},
};
#undef OPERATION
#undef PEAK

/// Products of matrices. Elements of 8 bits are multiplied at twice the rate of halves, tf32 at half of it
/// (architecture papers of the A100, H100 and Ada).
struct MatrixOperations {
  const char* type;
  const char* source;   // in the counter's name
  const char* peak_of;  // whose peak is published
  double times_peak;
};
constexpr MatrixOperations kMatrixOperations[] = {
    {"float16 matrix", "fp16", "fp16", 1},
    {"bfloat16 matrix", "bf16_dst_fp32", "fp16", 1},
    {"tf32 matrix", "tf32_dst_fp32", "fp16", 0.5},
    {"float64 matrix", "fp64", "fp64", 1},
    {"float8 matrix", "fp8", "fp16", 2},
    {"int8 matrix", "int8", "fp16", 2},
    {"int4 matrix", "int4", "int4", 1},
    {"int1 matrix", "int1", "int1", 1},
};

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
  const double clock = 1000 * value("device__attribute_clock_rate");
  for (const ThreadOperations& row : kThreadOperations) {
    const double operations = row.numbers * (value(row.sums) + value(row.products) + 2 * value(row.product_sums));
    const double most = 2 * row.numbers * clock * value(row.peak);
    if (operations > 0) roofline.arithmetic.push_back({row.type, operations, most});
  }
  for (const MatrixOperations& row : kMatrixOperations) {
    const double operations = value(fmt::format("sm__ops_path_tensor_src_{}.sum", row.source));
    const double most = value(fmt::format("sm__ops_path_tensor_src_{}.sum.peak_sustained", row.peak_of));
    if (operations > 0) roofline.arithmetic.push_back({row.type, operations, row.times_peak * clock * most});
  }
  // Twice a clock, as arch::theoretical_bandwidth() has it.
  roofline.memory_bytes_per_second =
      2 * 1000 * value("device__attribute_memory_clock_rate") * value("device__attribute_global_memory_bus_width") / 8;
  roofline.traffic.push_back(
      {"L1",
       kSectorBytes * (value("memory_l2_theoretical_sectors_global") + value("memory_l2_theoretical_sectors_local")),
       clock * value("derived__l1tex__lsu_writeback_bytes_mem_lg.sum.peak_sustained")});
  if (at("lts__t_sectors_srcunit_tex.sum") < values.size()) {
    roofline.traffic.push_back(
        {"L2", kSectorBytes * value("lts__t_sectors_srcunit_tex.sum"), value("warpglass__l2_peak_bytes_per_second")});
    roofline.traffic.push_back({"device memory", value("dram__bytes_read.sum") + value("dram__bytes_write.sum"),
                                roofline.memory_bytes_per_second});
  }
  return roofline;
}

double ridge(double operations_per_second, double bytes_per_second) {
  return bytes_per_second > 0 ? operations_per_second / bytes_per_second : 0;
}

std::string lowest_roof(const Arithmetic& arithmetic, const std::vector<MemoryTraffic>& traffic) {
  if (arithmetic.per_second == 0 || traffic.size() < 2) return "";
  std::string lowest = arithmetic.type + " arithmetic";
  double seconds = arithmetic.operations / arithmetic.per_second;
  for (const MemoryTraffic& one : traffic) {
    if (one.per_second == 0 || one.bytes / one.per_second <= seconds) continue;
    seconds = one.bytes / one.per_second;
    lowest = one.memory;
  }
  return lowest;
}

}  // namespace warpglass::analysis
