#include "arch/async_copies.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kPassBytes = 128;

std::uint32_t passes_for(std::uint32_t bytes) { return (bytes + kPassBytes - 1) / kPassBytes; }

/// Passes of the lanes of one group: the most lanes that share a bank, on either side, with one of them.
std::uint32_t group_passes(const CopyRequest& request, LaneMask group) {
  const std::uint32_t banks = kPassBytes / request.bytes;
  std::array<LaneMask, 32> writing{};
  std::array<LaneMask, 32> reading{};
  const auto bank = [&](std::uint64_t address) { return static_cast<std::size_t>(address / request.bytes % banks); };
  const auto at = [](int lane) { return static_cast<std::size_t>(lane); };
  for_each_lane(group, [&](int lane) {
    writing[bank(request.to[at(lane)])] |= lane_bit(lane);
    if ((request.reads & lane_bit(lane)) != 0) reading[bank(request.from[at(lane)])] |= lane_bit(lane);
  });
  int most = 0;
  for_each_lane(group, [&](int lane) {
    LaneMask met = writing[bank(request.to[at(lane)])];
    if ((request.reads & lane_bit(lane)) != 0) met |= reading[bank(request.from[at(lane)])];
    most = std::max(most, lane_count(met));
  });
  return static_cast<std::uint32_t>(most);
}

CopyCost through_first_level(const CopyRequest& request) {
  CopyCost cost;
  const int group_lanes = static_cast<int>(kPassBytes / request.bytes);
  for (int first = 0; first < kWarpSize; first += group_lanes) {
    const LaneMask group =
        (group_lanes == kWarpSize ? kFullMask : (lane_bit(group_lanes) - 1) << first) & request.lanes;
    if (group != 0) cost.shared.profiled += group_passes(request, group);
  }
  cost.shared.profiled_ideal = passes_for(static_cast<std::uint32_t>(lane_count(request.lanes)) * request.bytes);
  cost.shared.taken = cost.shared.profiled;
  cost.global = global_sectors(request.from, request.reads, request.bytes);
  return cost;
}

/// Lanes that are the first to write their address.
LaneMask first_writers(const CopyRequest& request, LaneMask lanes) {
  LaneMask first = 0;
  for_each_lane(lanes, [&](int lane) {
    bool met = false;
    for_each_lane(first, [&](int other) {
      met |= request.to[static_cast<std::size_t>(other)] == request.to[static_cast<std::size_t>(lane)];
    });
    if (!met) first |= lane_bit(lane);
  });
  return first;
}

/// A sector on its way, or half of one.
struct SectorCopy {
  std::uint64_t from = 0;  // sector
  std::uint64_t to = 0;    // sector
  bool crossed = false;    // its halves change places
  std::uint32_t halves = 0;

  [[nodiscard]] bool is_along(const SectorCopy& other) const {
    return from == other.from && to == other.to && crossed == other.crossed;
  }
  [[nodiscard]] bool shares_passes_with(const SectorCopy& other) const {
    return from / 4 == other.from / 4 && to / 4 == other.to / 4 && crossed == other.crossed && halves == other.halves &&
           (from ^ to) % 2 == (other.from ^ other.to) % 2;
  }
};

struct SectorCopies {
  std::array<SectorCopy, kWarpSize> all{};
  std::size_t count = 0;
};

SectorCopies sector_copies(const CopyRequest& request, LaneMask lanes) {
  SectorCopies copies;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t from = request.from[static_cast<std::size_t>(lane)] / 16;
    const std::uint64_t to = request.to[static_cast<std::size_t>(lane)] / 16;
    const SectorCopy copy{from / 2, to / 2, (from ^ to) % 2 != 0, 1u << to % 2};
    const auto end = copies.all.begin() + static_cast<std::ptrdiff_t>(copies.count);
    const auto known = std::find_if(copies.all.begin(), end, [&](const SectorCopy& c) { return c.is_along(copy); });
    if (known == end) {
      copies.all[copies.count++] = copy;
    } else {
      known->halves |= copy.halves;
    }
  });
  return copies;
}

/// Of sectors that may share passes, those from one place or to one place can not.
std::uint32_t passes_of(const SectorCopies& copies) {
  std::uint32_t sum = 0;
  std::array<bool, kWarpSize> done{};
  for (std::size_t i = 0; i < copies.count; ++i) {
    if (done[i]) continue;
    std::array<std::uint32_t, 4> from{};
    std::array<std::uint32_t, 4> to{};
    std::uint32_t most = 0;
    for (std::size_t k = i; k < copies.count; ++k) {
      if (!copies.all[k].shares_passes_with(copies.all[i])) continue;
      done[k] = true;
      most = std::max({most, ++from[copies.all[k].from % 4], ++to[copies.all[k].to % 4]});
    }
    sum += most;
  }
  return sum;
}

std::uint32_t passes_of_store(const CopyRequest& request, LaneMask lanes) {
  return shared_wavefronts(
             {}, {.access = SharedAccess::store, .bytes = request.bytes, .lanes = lanes, .address = request.to})
      .taken;
}

CopyCost past_first_level(const CopyRequest& request) {
  const auto ideal = [&](LaneMask lanes) {
    return passes_for(static_cast<std::uint32_t>(lane_count(lanes)) * request.bytes);
  };
  CopyCost cost;
  cost.shared.taken =
      passes_of_store(request, request.lanes) + passes_of_store(request, request.lanes & ~request.reads);
  const LaneMask writers = first_writers(request, request.lanes);
  const LaneMask readers = writers & request.reads;
  if (readers == 0) {
    cost.shared.profiled = passes_of_store(request, request.lanes);
    cost.shared.profiled_ideal = ideal(writers);
    return cost;
  }
  const SectorCopies copies = sector_copies(request, readers);
  cost.shared.profiled = passes_of(copies);
  cost.shared.profiled_ideal = ideal(readers);
  if (readers != writers) {
    cost.shared.profiled += passes_of(sector_copies(request, writers));
    cost.shared.profiled_ideal += ideal(writers);
  }
  cost.global.sectors = static_cast<std::uint32_t>(copies.count);
  cost.global.ideal = std::min(cost.global.sectors, (static_cast<std::uint32_t>(lane_count(readers)) + 1) / 2);
  cost.global.lines = global_sectors(request.from, request.reads, request.bytes).lines;
  return cost;
}

}  // namespace

CopyCost copy_cost(const CopyRequest& request) {
  if (request.lanes == 0) return {};
  CopyCost cost = request.past_first_level ? past_first_level(request) : through_first_level(request);
  cost.shared.ideal = std::min(cost.shared.taken, cost.shared.profiled_ideal);
  return cost;
}

}  // namespace warpglass::arch
