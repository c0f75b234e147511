#include "cuda/nvrtc/version.hpp"

namespace warpglass::nvrtc {

int cuda_version() { return WARPGLASS_NVRTC_VERSION; }

// NVRTC, "Supported Compile Options", --gpu-architecture, of CUDA 12 and 13.
const char* default_architecture() { return cuda_version() >= 13000 ? "compute_75" : "compute_52"; }

}  // namespace warpglass::nvrtc
