// The second level of a machine's caches: one cache or two partitions, each near to some SMs, which keep copies of the
// other's lines.
//
// Its sets know nothing of each other, so that only the order of what is asked of one set matters. Therefore nothing is
// answered at once: requests are kept by groups of neighbouring sets, and a group answers once it has many. The tags of
// a whole second level are more than the host's nearer caches hold, those of a group are a fraction of the nearest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/line_request.hpp"
#include "analysis/sectored_cache.hpp"
#include "arch/caches.hpp"
#include "base/large_pages.hpp"

namespace warpglass::analysis {

/// Sectors of 32 bytes.
struct SecondLevelTotals {
  std::uint64_t sectors = 0;  // that were asked for
  std::uint64_t hits = 0;     // found in the partition near to the SM; a write always is
  std::uint64_t misses = 0;   // looked for in vain there, with what a fetch brings beside
  std::uint64_t dram_reads = 0;
  std::uint64_t dram_writes = 0;
};

/// Of the requests of one instruction.
struct SecondLevelAt {
  std::uint64_t sectors = 0;
  std::uint64_t hits = 0;
};

class SecondLevel {
 public:
  /// Empty, with nothing counted. \param ops  of the program whose requests come
  void start(const arch::CacheRules& rules, std::size_t ops);

  [[nodiscard]] std::size_t partitions() const { return partitions_.size(); }

  /// The next request.
  /// \param line   a number for 128 bytes of memory
  /// \param bytes  of the sectors that are written, but not as a whole
  void put(std::uint32_t line, std::uint32_t pc, LineRequest request, const std::uint32_t* bytes) {
    const std::size_t group = partitions_[0].set_of_line(line) / kSetsInGroup;
    std::uint32_t filled = filled_[group];
    if (filled + kMostWords > kGroupWords) [[unlikely]] {
      answer(group);
      filled = 0;
    }
    std::uint32_t* const words = &words_[group * kGroupStride + filled];
    words[0] = line;
    words[1] = pc;
    words[2] = request.bits();
    const std::uint32_t partly = request.partly_count();
    for (std::uint32_t i = 0; i < partly; ++i) words[kHeadWords + i] = bytes[i];
    filled_[group] = filled + kHeadWords + partly;
  }

  /// Answers all that was put so far.
  void finish();

  // Once all is answered.
  [[nodiscard]] const SecondLevelTotals& totals() const { return totals_; }
  [[nodiscard]] std::span<const SecondLevelAt> by_op() const { return by_op_; }

 private:
  using Cache = SectoredCache<arch::kSecondLevelWays>;

  // 8 KiB of tags with two partitions, and as many of requests.
  static constexpr std::uint32_t kSetsInGroup = 32;
  static constexpr std::uint32_t kGroupWords = 2048;
  // Groups fill alike; their ends are not to fall on the same places of the host's caches.
  static constexpr std::uint32_t kGroupStride = kGroupWords + 16;
  static constexpr std::uint32_t kHeadWords = 3;
  static constexpr std::uint32_t kMostWords = kHeadWords + arch::kSectorsPerLine;

  /// Where a line may be.
  struct Place {
    std::uint32_t set = 0;  // in either partition
    std::uint32_t number = 0;
  };

  void answer(std::size_t group);
  // Each returns how many of the sectors were found.
  std::uint32_t read(Place at, LineRequest request);
  std::uint32_t write(Place at, LineRequest request, const std::uint32_t* bytes);
  std::uint32_t update(Place at, LineRequest request);
  std::uint32_t read_home(Cache& place, Place at, std::uint32_t sectors, EvictionPriority priority,
                          CachedLine*& at_home);
  void write_partly(Cache& place, CachedLine& line, std::uint32_t sectors, std::uint32_t fresh,
                    const std::uint32_t* bytes);
  void make_room(CachedLine evicted);
  void complete(Cache& place, CachedLine& line);
  void soil(Cache& place, CachedLine& line, std::uint32_t sectors);
  [[nodiscard]] Cache& home(std::uint32_t line) { return partitions_[line * 0x9e3779b97f4a7c15ull >> 40 & home_mask_]; }

  arch::CacheRules rules_;
  CacheBank<arch::kSecondLevelWays> partitions_;
  std::size_t home_mask_ = 0;          // partitions, of which there are a power of two, less one
  ZeroedArray<std::uint32_t> words_;   // by group: the requests that it has yet to answer
  std::vector<std::uint32_t> filled_;  // by group
  SecondLevelTotals totals_;
  std::vector<SecondLevelAt> by_op_;
  SecondLevelAt elsewhere_;  // of no op
};

}  // namespace warpglass::analysis
