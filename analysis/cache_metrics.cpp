#include "analysis/cache_metrics.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

struct Row {
  const char* name;
  const char* unit;
  bool adds;
  double (*value)(const CacheTotals& t);
};

// clang-format off
constexpr Row kRows[] = {
  // First level: global and local memory together in the hit rate and in what it fetches.
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", "sector", true, [](const CacheTotals& t) { return double(t.global_load_hits); }},
  {"l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum", "sector", true, [](const CacheTotals& t) { return double(t.global_store_hits); }},
  {"l1tex__t_sector_hit_rate.pct", "%", false, [](const CacheTotals& t) { return percent(t.l1_hits, t.l1_sectors); }},
  {"l1tex__m_xbar2l1tex_read_sectors.sum", "sector", true, [](const CacheTotals& t) { return double(t.l1_fetched); }},
  // Second level: what SMs ask it for.
  {"lts__t_sectors_srcunit_tex.sum", "sector", true, [](const CacheTotals& t) { return double(t.l2_sectors); }},
  {"lts__t_sectors_srcunit_tex_lookup_hit.sum", "sector", true, [](const CacheTotals& t) { return double(t.l2_hits); }},
  {"lts__t_sectors_srcunit_tex_lookup_miss.sum", "sector", true, [](const CacheTotals& t) { return double(t.l2_misses); }},
  {"lts__t_sector_hit_rate.pct", "%", false, [](const CacheTotals& t) { return percent(t.l2_hits, t.l2_hits + t.l2_misses); }},
  // Device memory.
  {"dram__sectors_read.sum", "sector", true, [](const CacheTotals& t) { return double(t.dram_reads); }},
  {"dram__sectors_write.sum", "sector", true, [](const CacheTotals& t) { return double(t.dram_writes); }},
  {"dram__bytes_read.sum", "byte", true, [](const CacheTotals& t) { return 32.0 * double(t.dram_reads); }},
  {"dram__bytes_write.sum", "byte", true, [](const CacheTotals& t) { return 32.0 * double(t.dram_writes); }},
};
// clang-format on

}  // namespace

std::vector<MetricDefinition> cache_metric_definitions() {
  std::vector<MetricDefinition> all;
  for (const Row& row : kRows) all.push_back({row.name, row.unit, Fidelity::modelled, row.adds, Counting::traffic});
  return all;
}

bool has_cache_metrics(std::span<const MetricDefinition> metrics) {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const MetricDefinition& metric) { return metric.name == kRows[0].name; });
}

std::vector<double> cache_metric_values(const CacheTotals& totals) {
  std::vector<double> values;
  for (const Row& row : kRows) values.push_back(row.value(totals));
  return values;
}

}  // namespace warpglass::analysis
