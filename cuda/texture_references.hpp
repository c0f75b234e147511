// Texture and surface references: variables of the program's that were registered, and what is bound to them. In device
// code a reference is a variable of a module; its address serves as the handle of what is bound. The host's structure
// says how a texture samples, and the program may change that without binding again.
#pragma once

#include "cuda/api.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

/// Before a launch: takes over what the program has changed in its structures.
[[nodiscard]] cudaError_t refresh_references(Process& process);

}  // namespace warpglass::cuda
