// Launches as the driver API describes them.
#pragma once

#include <vector>

#include "cuda/driver/api.hpp"
#include "cuda/process.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

/// The same in the runtime API's words. Its attributes are the argument's.
[[nodiscard]] cudaLaunchConfig_t configuration_of(const CUlaunchConfig& config);

/// The addresses of a kernel's arguments: those that are given, or within a buffer that `extra` names.
/// \param places  holds them in the latter case
[[nodiscard]] runtime::Status arguments_of(Process& process, const void* function, void** parameters, void** extra,
                                           std::vector<void*>& places, void**& arguments);

}  // namespace warpglass::cuda
