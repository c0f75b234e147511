// Memory from the pools of devices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/process.hpp"

namespace warpglass::cuda {

/// From the pool that cudaMallocAsync takes from in streams of this device.
[[nodiscard]] runtime::Status take_from_pool(Process& process, const char* call, std::uint32_t device,
                                             std::size_t bytes, void** pointer);

}  // namespace warpglass::cuda
