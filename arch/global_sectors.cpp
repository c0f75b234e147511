#include "arch/global_sectors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "arch/lane_counts.hpp"

namespace warpglass::arch {
namespace {

constexpr std::uint64_t kSectorShift = 5;
constexpr std::uint64_t kLineShift = 7;
constexpr std::uint64_t kSectorsOfLine = 4;

/// Which units have been seen, sorted; a lane reaches over at most two sectors.
std::uint32_t count_different(std::array<std::uint64_t, 2 * kWarpSize>& units, std::size_t count) {
  const auto end = units.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(units.begin(), end);
  return static_cast<std::uint32_t>(std::unique(units.begin(), end) - units.begin());
}

/// Whether it is certain that no lane reaches over the border of a sector.
bool lie_in_one_sector_each(std::span<const std::uint64_t, kWarpSize> address, std::uint32_t bytes) {
  std::uint64_t bits = 0;
  for (const std::uint64_t one : address) bits |= one;
  return std::has_single_bit(bytes) && bytes <= 32 && bits % bytes == 0;
}

std::uint32_t least_sectors(std::uint32_t sectors, LaneMask lanes, std::uint32_t bytes) {
  return std::min(sectors, (static_cast<std::uint32_t>(lane_count(lanes)) * bytes + 31) / 32);
}

/// Sectors as often as lanes take turns at them, however far apart.
std::uint32_t count_turns(const GlobalRequest& request) {
  std::array<std::uint64_t, kWarpSize> sorted;
  std::size_t count = 0;
  for_each_lane(request.lanes, [&](int lane) { sorted[count++] = request.address[static_cast<std::size_t>(lane)]; });
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  std::uint32_t sum = 0;
  std::uint32_t most = 0;  // lanes at one address, of the sector at hand
  std::uint32_t same = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool new_sector = i == 0 || sorted[i] >> kSectorShift != sorted[i - 1] >> kSectorShift;
    if (new_sector) sum += std::exchange(most, 0);
    same = i != 0 && sorted[i] == sorted[i - 1] ? same + 1 : 1;
    most = std::max(most, same);
  }
  return sum + most;
}

}  // namespace

Sectors global_sectors(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes, std::uint32_t bytes) {
  if (lanes == 0) return {};
  if (lie_in_one_sector_each(address, bytes)) {
    if (const auto count = different_sectors(address, lanes))
      return {.sectors = count->sectors, .ideal = least_sectors(count->sectors, lanes, bytes), .lines = count->lines};
  }
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for_each_lane(lanes, [&](int lane) {
    low = std::min(low, address[lane]);
    high = std::max(high, address[lane] + bytes - 1);
  });

  Sectors result;
  const std::uint64_t first = low >> kSectorShift & ~(kSectorsOfLine - 1);  // of the lowest line
  if ((high >> kSectorShift) - first < 64) {
    // All within 2 KiB: a bit per sector, and a line is four neighbouring bits.
    std::uint64_t touched = 0;
    for_each_lane(lanes, [&](int lane) {
      touched |= std::uint64_t{1} << ((address[lane] >> kSectorShift) - first);
      touched |= std::uint64_t{1} << (((address[lane] + bytes - 1) >> kSectorShift) - first);
    });
    const std::uint64_t pairs = touched | touched >> 1;
    result.sectors = static_cast<std::uint32_t>(std::popcount(touched));
    result.lines = static_cast<std::uint32_t>(std::popcount((pairs | pairs >> 2) & 0x1111111111111111u));
  } else {
    std::array<std::uint64_t, 2 * kWarpSize> units;
    std::size_t count = 0;
    for_each_lane(lanes, [&](int lane) {
      units[count++] = address[lane] >> kSectorShift;
      units[count++] = (address[lane] + bytes - 1) >> kSectorShift;
    });
    result.sectors = count_different(units, count);
    for (std::size_t i = 0; i < result.sectors; ++i) units[i] >>= kLineShift - kSectorShift;
    result.lines = count_different(units, result.sectors);
  }
  result.ideal = least_sectors(result.sectors, lanes, bytes);
  return result;
}

AtomicSectors atomic_sectors(const ComputeCapability& capability, const GlobalRequest& request) {
  const auto count = turns_at_sectors(request.address, request.lanes);
  if (!count) return {.asked = global_sectors(capability, request), .turns = count_turns(request)};
  if (capability.major < 5 || !lie_in_one_sector_each(request.address, request.bytes))
    return {.asked = global_sectors(capability, request), .turns = count->turns};
  const auto [sectors, lines] = count->different;
  return {.asked = {.sectors = sectors, .ideal = least_sectors(sectors, request.lanes, request.bytes), .lines = lines},
          .turns = count->turns};
}

std::optional<BatchAsked> global_sectors(const ComputeCapability& capability, const GlobalRequest& common,
                                         const LaneBatch& batch, std::uint64_t within) {
  const bool in_one_sector_each = std::has_single_bit(common.bytes) && common.bytes <= 32;
  if (capability.major < 5 || !in_one_sector_each || within > kBatchReach) return std::nullopt;
  std::optional<BatchAsked> asked(std::in_place);
  const auto take = [&](const BatchSectors& different, const BatchCounts& turns) {
    asked->sectors = different.sectors;
    asked->lines = different.lines;
    asked->turns = turns;
  };
  if (common.access == GlobalAccess::atomic) {
    const BatchTurns counts = turns_at_sectors(batch);
    take(counts.different, counts.turns);
  } else {
    const BatchSectors counts = different_sectors(batch, within);
    take(counts, counts.sectors);
  }
  for (std::size_t i = 0; i < batch.count; ++i)
    asked->ideal[i] = least_sectors(asked->sectors[i], (*batch.lanes)[i], common.bytes);
  return asked;
}

}  // namespace warpglass::arch
