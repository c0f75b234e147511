#include "cuda/blas/host_blas.hpp"

#include <dlfcn.h>

#include "cuda/library_caller.hpp"

namespace warpglass::blas {
namespace {

HostBlas found() {
  HostBlas blas;
  void* const library = library::open_openblas();
  if (library == nullptr) return blas;
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
