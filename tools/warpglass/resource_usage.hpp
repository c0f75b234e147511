// What every kernel of a module takes, in the words of `ptxas -v`, for those who read what nvcc prints.
#pragma once

#include <string>

#include "arch/device_model.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// \param ptx  the module's text
/// \throws InputError
[[nodiscard]] std::string resource_usage(const OccupancyOptions& options, const std::string& ptx,
                                         const arch::DeviceModel& model);

}  // namespace warpglass::tool
