// First- and second-level cache as an analyser: the simulator hears every access in order, its counters stand under
// Nsight Compute's names, and all of them are modelled.
#include "analysis/caches.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/cache_simulator.hpp"
#include "analysis/kernel_record.hpp"
#include "sim/launch_request.hpp"

namespace warpglass::analysis {
namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

struct CacheRow {
  const char* name;
  const char* unit;
  bool adds;
  double (*value)(const CacheTotals& t);
};

// clang-format off
constexpr CacheRow kCacheRows[] = {
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

std::vector<MetricDefinition> definitions() {
  std::vector<MetricDefinition> all;
  for (const CacheRow& row : kCacheRows)
    all.push_back({row.name, row.unit, Fidelity::modelled, row.adds, Counting::traffic});
  return all;
}

/// Each device of the program has its own: a launch is heard by those of the one that it runs on.
class CachesOfDevices final : public sim::Listener, public sim::PutsAside {
 public:
  void add(const arch::DeviceModel& device) { all_.push_back(std::make_unique<CacheSimulator>(device)); }

  [[nodiscard]] sim::Interests interests() const override { return all_.front()->interests(); }
  void on_start(const sim::LaunchRequest& launch) override {
    current_ = sim::device_of_stream(launch.stream);
    all_[current_]->on_start(launch);
  }
  void on_workers(std::size_t workers) override { all_[current_]->on_workers(workers); }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override {
    return all_[current_]->make_shard(worker);
  }
  void merge(sim::Shard& shard) override { all_[current_]->merge(shard); }
  void on_end(const sim::LaunchResult& result) override { all_[current_]->on_end(result); }
  [[nodiscard]] std::function<void()> put_aside() override {
    return [this, device = current_, take_up = all_[current_]->put_aside()] {
      current_ = device;
      take_up();
    };
  }

  /// Of the device that the last launch ran on.
  [[nodiscard]] const CacheSimulator& last() const { return *all_[current_]; }

 private:
  std::vector<std::unique_ptr<CacheSimulator>> all_;
  std::size_t current_ = 0;
};

class Caches final : public Analysis {
 public:
  explicit Caches(const arch::DeviceModel& device) { simulators_.add(device); }
  [[nodiscard]] sim::Listener* listener() override { return &simulators_; }
  void add_device(const arch::DeviceModel& device) override { simulators_.add(device); }
  [[nodiscard]] std::vector<double> values() const override {
    std::vector<double> values;
    for (const CacheRow& row : kCacheRows) values.push_back(row.value(simulators_.last().totals()));
    return values;
  }
  void add_to(KernelRecord& kernel) const override {
    const std::span<const CachedAt> cached = simulators_.last().by_op();
    kernel.cached.resize(kernel.counters.size());
    for (std::size_t pc = 0; pc < cached.size() && pc < kernel.cached.size(); ++pc) kernel.cached[pc].add(cached[pc]);
  }
  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return find_read_only_loads(kernel);
  }

 private:
  CachesOfDevices simulators_;
};

constexpr std::string_view kCacheRules[] = {"uncached-load"};

}  // namespace

Analyser caches_analyser() {
  return {
      .name = "caches",
      .flag = "--caches",
      .help = "simulate the L1 and L2 caches: hit rates, L2 and DRAM traffic, as blocks ask for it one after another",
      .page = "teaching/global_memory.md",
      .rules = kCacheRules,
      .metrics = definitions,
      .start = start_analysis<Caches>};
}

bool has_cache_metrics(std::span<const MetricDefinition> metrics) {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const MetricDefinition& metric) { return metric.name == kCacheRows[0].name; });
}

}  // namespace warpglass::analysis
