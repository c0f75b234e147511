// What is not there, under its name: it takes whatever it is given and looks at none of it.
#include "cuda/solver/call.hpp"

#define ABSENT(name) \
  extern "C" int name() { return warpglass::solver::not_supported(#name, "it is not there yet"); }
#include "cuda/solver/absent.def"
#undef ABSENT
