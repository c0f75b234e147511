// The machine's memory rules as the engine asks for them.
#pragma once

#include <memory>

#include "arch/device_model.hpp"
#include "sim/cost_model.hpp"

namespace warpglass::analysis {

/// \pre device.modelled()
[[nodiscard]] std::unique_ptr<sim::CostModel> make_cost_model(const arch::DeviceModel& device);

}  // namespace warpglass::analysis
