// How a call of a table becomes a function of the library: it is a good one where its handle is.
#pragma once

#include "cuda/solver/call.hpp"

// Workspaces that programs hand over are not needed.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define WARPGLASS_SOLVER_DEFINE(name, what, parameters, arguments)                \
  Status name parameters {                                                        \
    return guarded([&] {                                                          \
      const CallOf call{#name, handle};                                           \
      return is_there(handle) ? what arguments : CUSOLVER_STATUS_NOT_INITIALIZED; \
    });                                                                           \
  }
