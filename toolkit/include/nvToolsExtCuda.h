/* Where CUDA up to version 11 has it. */
#include "nvtx3/nvToolsExtCuda.h"
