// The last header that clang's CUDA wrapper includes: see warpglass/device_begin.h. To programs it is MTGP32 in kernels.
#if defined(__CUDA__) && !defined(WARPGLASS_CURAND_MTGP32_KERNEL_H)
#define WARPGLASS_CURAND_MTGP32_KERNEL_H
#include "warpglass/device_end.h"
#else
#include "warpglass/random_mtgp32.h"
#endif
