// A modelled device in the API's words.
#pragma once

#include <optional>

#include "arch/device_model.hpp"
#include "cuda/api.hpp"

namespace warpglass::cuda {

/// Nothing for a number that is no attribute.
[[nodiscard]] std::optional<int> attribute_of(const arch::DeviceModel& model, cudaDeviceAttr attribute);

[[nodiscard]] cudaDeviceProp properties_of(const arch::DeviceModel& model);

}  // namespace warpglass::cuda
