// What a program has said about managed memory: advice and prefetches, by range. It is in one place here, so they are
// kept for those who ask and change nothing else.
#pragma once

#include <cstddef>

#include "cuda/api.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

inline constexpr int kNoLocation = -2;  // where programs ask: cudaInvalidDeviceId

/// A device's number, or -1 for the host: cudaCpuDeviceId.
[[nodiscard]] int device_of(const cudaMemLocation& location);

/// The bytes lie in one allocation of managed memory.
void note_advice(Process& process, const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int location);
void note_prefetch(Process& process, const void* pointer, std::size_t bytes, int location);

[[nodiscard]] cudaError_t range_attribute(Process& process, void* data, std::size_t bytes_of_data,
                                          cudaMemRangeAttribute attribute, const void* pointer, std::size_t bytes);

}  // namespace warpglass::cuda
