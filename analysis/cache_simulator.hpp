// First- and second-level cache of the modelled machine, fed with every access of a launch in order, by one worker or
// by several (analysis/cache_batches.hpp). What it counts is modelled: the sizes and policies are the machine's
// (arch/caches.hpp), the order in which warps and blocks take turns is ours. Caches are empty when a launch begins, as
// Nsight Compute has them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analysis/access_writer.hpp"
#include "analysis/cache_batches.hpp"
#include "analysis/cached_at.hpp"
#include "analysis/first_levels.hpp"
#include "analysis/pipeline.hpp"
#include "analysis/second_level.hpp"
#include "arch/caches.hpp"
#include "arch/device_model.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// Sectors of 32 bytes.
struct CacheTotals {
  std::uint64_t global_load_hits = 0;   // in the first level
  std::uint64_t global_store_hits = 0;  // that found their line there, though they are written through
  std::uint64_t l1_sectors = 0;         // loads, stores and atomics of global and local memory
  std::uint64_t l1_hits = 0;
  std::uint64_t l1_fetched = 0;  // from the second level
  std::uint64_t l2_sectors = 0;  // that SMs ask for: reads, writes and atomics
  std::uint64_t l2_hits = 0;     // found in the partition near to the SM; a write always is
  std::uint64_t l2_misses = 0;   // looked for in vain there, with what a fetch brings beside
  std::uint64_t dram_reads = 0;
  std::uint64_t dram_writes = 0;  // evicted; what is left in the cache at the end is not written

  friend bool operator==(const CacheTotals&, const CacheTotals&) = default;
};

/// Not synchronised: launches one after another.
class CacheSimulator final : public sim::Listener, public sim::PutsAside {
 public:
  /// \param device  outlives the simulator
  explicit CacheSimulator(const arch::DeviceModel& device);

  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::global | sim::Interest::local | sim::Interest::constant | sim::Interest::order;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  void on_workers(std::size_t workers) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_end(const sim::LaunchResult&) override { finish(); }
  [[nodiscard]] std::function<void()> put_aside() override;

  /// The next access of a launch that one worker runs.
  void take(const sim::AccessEvent& event) { writer_.write(event, accesses_); }
  /// There are no more.
  void finish();

  /// Of the last launch, once it has ended.
  [[nodiscard]] const CacheTotals& totals() const { return totals_; }

  /// The same by instruction, one per op of the program.
  [[nodiscard]] std::span<const CachedAt> by_op() const { return by_op_; }

 private:
  static constexpr std::size_t kHostLine = 64;

  const arch::DeviceModel& device_;
  const sim::LaunchRequest* launch_ = nullptr;  // under way
  AccessRoutes routes_;
  AccessWriter writer_;
  CacheTotals totals_;
  std::vector<CachedAt> by_op_;
  // Written by the thread that answers accesses: not on a cache line of the host's that the other thread reads.
  alignas(kHostLine) FirstLevels first_;
  SecondLevel second_;
  alignas(kHostLine) Pipeline<std::uint32_t> accesses_;  // words: AccessHead
  CacheBatches::SpareLogs spare_logs_{CacheBatches::kRingBytes};
  std::unique_ptr<CacheBatches> batches_;  // where several workers run the launch, in place of that
};

}  // namespace warpglass::analysis
