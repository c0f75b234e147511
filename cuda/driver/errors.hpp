// What the driver API's errors are called.
#pragma once

#include "cuda/driver/api.hpp"

namespace warpglass::cuda {

/// "CUDA_ERROR_INVALID_VALUE"; nullptr for a number that is no error.
[[nodiscard]] const char* driver_error_name(CUresult code);
[[nodiscard]] const char* driver_error_text(CUresult code);

}  // namespace warpglass::cuda
