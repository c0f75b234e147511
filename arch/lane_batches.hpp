// The counts of lane_counts.hpp for many accesses at once, when what one costs need not be known before the next is
// made: each access has a place in vectors, in which the lanes' numbers are put in order; what is equal, or of one
// bank, sector or line, then stands together. That takes a fifth of the time of one access after another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arch/lane_counts.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::arch {

/// All rows can be read; what those beyond `count` hold is of no account.
struct LaneBatch {
  static constexpr std::size_t kMost = 32;  // accesses
  using Rows = std::array<std::array<std::uint32_t, kWarpSize>, kMost>;
  using Lanes = std::array<LaneMask, kMost>;

  const Rows* place = nullptr;   // where lanes access memory, in bytes from an address that is a multiple of 128, each
                                 // access's own; of lanes that do not take part: the place of one that does
  const Lanes* lanes = nullptr;  // none is empty
  std::size_t count = 0;
};

/// Where sectors are counted places lie below that.
inline constexpr std::uint64_t kBatchReach = (std::uint64_t{1} << 32) - 256;
/// Where words are counted they do.
inline constexpr std::uint64_t kBatchWordsEnd = std::uint64_t{1} << 18;

/// A number of each access; of those beyond `count` they are of no account.
using BatchCounts = std::array<std::uint32_t, LaneBatch::kMost>;

/// units_in_fullest_bank() for the 32 banks of words. \param within  places lie below that \pre within <=
/// kBatchWordsEnd
[[nodiscard]] BatchCounts words_in_fullest_bank(const LaneBatch& batch, std::uint64_t within);

/// lanes_in_fullest_bank() for the 32 banks of words.
[[nodiscard]] BatchCounts lanes_in_fullest_bank(const LaneBatch& batch);

/// As DifferentSectors and SectorTurns have them.
struct BatchSectors {
  BatchCounts sectors;
  BatchCounts lines;
};
struct BatchTurns {
  BatchSectors different;
  BatchCounts turns;
};

/// different_sectors(). \param within  as above \pre within <= kBatchReach
[[nodiscard]] BatchSectors different_sectors(const LaneBatch& batch, std::uint64_t within);

/// turns_at_sectors(). \pre kBatchReach
[[nodiscard]] BatchTurns turns_at_sectors(const LaneBatch& batch);

}  // namespace warpglass::arch
