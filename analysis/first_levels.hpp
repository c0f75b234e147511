// The first levels of a machine's caches, one of each SM: what they have not, and all that is written, they ask the
// second level for.
#pragma once

#include <array>
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

class FirstLevels {
 public:
  /// Empty, with nothing counted. \param ops  of the program whose accesses come
  void start(const arch::DeviceModel& device, const arch::CacheRules& rules, std::size_t ops);

  /// Whether there are any.
  [[nodiscard]] bool hold_anything() const { return caches_[0].holds_anything(); }

  /// \param accesses  words (AccessHead), in order. \param second  is asked for what is missing
  void answer(std::span<const std::uint32_t> accesses, SecondLevel& second);

  // Of what has been answered.
  [[nodiscard]] const FirstLevelTotals& totals() const { return totals_; }
  [[nodiscard]] std::span<const FirstLevelAt> by_op() const { return by_op_; }

  [[nodiscard]] const ReadOnlyWhatIf& what_if() const { return what_if_; }
  /// Adds what it would have found; it forgets all.
  void finish_what_if(std::span<CachedAt> ops) { what_if_.finish(ops); }

 private:
  using Cache = SectoredCache<arch::kFirstLevelWays>;
  // Accesses whose sets the host is asked for at once, in lines.
  static constexpr std::size_t kAtOnce = 2 * AccessHead::kMostLines;

  // Each returns where the words of the access end. \param sets  of its lines
  const std::uint32_t* answer(const std::uint32_t* access, const std::uint32_t* sets, SecondLevel& second);
  std::uint32_t load(Cache& cache, const AccessHead& head, std::uint32_t set, std::uint32_t line, LineRequest request,
                     SecondLevel& second);
  static std::uint32_t store(Cache& cache, const AccessHead& head, std::uint32_t set, std::uint32_t line,
                             LineRequest request);

  arch::CacheRules rules_;
  CacheBank<arch::kFirstLevelWays> caches_;  // by SM
  FirstLevelTotals totals_;
  std::vector<FirstLevelAt> by_op_;
  ReadOnlyWhatIf what_if_;
};

}  // namespace warpglass::analysis
