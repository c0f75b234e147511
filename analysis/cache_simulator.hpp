// First- and second-level cache of the modelled machine, fed with every access of a launch in order. What it counts is
// modelled: the sizes and policies are the machine's (arch/caches.hpp), the order in which warps and blocks take turns
// is ours. Caches are empty when a launch begins, as Nsight Compute has them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analysis/access_cutter.hpp"
#include "analysis/cached_at.hpp"
#include "analysis/pipeline.hpp"
#include "analysis/read_only_what_if.hpp"
#include "analysis/sectored_cache.hpp"
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
  using FirstLevel = SectoredCache<arch::kFirstLevelWays>;
  using SecondLevel = SectoredCache<arch::kSecondLevelWays>;

  /// Where the pieces of an access go.
  struct Route {
    enum class Kind : std::uint8_t { load, store, update };
    FirstLevel* first = nullptr;
    SecondLevel* near = nullptr;
    std::uint32_t pc = 0;
    Kind kind = Kind::load;
    bool local = false;
    bool first_level = false;  // looks there, or leaves there what it stores
    bool by_sector = false;    // of a line that is missing there only what it asks for is fetched
    bool could_be_read_only = false;
    std::uint32_t sm = 0;
    EvictionHints eviction{};  // as the machine takes them
  };

  /// A piece on its way to the caches, which a thread of their own answers. `bytes` are of sectors that are not whole.
  struct Request {
    Route route;
    LinePiece piece;
  };

  void take(const sim::AccessEvent& event, const sim::MachineAccess& access);
  void heed(const sim::AccessEvent& event, Route& route);
  [[nodiscard]] EvictionHints by_policy(EvictionHints hints, std::uint32_t line) const;
  void count_turns(const sim::AccessEvent& event, const LinePieces& pieces);
  void put_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors);
  [[nodiscard]] Request& put(const Route& route, std::uint32_t line);
  void answer_all(std::span<const Request> requests);
  void ask_for(const Request& request);
  void answer(const Request& request);
  // Each returns how many of the sectors the first level had.
  std::uint64_t load(const Request& request);
  std::uint64_t store(const Request& request);
  void update(const Request& request);
  template <class Cache>
  static void forget(Cache& cache, std::uint32_t number, std::uint32_t sectors);
  void read_second(const Route& route, std::uint32_t number, std::uint32_t sectors);
  std::uint32_t read_home(SecondLevel& place, std::uint32_t number, std::uint32_t sectors, EvictionPriority priority,
                          CachedLine*& at_home);
  void write_second(const Route& route, const LinePiece& piece);
  void write_partly(SecondLevel& place, CachedLine& line, const LinePiece& piece, std::uint32_t sectors);
  void make_room(CachedLine evicted);
  void complete(SecondLevel& place, CachedLine& line);
  void soil(SecondLevel& place, CachedLine& line, std::uint32_t sectors);
  [[nodiscard]] SecondLevel& home(std::uint32_t line);

  const arch::DeviceModel& device_;
  const sim::LaunchRequest* launch_ = nullptr;  // under way
  arch::CacheRules rules_;
  AccessCutter cutter_;
  CacheBank<arch::kFirstLevelWays> first_;    // by SM
  CacheBank<arch::kSecondLevelWays> second_;  // by partition
  std::vector<std::uint32_t> near_;           // partition that an SM asks
  std::uint64_t policy_ = 0;                  // that the access at hand names
  CachedAt turns_;                            // of lanes at one word, to be added in the end
  std::vector<CachedAt> turns_by_op_;
  // Written by the thread that answers requests: not on a cache line of the host's that the other thread reads.
  alignas(kHostLine) CacheTotals totals_;
  std::vector<CachedAt> by_op_;
  ReadOnlyWhatIf what_if_;
  alignas(kHostLine) Pipeline<Request> requests_;
};

}  // namespace warpglass::analysis
