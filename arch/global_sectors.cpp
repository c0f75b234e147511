#include "arch/global_sectors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace warpglass::arch {
namespace {

constexpr std::uint64_t kSectorShift = 5;
constexpr std::uint64_t kLineShift = 7;
constexpr std::uint64_t kSectorsPerLine = 4;

/// Which units have been seen, sorted; a lane reaches over at most two sectors.
std::uint32_t count_different(std::array<std::uint64_t, 2 * kWarpSize>& units, std::size_t count) {
  const auto end = units.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(units.begin(), end);
  return static_cast<std::uint32_t>(std::unique(units.begin(), end) - units.begin());
}

}  // namespace

Sectors global_sectors(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes, std::uint32_t bytes) {
  if (lanes == 0) return {};
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for_each_lane(lanes, [&](int lane) {
    low = std::min(low, address[lane]);
    high = std::max(high, address[lane] + bytes - 1);
  });

  Sectors result;
  const std::uint64_t first = low >> kSectorShift & ~(kSectorsPerLine - 1);  // of the lowest line
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
  const std::uint32_t asked = static_cast<std::uint32_t>(lane_count(lanes)) * bytes;
  result.ideal = std::min(result.sectors, (asked + 31) / 32);
  return result;
}

std::uint32_t atomic_sectors(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes) {
  std::array<std::uint64_t, kWarpSize> sorted;
  std::size_t count = 0;
  for_each_lane(lanes, [&](int lane) { sorted[count++] = address[lane]; });
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

}  // namespace warpglass::arch
