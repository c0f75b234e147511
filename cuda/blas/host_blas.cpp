#include "cuda/blas/host_blas.hpp"

#include <dlfcn.h>

#include "cuda/library_caller.hpp"

namespace warpglass::blas {
namespace {

HostBlas found() {
  HostBlas blas;
  void* const library = library::open_host_library("libopenblas.so.0");
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
