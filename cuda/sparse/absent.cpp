// What is not there, under its name: it takes whatever it is given and looks at none of it.
#include "cuda/sparse/descriptors.hpp"

#define ABSENT(name) \
  extern "C" int name() { return warpglass::sparse::not_supported(#name, "it is not there yet"); }
#include "cuda/sparse/absent.def"
#undef ABSENT
