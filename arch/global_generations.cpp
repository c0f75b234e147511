// Global memory before Maxwell, by the rules of the CUDA C Programming Guide.
#include <algorithm>
#include <array>
#include <bit>

#include "arch/global_sectors.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::span<const std::uint64_t, kWarpSize>;

constexpr LaneMask kHalf = 0x0000ffffu;
constexpr std::uint32_t kLine = 128;
constexpr std::uint32_t kSector = 32;

std::uint32_t least_pieces(LaneMask lanes, std::uint32_t bytes, std::uint32_t unit) {
  const std::uint32_t asked = static_cast<std::uint32_t>(lane_count(lanes)) * bytes;
  return (asked + unit - 1) / unit * (unit / kSector);
}

void add(Sectors& sum, const Sectors& part) {
  sum.sectors += part.sectors;
  sum.ideal += part.ideal;
  sum.lines += part.lines;
}

/// cc 1.0 and 1.1: lane k of a half-warp must access word k of one aligned segment of 16 words; otherwise each lane is
/// a transaction of 32 bytes. (Guide 4.2, F.3.2.1)
Sectors in_order(const GlobalRequest& request, LaneMask lanes) {
  const int first = first_lane(lanes);
  const std::uint64_t origin = request.address[first] - static_cast<std::uint64_t>(first % 16) * request.bytes;
  bool coalesced = request.bytes >= 4 && request.bytes <= 16 && origin % std::min(16 * request.bytes, kLine) == 0;
  for_each_lane(lanes, [&](int lane) {
    coalesced &= request.address[lane] == origin + static_cast<std::uint64_t>(lane % 16) * request.bytes;
  });
  Sectors result;
  result.lines = coalesced ? std::max(1u, request.bytes / 8) : static_cast<std::uint32_t>(lane_count(lanes));
  result.sectors = coalesced ? 16 * request.bytes / kSector : result.lines;
  result.ideal = std::min(result.sectors, least_pieces(lanes, request.bytes, kSector));
  return result;
}

/// cc 1.2 and 1.3: a transaction for each segment that a half-warp touches, shrunk to the half of it, and the half of
/// that, which is used. (Guide 4.2, F.3.2.2)
Sectors in_segments(const GlobalRequest& request, LaneMask lanes) {
  const std::uint64_t segment = request.bytes == 1 ? 32 : request.bytes == 2 ? 64 : 128;
  Sectors result;
  for (LaneMask left = lanes; left != 0;) {
    const std::uint64_t chosen = request.address[first_lane(left)] / segment;
    std::uint64_t low = segment;
    std::uint64_t high = 0;
    LaneMask served = 0;
    for_each_lane(left, [&](int lane) {
      if (request.address[lane] / segment != chosen) return;
      served |= lane_bit(lane);
      low = std::min(low, request.address[lane] % segment);
      high = std::max(high, std::min(segment, request.address[lane] % segment + request.bytes) - 1);
    });
    std::uint64_t size = segment;
    while (size > kSector && low / (size / 2) == high / (size / 2)) size /= 2;
    result.sectors += static_cast<std::uint32_t>(size) / kSector;
    ++result.lines;
    left &= ~served;
  }
  result.ideal = std::min(result.sectors, least_pieces(lanes, request.bytes, kSector));
  return result;
}

/// cc 2.x and 3.x: 8-byte accesses are requests of half-warps, 16-byte ones of quarter-warps; each asks for the lines
/// it touches: whole where the first level caches them, else the sectors. (Guide 4.2, F.4.2; 7.5, G.4.2)
Sectors in_lines(const GlobalRequest& request, LaneMask lanes, bool whole_lines) {
  Sectors result = global_sectors(request.address, lanes, request.bytes);
  if (!whole_lines) return result;
  result.sectors = result.lines * (kLine / kSector);
  result.ideal = std::min(result.sectors, least_pieces(lanes, request.bytes, kLine));
  return result;
}

/// Before Maxwell. \param whole_lines  the first level fetches a line at a time
Sectors of_request(const ComputeCapability& capability, const GlobalRequest& request, bool whole_lines) {
  Sectors sum;
  const bool half_warps = capability.major == 1;
  const int size = half_warps || request.bytes == 8 ? 16 : request.bytes > 8 ? 8 : 32;
  const LaneMask group = size == 32 ? kFullMask : lane_bit(size) - 1;
  for (int first = 0; first < kWarpSize; first += size) {
    const LaneMask lanes = request.lanes & (group << first);
    if (lanes == 0) continue;
    if (!half_warps) {
      add(sum, in_lines(request, lanes, whole_lines));
    } else {
      add(sum, capability.minor < 2 ? in_order(request, lanes) : in_segments(request, lanes));
    }
  }
  return sum;
}

bool has_sectors(const ComputeCapability& capability) { return capability.major >= 5; }

}  // namespace

bool uses_first_level(const ComputeCapability& capability, CacheOperator cache) {
  const std::uint32_t sm = capability.sm();
  switch (cache) {
    case CacheOperator::global:
    case CacheOperator::uncached: return false;
    case CacheOperator::non_coherent: return sm >= 20 && sm != 30 && sm != 32;  // cc 2.x: an ordinary load
    case CacheOperator::none:
    case CacheOperator::all:
    case CacheOperator::streaming:
    case CacheOperator::last_use: break;
  }
  if (capability.major == 2 || sm == 60 || capability.major >= 7) return true;
  // cc 3.5 and 3.7, 5.2 and later can be asked to; others cannot. (Guide 7.5, G.4.2 and G.5.2; "Tuning CUDA
  // Applications for Pascal", Unified L1/Texture Cache)
  const bool can = sm == 35 || sm == 37 || sm >= 52;
  return can && cache == CacheOperator::all;
}

