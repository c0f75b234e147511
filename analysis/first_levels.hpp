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

/// What is known of the first levels, and counted.
struct FirstLevelState {
  arch::CacheRules rules;
  CacheBank<arch::kFirstLevelWays> caches;  // by SM
  FirstLevelTotals totals;
  std::vector<FirstLevelAt> by_op;
  ReadOnlyWhatIf what_if;
};

class FirstLevels {
 public:
  /// Empty, with nothing counted. \param ops  of the program whose accesses come
  void start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops);

  /// Whether there are any.
  [[nodiscard]] bool hold_anything() const { return state_.caches[0].holds_anything(); }

  /// \param accesses  words (AccessHead), in order. \param second  is asked for what is missing
  void answer(std::span<const std::uint32_t> accesses, SecondLevel& second);

  // Of what has been answered.
  [[nodiscard]] const FirstLevelTotals& totals() const { return state_.totals; }
  [[nodiscard]] std::span<const FirstLevelAt> by_op() const { return state_.by_op; }

  [[nodiscard]] const ReadOnlyWhatIf& what_if() const { return state_.what_if; }
  /// Adds what it would have found; it forgets all.
  void finish_what_if(std::span<CachedAt> ops) { state_.what_if.finish(ops); }

 private:
  FirstLevelState state_;
};

}  // namespace warpglass::analysis
