// Requests to a second level, answered: what one thread does of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/line_request.hpp"
#include "analysis/sectored_cache.hpp"
#include "arch/caches.hpp"

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

/// What one thread answers, and counts of that: on a cache line of the host's that no other thread writes.
class alignas(64) SecondLevelPart {
 public:
  using Partitions = CacheBank<arch::kSecondLevelWays>;

  // A request is the number of its line, that of the op, what is asked (LineRequest) and the bytes of the sectors that
  // are written in part.
  static constexpr std::uint32_t kHeadWords = 3;

  /// \param partitions  outlive the part. \param ops  of the program whose requests come
  SecondLevelPart(Partitions& partitions, const arch::CacheRules& rules, std::size_t ops)
      : partitions_(&partitions), rules_(rules), by_op_(ops) {}

  /// Requests to the sets of one group, all or the next.
  void answer(std::span<const std::uint32_t> requests);
  void add_to(SecondLevelTotals& totals, std::span<SecondLevelAt> by_op) const;

 private:
  Partitions* partitions_;
  arch::CacheRules rules_;
  SecondLevelTotals totals_;  // but for those of ops
  std::vector<SecondLevelAt> by_op_;
  SecondLevelAt elsewhere_;  // of no op
};

}  // namespace warpglass::analysis
