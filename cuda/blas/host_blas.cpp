#include "cuda/blas/host_blas.hpp"

#include <dlfcn.h>

namespace warpglass::blas {
namespace {

// Sanitizers do not stand libraries whose names stay their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

HostBlas found() {
  HostBlas blas;
  // Its names stay its own, also where the program has a BLAS linked into it.
  int how = RTLD_NOW | RTLD_LOCAL;
  if (!kSanitized) how |= RTLD_DEEPBIND;
  void* const library = dlopen("libopenblas.so.0", how);
  if (library == nullptr) return blas;
  // One thread: the same program gives the same numbers on every machine of its kind.
  if (const auto set_threads = reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads")))
    set_threads(1);
  blas.sgemm = reinterpret_cast<HostGemm<float>>(dlsym(library, "sgemm_"));
  blas.dgemm = reinterpret_cast<HostGemm<double>>(dlsym(library, "dgemm_"));
  blas.cgemm = reinterpret_cast<HostGemm<Complex>>(dlsym(library, "cgemm_"));
  blas.zgemm = reinterpret_cast<HostGemm<DoubleComplex>>(dlsym(library, "zgemm_"));
  return blas;
}

}  // namespace

const HostBlas& HostBlas::get() {
  static const HostBlas blas = found();
  return blas;
}

}  // namespace warpglass::blas
