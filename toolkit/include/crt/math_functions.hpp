// Included by clang's CUDA wrapper; what it would hold is defined through warpglass/device_end.h.
