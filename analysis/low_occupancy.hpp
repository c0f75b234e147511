// Launches whose SMs hold few warps although blocks wait for room: what their blocks take too much of.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/metrics.hpp"
#include "arch/device_model.hpp"
#include "arch/occupancy.hpp"
#include "base/dim3.hpp"

namespace warpglass::analysis {

struct LowOccupancy {
  std::uint64_t launch = 0;  // LaunchProfile::index
  Dim3 grid;
  Dim3 block;
  arch::BlockNeeds needs;
  arch::Occupancy occupancy;
  const arch::DeviceModel* device = nullptr;  // that it ran on
};

/// Replaces `lowest` by a launch whose occupancy is lower. Nothing where less than half of the warp slots being filled
/// does not say that more could be: no block fits, or the device has room for all blocks of the grid at once.
/// \param device  outlives what is kept
void keep_lowest(std::optional<LowOccupancy>& lowest, std::uint64_t launch, const LaunchTotals& totals,
                 const arch::DeviceModel& device);

}  // namespace warpglass::analysis
