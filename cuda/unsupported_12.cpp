// The same for the names that only the libraries of CUDA 11 and 12 export.
#define WARPGLASS_UNSUPPORTED_12
#include "cuda/unsupported.cpp"  // NOLINT(bugprone-suspicious-include)
