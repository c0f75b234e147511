// What an SM of a compute capability holds, whether or not there is a record of a GPU that has it.
#pragma once

#include <optional>

#include "arch/device_model.hpp"

namespace warpglass::arch {

/// Up to cc 9 a minor number without limits of its own has those of the next lower one of its generation (7.2: 7.0's);
/// 10.1 is what became 11.0. Nothing: there is no such capability.
[[nodiscard]] std::optional<Limits> limits_of(ComputeCapability capability);

}  // namespace warpglass::arch
