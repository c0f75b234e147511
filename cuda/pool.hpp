// Memory from the pools of devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "cuda/process.hpp"

namespace warpglass::cuda {

/// From the pool that cudaMallocAsync takes from in streams of this device.
[[nodiscard]] runtime::Status take_from_pool(Process& process, const char* call, std::uint32_t device,
                                             std::size_t bytes, void** pointer);

// What pools have in use and reserved changes with each of these. Under the process's lock.

/// \param stream  in whose order; nothing: cudaFree
void note_freed_to_pool(const void* pointer, std::optional<std::uint64_t> stream);
/// The host has waited. \param stream  for this one; nothing: for all, or who knows which
void note_waited(std::optional<std::uint64_t> stream);

}  // namespace warpglass::cuda
