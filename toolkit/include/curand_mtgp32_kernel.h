// The last header that clang's CUDA wrapper includes. See warpglass/device_begin.h.
#ifndef WARPGLASS_CURAND_MTGP32_KERNEL_H
#define WARPGLASS_CURAND_MTGP32_KERNEL_H
#include "warpglass/device_end.h"
#endif
