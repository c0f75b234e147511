// What differs between the libraries for programs of CUDA 11, 12 and 13.
#pragma once

namespace warpglass::nvrtc {

/// 13000 for CUDA 13.0.
[[nodiscard]] int cuda_version();

/// What is compiled for when nothing is asked for: "compute_75".
[[nodiscard]] const char* default_architecture();

}  // namespace warpglass::nvrtc
