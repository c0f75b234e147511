// The handle of cuBLAS, and what it keeps.
#include <array>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/live_handles.hpp"
#include "cuda/blas/call.hpp"

using warpglass::LiveHandles;
using warpglass::blas::guarded;
using warpglass::blas::is_there;
using warpglass::blas::kDone;
using warpglass::blas::kInvalid;

namespace {

template <class Mode>
cublasStatus_t keep(cublasHandle_t handle, Mode cublasContext::* member, Mode mode, bool known = true) {
  if (!is_there(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!known) return kInvalid;
  handle->*member = mode;
  return kDone;
}

template <class Mode>
cublasStatus_t give_back(cublasHandle_t handle, Mode cublasContext::* member, Mode* mode) {
  if (!is_there(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (mode == nullptr) return kInvalid;
  *mode = handle->*member;
  return kDone;
}

cublasLogCallback log_callback = nullptr;

}  // namespace

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  return guarded("cublasCreate", [&] {
    if (handle == nullptr) return kInvalid;
    if (!warpglass::blas::has_runtime()) return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = LiveHandles<cublasHandle_t>::all().make();
    return kDone;
  });
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  return LiveHandles<cublasHandle_t>::all().destroy(handle) ? kDone : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  if (version == nullptr) return kInvalid;
  *version = WARPGLASS_CUBLAS_VERSION;
  return kDone;
}

size_t cublasGetCudartVersion(void) { return WARPGLASS_CUBLAS_CUDART; }

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  return keep(handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  return give_back(handle, &cublasContext::stream, stream);
}

// Nothing is computed in it.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void*, size_t) {
  return is_there(handle) ? kDone : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  return keep(handle, &cublasContext::pointer_mode, mode,
              mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return give_back(handle, &cublasContext::pointer_mode, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return keep(handle, &cublasContext::atomics_mode, mode,
              mode == CUBLAS_ATOMICS_ALLOWED || mode == CUBLAS_ATOMICS_NOT_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return give_back(handle, &cublasContext::atomics_mode, mode);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  const int kind = mode & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  return keep(handle, &cublasContext::math_mode, mode,
              (kind >= CUBLAS_DEFAULT_MATH && kind <= CUBLAS_FP32_EMULATED_BF16X9_MATH) ||
                  kind == CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return give_back(handle, &cublasContext::math_mode, mode);
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  return keep(handle, &cublasContext::sm_count_target, count, count >= 0);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
  return give_back(handle, &cublasContext::sm_count_target, count);
}
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t strategy) {
  return keep(handle, &cublasContext::emulation, strategy);
}
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t* strategy) {
  return give_back(handle, &cublasContext::emulation, strategy);
}
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport mask) {
  return keep(handle, &cublasContext::special_values, mask);
}
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport* mask) {
  return give_back(handle, &cublasContext::special_values, mask);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl control) {
  return keep(handle, &cublasContext::mantissa_control, control);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl* control) {
  return give_back(handle, &cublasContext::mantissa_control, control);
}
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int count) {
  return keep(handle, &cublasContext::most_mantissa_bits, count);
}
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int* count) {
  return give_back(handle, &cublasContext::most_mantissa_bits, count);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int offset) {
  return keep(handle, &cublasContext::mantissa_bit_offset, offset);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int* offset) {
  return give_back(handle, &cublasContext::mantissa_bit_offset, offset);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle, int* count) {
  return keep(handle, &cublasContext::mantissa_bits, count);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle, int** count) {
  return give_back(handle, &cublasContext::mantissa_bits, count);
}

// There is nothing to log: what is wrong is said on the standard error stream and in the report.
cublasStatus_t cublasLoggerConfigure(int, int, int, const char*) { return kDone; }
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
  log_callback = callback;
  return kDone;
}
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback) {
  if (callback == nullptr) return kInvalid;
  *callback = log_callback;
  return kDone;
}

void cublasXerbla(const char* name, int argument) {
  static_cast<void>(std::fprintf(stderr, "%s: argument %d is wrong\n", name, argument));
}
