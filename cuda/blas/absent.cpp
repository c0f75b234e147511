// What is not there, under its name: it takes whatever it is given and looks at none of it.
#include "cuda/blas/call.hpp"

#define ABSENT(name)                                                                                              \
  extern "C" int name() {                                                                                         \
    return warpglass::blas::guarded(#name, [] { return warpglass::blas::not_supported("it is not there yet"); }); \
  }
#include "cuda/blas/absent.def"
#undef ABSENT
