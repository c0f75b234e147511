// The first levels of a machine's caches, one of each SM: what they have not, and all that is written, they ask the
// second level for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/cached_at.hpp"
#include "analysis/line_request.hpp"
#include "analysis/read_only_what_if.hpp"
#include "analysis/request_log.hpp"
#include "analysis/second_level.hpp"
#include "analysis/sectored_cache.hpp"
#include "arch/caches.hpp"
#include "arch/device_model.hpp"

namespace warpglass::analysis {

/// Sectors of 32 bytes.
struct FirstLevelTotals {
  std::uint64_t sectors = 0;
  std::uint64_t hits = 0;
  std::uint64_t global_load_hits = 0;
  std::uint64_t global_store_hits = 0;
  std::uint64_t fetched = 0;  // from the second level
};

/// Of the accesses of one instruction.
struct FirstLevelAt {
  std::uint64_t sectors = 0;
  std::uint64_t hits = 0;
};

/// What is counted of accesses: on cache lines of the host's that no other thread writes.
struct alignas(64) FirstLevelCounts {
  FirstLevelTotals totals;
  std::vector<FirstLevelAt> by_op;
};

/// What is known of the first levels.
struct FirstLevelState {
  arch::CacheRules rules;
  CacheBank<arch::kFirstLevelWays> caches;  // by SM
  ReadOnlyWhatIf what_if;
};

class FirstLevels {
 public:
  /// Empty, with nothing counted. \param ops  of the program whose accesses come
  /// \param parts  of SMs, as many as may be answered at once; 1 where what_if() looks
  void start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops, std::size_t parts);

  /// Whether there are any.
  [[nodiscard]] bool hold_anything() const { return state_.caches[0].holds_anything(); }

  [[nodiscard]] std::size_t parts() const { return counts_.size(); }
  [[nodiscard]] std::size_t part_of(std::uint32_t sm) const { return sm % counts_.size(); }

  // Accesses are words (AccessHead), in order.

  /// \param second  is asked for what is missing
  void answer(std::span<const std::uint32_t> accesses, SecondLevel& second);
  /// Of SMs of one part; those of others may be answered meanwhile. \param requests  what is missing
  void answer(std::size_t part, std::span<const std::uint32_t> accesses, RequestLog& requests);

  /// Of what has been answered.
  [[nodiscard]] FirstLevelTotals totals() const;
  [[nodiscard]] FirstLevelAt at(std::size_t op) const;

  [[nodiscard]] const ReadOnlyWhatIf& what_if() const { return state_.what_if; }
  /// Adds what it would have found; it forgets all.
  void finish_what_if(std::span<CachedAt> ops) { state_.what_if.finish(ops); }

 private:
  FirstLevelState state_;
  std::vector<FirstLevelCounts> counts_;  // by part
};

}  // namespace warpglass::analysis
