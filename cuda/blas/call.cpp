#include "cuda/blas/call.hpp"

#include <dlfcn.h>

#include <cstdio>
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

template <class Call>
Call runtime_call(const char* name) {
  return reinterpret_cast<Call>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

Entry::Entry(const char* name) : before_(current_call) { current_call = name; }
Entry::~Entry() { current_call = before_; }

const char* name_of_call() { return plain_name(current_call); }

bool is_there(cublasHandle_t handle) { return LiveHandles<cublasHandle_t>::all().has(handle); }

void say(const char* text) {
  using Note = void (*)(const char*);
  if (const auto note = runtime_call<Note>("__cudaWarpglassLibraryNote"); note != nullptr) return note(text);
  static_cast<void>(std::fprintf(stderr, "warpglass: %s\n", text));
}

cublasStatus_t not_supported(const char* what) {
  say((std::string(name_of_call()) + ": " + what).c_str());
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

void Memory::reach(Use use, const char* name, const void* base, Index bytes, Index pitch, Index columns) const {
  const WarpglassLibraryRegion region{.name = name,
                                      .base = base,
                                      .pitch = static_cast<std::size_t>(pitch),
                                      .width = static_cast<std::size_t>(bytes < 0 ? 0 : bytes),
                                      .height = static_cast<std::size_t>(columns < 0 ? 0 : columns),
                                      .reads = use != Use::write,
                                      .writes = use != Use::read};
  if (!access_.reach(access_.context, &region)) throw Refused();
}

namespace {

using Submit = cudaError_t (*)(const WarpglassLibraryWork*);
Submit submit_to_runtime() {
  static const auto call = runtime_call<Submit>("__cudaWarpglassLibraryWork");
  return call;
}

}  // namespace

bool has_runtime() {
  if (submit_to_runtime() != nullptr) return true;
  say("cuBLAS needs the CUDA runtime of Warpglass, and the program has not loaded it: link it with -lcudart, or start "
      "it "
      "by warpglass run");
  return false;
}

cublasStatus_t submit(WarpglassLibraryWork& work) {
  if (!has_runtime()) {
    work.drop(work.body);
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  // Before any work, in which nothing can be said.
  if (HostBlas::get().sgemm == nullptr)
    say("cuBLAS is computed by plain loops, which are slow: OpenBLAS makes it fast (apt-get install "
        "libopenblas0-serial)");
  switch (submit_to_runtime()(&work)) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

}  // namespace warpglass::blas
