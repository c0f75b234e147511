// Every other name that the library of this generation exports: present, so that programs that mention it load and
// run, and honest when called. They take whatever they are given and look at none of it.
#include "cuda/unsupported.hpp"

#define UNSUPPORTED(name) \
  extern "C" __attribute__((visibility("default"))) int name() { return warpglass::cuda::answer_not_supported(#name); }
#ifdef WARPGLASS_UNSUPPORTED_12
#include "cuda/unsupported_12.def"
#else
#include "cuda/unsupported.def"
#endif
#undef UNSUPPORTED