bool read_only_path_differs(const ComputeCapability& capability) {
  return uses_first_level(capability, CacheOperator::non_coherent) &&
         !uses_first_level(capability, CacheOperator::none);
}

Sectors global_sectors(const ComputeCapability& capability, const GlobalRequest& request) {
  if (has_sectors(capability)) return global_sectors(request.address, request.lanes, request.bytes);
  // The read-only path of cc 3.5 and 3.7 is the texture cache's, which works on sectors.
  const bool read_only = request.cache == CacheOperator::non_coherent && capability.major == 3;
  const bool whole_lines =
      request.access == GlobalAccess::load && !read_only && uses_first_level(capability, request.cache);
  return of_request(capability, request, whole_lines);
}

Sectors local_sectors(const ComputeCapability& capability, const GlobalRequest& request) {
  const std::uint32_t words = std::max(1u, request.bytes / 4);
  std::array<std::uint64_t, kWarpSize> place{};
  GlobalRequest word = request;
  word.bytes = std::min(4u, request.bytes);
  if (capability.major < 5) {
    // Wide accesses are their words. On cc 2.x and 3.x the first level caches local memory.
    const bool whole_lines = request.access == GlobalAccess::load && capability.major >= 2 &&
                             request.cache != CacheOperator::global && request.cache != CacheOperator::uncached;
    Sectors sum;
    for (std::uint32_t i = 0; i < words; ++i) {
      for_each_lane(request.lanes, [&](int lane) {
        place[static_cast<std::size_t>(lane)] = local_place(request.address[lane] + std::uint64_t{4} * i, lane);
      });
      word.address = place;
      add(sum, of_request(capability, word, whole_lines));
    }
    return sum;
  }
  if (words == 1) {
    for_each_lane(request.lanes,
                  [&](int lane) { place[static_cast<std::size_t>(lane)] = local_place(request.address[lane], lane); });
    return global_sectors(place, request.lanes, word.bytes);
  }
  // Sectors that any word of any lane lies in, once.
  std::array<std::uint64_t, std::size_t{8} * kWarpSize> sectors{};
  std::size_t count = 0;
  for_each_lane(request.lanes, [&](int lane) {
    for (std::uint32_t i = 0; i < words; ++i)
      sectors[count++] = local_place(request.address[lane] + std::uint64_t{4} * i, lane) / kSector;
  });
  const auto end_of = [&](std::size_t n) { return sectors.begin() + static_cast<std::ptrdiff_t>(n); };
  const auto different = [&](std::size_t n) {
    std::sort(sectors.begin(), end_of(n));
    return static_cast<std::size_t>(std::unique(sectors.begin(), end_of(n)) - sectors.begin());
  };
  Sectors result;
  count = different(count);
  result.sectors = static_cast<std::uint32_t>(count);
  for (std::size_t i = 0; i < count; ++i) sectors[i] /= kLine / kSector;
  result.lines = static_cast<std::uint32_t>(different(count));
  result.ideal = std::min(result.sectors, least_pieces(request.lanes, request.bytes, kSector));
  return result;
}

std::optional<BatchAsked> local_sectors(const ComputeCapability& capability, const GlobalRequest& common,
                                        const LaneBatch& batch, std::uint64_t within) {
  if (capability.major < 5 || !std::has_single_bit(common.bytes) || within > kBatchReach / kWarpSize)
    return std::nullopt;
  LaneBatch::Rows rows;
  for (std::size_t i = 0; i < batch.count; ++i) {
    const auto& offset = (*batch.place)[i];
    auto& place = rows[i];
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      place[lane] = offset[lane] / 4 * kLine + lane * 4 + offset[lane] % 4;
    const LaneMask lanes = (*batch.lanes)[i];
    const std::uint32_t first = place[static_cast<std::size_t>(first_lane(lanes))];
    for_each_lane(~lanes, [&](int lane) { place[static_cast<std::size_t>(lane)] = first; });
  }
  const BatchSectors different =
      different_sectors({.place = &rows, .lanes = batch.lanes, .count = batch.count}, (within + 3) / 4 * kLine);
  // Lanes that have their first words in one sector have all of them in one each, and no others have.
  const std::uint32_t words = std::max(1u, common.bytes / 4);
  std::optional<BatchAsked> asked(std::in_place);
  for (std::size_t i = 0; i < batch.count; ++i) {
    const std::uint32_t sectors = words * different.sectors[i];
    asked->sectors[i] = asked->turns[i] = sectors;
    asked->ideal[i] = std::min(sectors, least_pieces((*batch.lanes)[i], common.bytes, kSector));
    asked->lines[i] = words * different.lines[i];
  }
  return asked;
}

std::uint32_t constant_words(const ComputeCapability& capability, const GlobalRequest& request) {
  std::uint32_t sum = 0;
  for (const LaneMask half : {kHalf, ~kHalf}) {
    const LaneMask lanes = request.lanes & (capability.major == 1 ? half : kFullMask);
    std::array<std::uint64_t, kWarpSize> seen;
    std::uint32_t count = 0;
    for_each_lane(lanes, [&](int lane) {
      const std::uint64_t word = request.address[lane] / std::max(4u, request.bytes);
      if (std::find(seen.begin(), seen.begin() + count, word) == seen.begin() + count) seen[count++] = word;
    });
    if (capability.major != 1) return count;
    sum += count;
  }
  return sum;
}

}  // namespace warpglass::arch
