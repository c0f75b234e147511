// Texture and surface references as the driver API has them: by handle, their state in the library. What is bound to
// one is what kernels find at its variable (runtime/images.hpp).
#pragma once

#include "cuda/driver/api.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

/// Those of a module that goes, and what is bound to them.
void forget_references(Process& process, runtime::ModuleId module);

}  // namespace warpglass::cuda
