// First- and second-level cache of the modelled machine, fed with every access of a launch in order. What it counts is
// modelled: the sizes and policies are the machine's (arch/caches.hpp), the order in which warps and blocks take turns
// is ours. Caches are empty when a launch begins, as Nsight Compute has them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analysis/access_cutter.hpp"
#include "analysis/cached_at.hpp"
#include "analysis/first_levels.hpp"
#include "analysis/line_request.hpp"
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
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void on_end(const sim::LaunchResult&) override { finish(); }
  [[nodiscard]] std::function<void()> put_aside() override;

  /// The next access of a launch.
  void take(const sim::AccessEvent& event);
  /// There are no more.
  void finish();

  /// Of the last launch, once it has ended.
  [[nodiscard]] const CacheTotals& totals() const { return totals_; }

  /// The same by instruction, one per op of the program.
  [[nodiscard]] std::span<const CachedAt> by_op() const { return by_op_; }

 private:
  static constexpr std::size_t kHostLine = 64;
  static constexpr std::size_t kAccessKinds = static_cast<std::size_t>(sim::AccessKind::async_copy) + 1;
  static constexpr std::size_t kCacheOperators = static_cast<std::size_t>(CacheOperator::non_coherent) + 1;

  /// What the lines of an access have in common.
  struct Route {
    AccessHead head;
    LineRequest request{0};    // of each, but for the sectors
    std::uint64_t policy = 0;  // that the access names
  };

  void take(const sim::AccessEvent& event, const sim::MachineAccess& access);
  [[nodiscard]] AccessHead head_of(sim::AccessKind kind, CacheOperator cache, bool local) const;
  [[nodiscard]] Route route_of(const sim::AccessEvent& event);
  [[nodiscard]] EvictionPriority by_policy(const Route& route, std::uint32_t line) const;
  void count_turns(const sim::AccessEvent& event, const CutLines& lines);
  void put_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors);
  void put(const Route& route, const CutLines& lines);
  [[nodiscard]] LineRequest request_of(const Route& route, std::uint32_t line, LineRequest sectors) const {
    const LineRequest request = route.request.of(sectors);
    return route.policy == 0 ? request : request.with(by_policy(route, line));
  }

  const arch::DeviceModel& device_;
  const sim::LaunchRequest* launch_ = nullptr;  // under way
  arch::CacheRules rules_;
  AccessCutter cutter_;
  std::vector<std::uint8_t> near_;  // partition that an SM asks
  // By whether memory is local, what makes the access and how.
  std::array<std::array<std::array<AccessHead, kCacheOperators>, kAccessKinds>, 2> heads_;
  bool looks_what_if_ = false;  // FirstLevels::what_if() does
  CachedAt turns_;              // of lanes at one word, to be added in the end
  std::vector<CachedAt> turns_by_op_;
  CacheTotals totals_;
  std::vector<CachedAt> by_op_;
  // Written by the thread that answers accesses: not on a cache line of the host's that the other thread reads.
  alignas(kHostLine) FirstLevels first_;
  SecondLevel second_;
  alignas(kHostLine) Pipeline<std::uint32_t> accesses_;  // words: AccessHead
};

}  // namespace warpglass::analysis
