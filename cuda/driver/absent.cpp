// Driver calls that are not there yet: present, so that programs that mention them load and run, and honest when
// called. They take whatever they are given and look at none of it.
#include "cuda/unsupported.hpp"

#define CALL(name, version, symbol)
#define CALL_PER_THREAD(name, version, symbol, per_thread)
#define ABSENT(name, version, symbol) \
  extern "C" int symbol() { return warpglass::cuda::answer_not_supported_by_driver(#symbol); }
#define ABSENT_PER_THREAD(name, version, symbol, per_thread) ABSENT(name, version, symbol)
#include "cuda/driver/calls.def"
