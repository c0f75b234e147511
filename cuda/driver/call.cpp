#include "cuda/driver/call.hpp"

#include "cuda/driver/contexts.hpp"
#include "cuda/runtime_use.hpp"
#include "cuda/unsupported.hpp"

namespace warpglass::cuda {

CUresult result_of(cudaError_t error) {
  switch (error) {
    // Numbers that the driver does not know.
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidTexture:
    case cudaErrorInvalidTextureBinding:
    case cudaErrorInvalidChannelDescriptor:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting:
    case cudaErrorMissingConfiguration: return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
    default: return static_cast<CUresult>(error);
  }
}

CUresult driver_answer(CUresult result) noexcept {
  if (result != CUDA_SUCCESS) note_failure(static_cast<cudaError_t>(result));
  return result;
}

DriverCall::DriverCall() : before_(last_error()) { enter_driver(); }

DriverCall::~DriverCall() {
  last_error() = before_;
  leave_driver();
}

CUresult refusal_of(Needs needs) noexcept {
  if (needs == Needs::nothing) return CUDA_SUCCESS;
  if (!is_driver_initialised()) return CUDA_ERROR_NOT_INITIALIZED;
  if (needs == Needs::init) return CUDA_SUCCESS;
  const std::lock_guard lock(context_mutex());
  const Context* context = current_context();
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return context->alive ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

int answer_not_supported_by_driver(const char* call) noexcept {
  return driver_call(Needs::nothing, [&] { return not_supported(call); });
}

}  // namespace warpglass::cuda
