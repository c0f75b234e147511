#include "cuda/fft/host_fft.hpp"

#include <dlfcn.h>

#include <string>

#include "cuda/library_caller.hpp"

namespace warpglass::fft {
namespace {

template <class Real>
HostCalls<Real> found(const char* file, const std::string& prefix) {
  HostCalls<Real> calls;
  void* const library = library::open_host_library(file);
  if (library == nullptr) return calls;
  const auto find = [&](auto& call, const char* name) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(dlsym(library, (prefix + name).c_str()));
    return call != nullptr;
  };
  const bool complete = find(calls.plan_complex, "plan_guru64_dft") &&
                        find(calls.plan_forward, "plan_guru64_dft_r2c") &&
                        find(calls.plan_inverse, "plan_guru64_dft_c2r") && find(calls.run_complex, "execute_dft") &&
                        find(calls.run_forward, "execute_dft_r2c") && find(calls.run_inverse, "execute_dft_c2r") &&
                        find(calls.destroy, "destroy_plan");
  return complete ? calls : HostCalls<Real>();
}

}  // namespace

template <>
const HostCalls<float>& HostCalls<float>::get() {
  static const HostCalls calls = found<float>("libfftw3f.so.3", "fftwf_");
  return calls;
}
template <>
const HostCalls<double>& HostCalls<double>::get() {
  static const HostCalls calls = found<double>("libfftw3.so.3", "fftw_");
  return calls;
}

}  // namespace warpglass::fft
