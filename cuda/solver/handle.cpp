// The handle of cuSOLVER and what it keeps, and the parameters of calls that name their types.
#include "cuda/solver/objects.hpp"

using warpglass::solver::create_object;
using warpglass::solver::destroy_object;
using warpglass::solver::guarded;
using warpglass::solver::kInvalid;
using warpglass::solver::Status;

// Algorithms that a program chooses: LAPACK has one for each call.
struct cusolverDnParams {};

namespace {

constexpr Status kNoHandle = CUSOLVER_STATUS_NOT_INITIALIZED;

template <class Mode>
Status keep(cusolverDnHandle_t handle, Mode cusolverDnContext::* member, Mode mode, bool known = true,
            Status unknown = kInvalid) {
  if (!warpglass::solver::is_there(handle)) return kNoHandle;
  return known ? warpglass::solver::keep(handle, kNoHandle, member, mode) : unknown;
}
template <class Mode>
Status give_back(cusolverDnHandle_t handle, Mode cusolverDnContext::* member, Mode* mode) {
  return warpglass::solver::give_back(handle, kNoHandle, member, mode);
}

}  // namespace

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  return guarded([&] {
    if (!warpglass::library::has_runtime("cuSOLVER")) return kNoHandle;
    if (!warpglass::solver::has_lapack()) {
      warpglass::library::say(
          "cuSOLVER is computed by LAPACK of OpenBLAS, which is not installed: apt-get install libopenblas0-serial");
      return kNoHandle;
    }
    return create_object(handle);
  });
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) { return destroy_object(handle, kNoHandle); }

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  return keep(handle, &cusolverDnContext::stream, stream);
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
  return give_back(handle, &cusolverDnContext::stream, stream);
}
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode) {
  const bool known = mode == CUSOLVER_DETERMINISTIC_RESULTS || mode == CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS;
  return keep(handle, &cusolverDnContext::deterministic, mode, known, CUSOLVER_STATUS_INTERNAL_ERROR);
}
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t* mode) {
  return give_back(handle, &cusolverDnContext::deterministic, mode);
}
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode) {
  return keep(handle, &cusolverDnContext::math, mode,
              mode == CUSOLVER_DEFAULT_MATH || mode == CUSOLVER_FP32_EMULATED_BF16X9_MATH);
}
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t* mode) {
  return give_back(handle, &cusolverDnContext::math, mode);
}
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy_t strategy) {
  return keep(handle, &cusolverDnContext::emulation, strategy);
}
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy_t* strategy) {
  return give_back(handle, &cusolverDnContext::emulation, strategy);
}

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params) { return create_object(params); }
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  return destroy_object(params, CUSOLVER_STATUS_SUCCESS);
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algo) {
  return warpglass::solver::with_object(params, kInvalid, [&](const cusolverDnParams&) {
    const bool known =
        function == CUSOLVERDN_GETRF || function == CUSOLVERDN_POTRF || function == CUSOLVERDN_SYEVBATCHED;
    return known && algo >= CUSOLVER_ALG_0 && algo <= CUSOLVER_ALG_2 ? CUSOLVER_STATUS_SUCCESS : kInvalid;
  });
}
