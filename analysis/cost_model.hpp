// The machine's memory rules as the engine asks for them.
#pragma once

#include <cstdint>
#include <memory>

#include "arch/device_model.hpp"
#include "sim/cost_model.hpp"

namespace warpglass::analysis {

/// \param bank_bytes  width of the shared-memory banks where the machine has modes (cc 3.x): 4 or 8; else of no effect
[[nodiscard]] std::unique_ptr<sim::CostModel> make_cost_model(const arch::DeviceModel& device,
                                                              std::uint32_t bank_bytes = 4);

}  // namespace warpglass::analysis
