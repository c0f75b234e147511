#include <array>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/unsupported.hpp"

namespace warpglass::cuda {

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

cudaError_t error_of(runtime::Status status) {
  using runtime::Status;
  switch (status) {
    case Status::ok: return cudaSuccess;
    case Status::invalid_value: return cudaErrorInvalidValue;
    case Status::out_of_memory: return cudaErrorMemoryAllocation;
    case Status::invalid_configuration: return cudaErrorInvalidValue;  // CUDA 12 and before: InvalidConfiguration
    case Status::invalid_copy_kind: return cudaErrorInvalidMemcpyDirection;
    case Status::invalid_symbol: return cudaErrorInvalidSymbol;
    case Status::invalid_kernel: return cudaErrorInvalidResourceHandle;  // CUDA 12 and before: InvalidDeviceFunction
    case Status::invalid_handle: return cudaErrorInvalidResourceHandle;
    case Status::invalid_ptx: return cudaErrorInvalidPtx;
    case Status::invalid_image: return cudaErrorInvalidKernelImage;
    case Status::no_image: return cudaErrorNoKernelImageForDevice;
    case Status::already_registered: return cudaErrorHostMemoryAlreadyRegistered;
    case Status::not_registered: return cudaErrorHostMemoryNotRegistered;
    case Status::not_ready: return cudaErrorNotReady;
    case Status::out_of_resources: return cudaErrorLaunchOutOfResources;
    case Status::cooperative_too_large: return cudaErrorCooperativeLaunchTooLarge;
    case Status::invalid_cluster: return cudaErrorInvalidClusterSize;
    case Status::not_supported: return cudaErrorNotSupported;
    case Status::cancelled: return cudaErrorLaunchFailure;
    case Status::illegal_address: return cudaErrorIllegalAddress;
    case Status::misaligned_address: return cudaErrorMisalignedAddress;
    case Status::assertion_failed: return cudaErrorAssert;
    case Status::launch_failure: return cudaErrorLaunchFailure;
    case Status::launch_timeout: return cudaErrorLaunchTimeout;
    case Status::stack_overflow: return cudaErrorHardwareStackError;
    case Status::invalid_call_target: return cudaErrorInvalidPc;
    case Status::illegal_instruction: return cudaErrorIllegalInstruction;
  }
  return cudaErrorUnknown;
}

void note_failure(cudaError_t error) noexcept {
  try {
    Blame why = take_blame();
    Process* const process = Process::existing();
    HostChecks* const checks = process != nullptr ? process->session().checks() : nullptr;
    if (checks != nullptr) checks->failed(error, std::move(why));
  } catch (...) {  // NOLINT(bugprone-empty-catch)
    // Out of memory: the call fails all the same, and is not told.
  }
}

namespace {

struct ErrorText {
  cudaError_t error;
  const char* name;
  const char* text;
};

constexpr ErrorText kErrorTexts[] = {
#define CUDA_ERROR(name, text) {name, #name, text},
#include "cuda/error_texts.def"
#undef CUDA_ERROR
};

const ErrorText* find_text(cudaError_t error) {
  for (const ErrorText& entry : kErrorTexts)
    if (entry.error == error) return &entry;
  return nullptr;
}

}  // namespace
}  // namespace warpglass::cuda

using namespace warpglass::cuda;

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* entry = find_text(error);
  return entry != nullptr ? entry->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* entry = find_text(error);
  return entry != nullptr ? entry->text : "unrecognized error code";
}

cudaError_t cudaGetLastError() {
  note_any_runtime_call();
  return std::exchange(last_error(), cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
  note_any_runtime_call();
  return last_error();
}

namespace warpglass::cuda {

int answer_not_supported(const char* call) noexcept { return not_supported(call); }

}  // namespace warpglass::cuda
