#include "cuda/solver/lapack.hpp"

#include <dlfcn.h>

namespace warpglass::solver {
namespace {

void* host_library() {
  static void* const opened = library::open_openblas();
  return opened;
}

}  // namespace

bool has_lapack() { return host_library() != nullptr && dlsym(host_library(), "zheevd_") != nullptr; }

void* routine(const std::string& symbol) {
  void* const address = host_library() == nullptr ? nullptr : dlsym(host_library(), symbol.c_str());
  if (address == nullptr) throw library::Refused();
  return address;
}

}  // namespace warpglass::solver
