#include "cuda/solver/lapack.hpp"

#include <dlfcn.h>

namespace warpglass::solver {
namespace {

void* found() {
  void* const library = library::open_host_library("libopenblas.so.0");
  if (library == nullptr) return nullptr;
  // One thread: the same program gives the same numbers on every machine of its kind.
  if (const auto set_threads = reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads")))
    set_threads(1);
  return library;
}

void* host_library() {
  static void* const library = found();
  return library;
}

}  // namespace

bool has_lapack() { return host_library() != nullptr && dlsym(host_library(), "zheevd_") != nullptr; }

void* routine(const std::string& symbol) {
  void* const address = host_library() == nullptr ? nullptr : dlsym(host_library(), symbol.c_str());
  if (address == nullptr) throw library::Refused();
  return address;
}

}  // namespace warpglass::solver
