// Launches as the driver API describes them.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "cuda/driver/api.hpp"
#include "cuda/process.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

/// The same in the runtime API's words. Its attributes are the argument's.
[[nodiscard]] cudaLaunchConfig_t configuration_of(const CUlaunchConfig& config);

/// Holds arguments that come in a buffer.
struct BufferedArguments {
  std::vector<void*> places;
  std::deque<std::vector<std::byte>> completed;  // those that the buffer is too short for
};

/// The addresses of a kernel's arguments: those that are given, or within a buffer that `extra` names.
[[nodiscard]] runtime::Status arguments_of(Process& process, const void* function, void** parameters, void** extra,
                                           BufferedArguments& buffered, void**& arguments);

}  // namespace warpglass::cuda
