// Answers for calls that are not there. No CUDA header here: the calls are defined by name alone.
#pragma once

namespace warpglass::cuda {

/// Says once that `call` is not supported.
/// \return cudaErrorNotSupported
int answer_not_supported(const char* call) noexcept;

/// The same for a call of the driver API.
/// \return CUDA_ERROR_NOT_SUPPORTED
int answer_not_supported_by_driver(const char* call) noexcept;

}  // namespace warpglass::cuda
