#include "analysis/cache_simulator.hpp"

#include <algorithm>
#include <utility>

#include "analysis/metrics.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

/// Threads for the second level, beside one that executes and one that answers for the first levels. These take about
/// as long as a third of the second.
std::size_t threads_beside(int workers) {
  constexpr int kMost = 3;
  return static_cast<std::size_t>(std::clamp(workers - 2, 0, kMost));
}

}  // namespace

CacheSimulator::CacheSimulator(const arch::DeviceModel& device)
    : device_(device),
      writer_(device, routes_),
      accesses_([this](std::span<const std::uint32_t> accesses) { first_.answer(accesses, second_); }) {}

void CacheSimulator::on_start(const sim::LaunchRequest& launch) {
  const sim::Program& program = *launch.program;
  launch_ = &launch;
  LaunchTotals about;
  about.grid = launch.grid;
  about.block = launch.block;
  about.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  about.static_shared_bytes = program.static_shared_bytes;
  about.registers_per_thread = program.registers_per_thread;
  about.preferred_carve_out = launch.preferred_carve_out;
  totals_ = {};
  by_op_.assign(program.ops.size(), {});
  const arch::CacheRules rules = arch::cache_rules(device_, shared_carve_out(about, device_));
  batches_ = nullptr;
  accesses_.start(launch.workers > 1);
  first_.start(device_, rules, program.ops.size(), 1);
  routes_.start(device_, rules, first_.hold_anything(), first_.what_if().looks());
  second_.start(rules, program.ops.size(), threads_beside(launch.workers));
  writer_.start(launch);
}

void CacheSimulator::on_workers(std::size_t workers) {
  if (workers == 1) return;
  const std::size_t ops = launch_->program->ops.size();
  first_.start(device_, routes_.rules(), ops, CacheBatches::first_parts(*launch_));
  second_.start(routes_.rules(), ops, 0, CacheBatches::kParts);
  batches_ = std::make_unique<CacheBatches>(device_, *launch_, workers, routes_, first_, second_, spare_logs_);
}

std::unique_ptr<sim::Shard> CacheSimulator::make_shard(std::size_t worker) {
  class Ordered final : public sim::Shard {
   public:
    explicit Ordered(CacheSimulator& caches) : caches_(caches) {}
    void on_access(const sim::AccessEvent& event) override { caches_.take(event); }

   private:
    CacheSimulator& caches_;
  };
  if (batches_ != nullptr) return batches_->make_shard(worker);
  return std::make_unique<Ordered>(*this);
}

void CacheSimulator::merge(sim::Shard& shard) {
  if (batches_ != nullptr) writer_.turns().add(CacheBatches::turns_of(shard));
}

/// The launch finds the caches as it left them: what the others do there meanwhile is not known to be before or after.
/// It is run by one worker, or it would not give way.
std::function<void()> CacheSimulator::put_aside() {
  if (launch_ == nullptr) return [] {};
  accesses_.finish();
  second_.finish();
  return [this, take_up = aside(launch_, routes_, totals_, by_op_, writer_.turns(), first_, second_)] {
    take_up();
    accesses_.start(launch_->workers > 1);
    writer_.take_up(*launch_);
  };
}

void CacheSimulator::finish() {
  if (batches_ != nullptr) batches_->drain();
  accesses_.finish();
  second_.finish();
  const FirstLevelTotals first = first_.totals();
  const SecondLevelTotals& second = second_.totals();
  const AccessWriter::Turns& turns = writer_.turns();
  totals_ = {.global_load_hits = first.global_load_hits,
             .global_store_hits = first.global_store_hits,
             .l1_sectors = first.sectors + turns.all.l1_sectors,
             .l1_hits = first.hits,
             .l1_fetched = first.fetched,
             .l2_sectors = second.sectors + turns.all.l2_sectors,
             .l2_hits = second.hits + turns.all.l2_hits,
             .l2_misses = second.misses,
             .dram_reads = second.dram_reads,
             .dram_writes = second.dram_writes};
  for (std::size_t op = 0; op < by_op_.size(); ++op) {
    const FirstLevelAt at = first_.at(op);
    by_op_[op] = {.l1_sectors = at.sectors,
                  .l1_hits = at.hits,
                  .l2_sectors = second_.by_op()[op].sectors,
                  .l2_hits = second_.by_op()[op].hits};
    by_op_[op].add(turns.by_op[op]);
  }
  first_.finish_what_if(by_op_);
  batches_ = nullptr;
}

}  // namespace warpglass::analysis
