// The CUDA driver API's declarations, each version of a call under its own name. What they declare stays hidden in this
// library: programs come by way of libcuda.so.1, whose calls lead here (entries.hpp).
#pragma once

#define WARPGLASS_NO_PLAIN_DRIVER_NAMES
#include <cuda.h>
#include <cudaProfiler.h>

#include "cuda/api.hpp"
