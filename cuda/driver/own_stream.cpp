// The other names of driver calls, for programs whose default streams are the threads' own.
#include "cuda/own_stream.hpp"

#include "cuda/driver/api.hpp"

#define CALL(name, version, symbol)
#define CALL_PER_THREAD(name, version, symbol, per_thread) WARPGLASS_IN_OWN_STREAM(symbol, per_thread)
#define ABSENT(name, version, symbol)
#define ABSENT_PER_THREAD(name, version, symbol, per_thread)
#include "cuda/driver/calls.def"
