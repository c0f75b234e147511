// First- and second-level cache of the modelled machine, fed with every access of a launch in order. What it counts is
// modelled: the sizes and policies are the machine's (arch/caches.hpp), the order in which warps and blocks take turns
// is ours. Caches are empty when a launch begins, as Nsight Compute has them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/sectored_cache.hpp"
#include "arch/caches.hpp"
#include "arch/device_model.hpp"
#include "sim/access_listener.hpp"

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

/// What the caches had of the accesses of one instruction; sectors of 32 bytes.
struct CachedAt {
  std::uint64_t l1_sectors = 0;
  std::uint64_t l1_hits = 0;
  std::uint64_t l2_sectors = 0;
  std::uint64_t l2_hits = 0;

  void add(const CachedAt& other);
};

/// Not synchronised: launches one after another.
class CacheSimulator final : public sim::AccessListener {
 public:
  /// \param device  outlives the simulator
  explicit CacheSimulator(const arch::DeviceModel& device) : device_(device) {}

  void on_start(const sim::LaunchRequest& launch) override;
  void on_access(const sim::AccessEvent& event) override;

  /// Of the last launch.
  [[nodiscard]] const CacheTotals& totals() const { return totals_; }

  /// The same by instruction, one per op of the program.
  [[nodiscard]] std::span<const CachedAt> by_op() const { return by_op_; }

 private:
  /// What an access asks of one line.
  struct Piece {
    std::uint64_t line = 0;
    std::uint8_t sectors = 0;
    std::array<std::uint32_t, arch::kSectorsPerLine> bytes{};  // a bit each
    [[nodiscard]] std::uint8_t whole_sectors() const;
  };

  /// The pieces of an access that was seen before, at the same place within a line.
  struct Cut {
    std::uint32_t pc = ~std::uint32_t{0};
    std::uint32_t bytes = 0;
    std::uint64_t shape = 0;
    std::uint64_t phase = 0;    // of the first lane's address in its line
    std::vector<Piece> pieces;  // lines count from the first lane's
  };

  void cut(const sim::AccessEvent& event);
  void cut_global(const sim::AccessEvent& event);
  void cut_contiguous(std::uint64_t address, std::uint32_t bytes);
  [[nodiscard]] std::uint64_t address_of(const sim::AccessEvent& event, int lane, std::uint32_t word) const;
  void add(std::uint64_t address, std::uint32_t bytes);

  // Each returns how many of its sectors the first level had.
  std::uint64_t load(SectoredCache& first, std::uint32_t sm, const Piece& piece, bool uses_first_level);
  std::uint64_t store(SectoredCache& first, std::uint32_t sm, const Piece& piece, bool keeps);
  void update(SectoredCache& first, std::uint32_t sm, const Piece& piece);
  void read_second(std::uint32_t sm, std::uint64_t line, std::uint8_t sectors);
  std::uint8_t read_home(SectoredCache& home, std::uint64_t line, std::uint8_t sectors);
  void write_second(std::uint32_t sm, const Piece& piece);
  void make_room(const SectoredCache::Line& evicted);
  void complete(SectoredCache& place, SectoredCache::Line& line);
  void soil(SectoredCache& place, SectoredCache::Line& line, std::uint8_t sectors);
  [[nodiscard]] SectoredCache& near(std::uint32_t sm) { return second_[sm % second_.size()]; }
  [[nodiscard]] SectoredCache& home(std::uint64_t line);

  const arch::DeviceModel& device_;
  arch::CacheRules rules_;
  std::vector<SectoredCache> first_;   // by SM; made when the SM is first heard of
  std::vector<SectoredCache> second_;  // by partition
  std::vector<Piece> pieces_;          // of the access at hand
  std::vector<Cut> cuts_;              // by a hash of what tells them apart
  CacheTotals totals_;
  std::vector<CachedAt> by_op_;
  /// The lowest allocation, a multiple of 128: addresses count from there, since the host puts the arena elsewhere each
  /// time and the counts must not follow.
  std::uint64_t origin_ = 0;
  // Local memory: where the words of a warp begin, in lines.
  std::uint64_t local_lines_ = 0;
  std::uint64_t warps_per_block_ = 1;
  std::uint64_t blocks_per_sm_ = 1;
};

}  // namespace warpglass::analysis
