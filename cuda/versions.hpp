// What differs between the generations of the runtime library: calls that took other arguments, a structure of another
// layout, calls that are gone. Each generation's library adds one source file to the common objects.
#pragma once

#include <cstddef>

#include "cuda/api.hpp"

namespace warpglass::cuda {

/// Managed memory is in one place: whatever place a program wants it in, only the request is checked.
cudaError_t prefetch_managed(const void* pointer, std::size_t bytes, int location, cudaStream_t stream) noexcept;
cudaError_t advise_managed(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int location) noexcept;

inline constexpr int kDriverVersion = 13000;

}  // namespace warpglass::cuda
