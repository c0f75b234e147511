#include "analysis/low_occupancy.hpp"

namespace warpglass::analysis {
namespace {

/// Share of the SM's warp slots from which on more warps hide little that fewer do not.
constexpr double kEnough = 0.5;

}  // namespace

void keep_lowest(std::optional<LowOccupancy>& lowest, std::uint64_t launch, const LaunchTotals& totals,
                 const arch::DeviceModel& device) {
  const arch::Occupancy occupancy = occupancy_of(totals, device);
  const std::uint64_t at_once = std::uint64_t{occupancy.blocks_per_sm} * device.sm_count;
  if (at_once == 0 || occupancy.fraction() >= kEnough || totals.grid.volume() <= at_once) return;
  if (lowest && lowest->occupancy.fraction() <= occupancy.fraction()) return;
  lowest = {.launch = launch,
            .grid = totals.grid,
            .block = totals.block,
            .needs = needs_of(totals, device),
            .occupancy = occupancy,
            .device = &device};
}

}  // namespace warpglass::analysis
