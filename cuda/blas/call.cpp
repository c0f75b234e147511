#include "cuda/blas/call.hpp"

#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "base/live_handles.hpp"
#include "cuda/blas/host_blas.hpp"

namespace warpglass::blas {
namespace {

thread_local const char* current_call = "cuBLAS";

/// Symbols of the second API end in _v2, which programs do not write. The names stay for good: work that waits for its
/// turn has them.
const char* plain_name(const char* symbol) {
  static std::mutex mutex;
  static std::set<std::string>& names = *new std::set<std::string>;
  const char* const version = std::strstr(symbol, "_v2");
  if (version == nullptr) return symbol;
  const std::lock_guard lock(mutex);
  return names.insert(std::string(symbol, version) + (version + 3)).first->c_str();
}

}  // namespace

Entry::Entry(const char* name) : before_(current_call) { current_call = name; }
Entry::~Entry() { current_call = before_; }

const char* name_of_call() { return plain_name(current_call); }

bool is_there(cublasHandle_t handle) { return LiveHandles<cublasHandle_t>::all().has(handle); }

cublasStatus_t not_supported(const char* what) {
  say((std::string(name_of_call()) + ": " + what).c_str());
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

bool has_runtime() { return library::has_runtime("cuBLAS"); }

cublasStatus_t submit(const WarpglassLibraryWork& work) {
  if (!has_runtime()) {
    work.drop(work.body);
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  // Before any work, in which nothing can be said.
  if (HostBlas::get().sgemm == nullptr)
    say("cuBLAS is computed by plain loops, which are slow: OpenBLAS makes it fast (apt-get install "
        "libopenblas0-serial)");
  switch (library::submit(work)) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

}  // namespace warpglass::blas
