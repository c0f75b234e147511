// The sparse part's handles and calls, under the names that programs link: warpglass/solver_sparse_calls.h has what
// each is made of.
#include "cuda/solver/define.hpp"
#include "cuda/solver/sparse_orders.hpp"
#include "cuda/solver/sparse_solved.hpp"
#include "warpglass/solver_sparse_calls.h"

namespace warpglass::solver {

namespace {
constexpr Status kNoHandle = CUSOLVER_STATUS_NOT_INITIALIZED;
}

bool is_there(cusolverSpHandle_t handle) { return LiveHandles<cusolverSpHandle_t>::all().has(handle); }
bool is_there(csrqrInfo_t info) { return LiveHandles<csrqrInfo_t>::all().has(info); }

namespace sparse {

std::vector<DoubleComplex> eigenvalues(std::vector<DoubleComplex> dense, int n) {
  std::vector<DoubleComplex> values(static_cast<std::size_t>(n));
  std::vector<double> real(2 * values.size());
  DoubleComplex* const none = nullptr;
  const int info = with_work<DoubleComplex>([&](DoubleComplex* work, int size) {
    return lapack<DoubleComplex, "geev">('N', 'N', n, dense.data(), std::max(n, 1), values.data(), none, 1, none, 1,
                                         work, size, real.data());
  });
  if (info != 0) throw library::Refused();
  return values;
}

// Symbols of C have no namespace; what they are made of is found in this one.
extern "C" {
WARPGLASS_SOLVER_SPARSE_CALLS(WARPGLASS_SOLVER_DEFINE, Complex, DoubleComplex)
}

}  // namespace sparse
}  // namespace warpglass::solver

using warpglass::solver::create_object;
using warpglass::solver::destroy_object;
using warpglass::solver::kNoHandle;

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle) {
  return warpglass::library::has_runtime("cuSOLVER") ? create_object(handle) : kNoHandle;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) { return destroy_object(handle, kNoHandle); }
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
  return warpglass::solver::keep(handle, kNoHandle, &cusolverSpContext::stream, stream);
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream) {
  return warpglass::solver::give_back(handle, kNoHandle, &cusolverSpContext::stream, stream);
}
