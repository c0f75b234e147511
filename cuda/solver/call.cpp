#include "cuda/solver/call.hpp"

#include <string>

#include "base/live_handles.hpp"

namespace warpglass::solver {

bool is_there(cusolverDnHandle_t handle) { return LiveHandles<cusolverDnHandle_t>::all().has(handle); }

Status not_supported(const char* call, const char* what) {
  library::say((std::string(call) + ": " + what).c_str());
  return CUSOLVER_STATUS_NOT_SUPPORTED;
}

Status submit(const WarpglassLibraryWork& work) {
  switch (library::submit(work)) {
    case cudaSuccess: return CUSOLVER_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUSOLVER_STATUS_ALLOC_FAILED;
    default: return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
}

}  // namespace warpglass::solver
