// Arrays as the API names them.
#pragma once

#include <cstdint>

#include "cuda/api.hpp"
#include "cuda/process.hpp"
#include "runtime/images.hpp"

namespace warpglass::cuda {

/// The texel format that a channel description stands for; false for one that no array has.
[[nodiscard]] bool format_of(const cudaChannelFormatDesc& channels, sim::TexelFormat& format, std::uint8_t& count);
[[nodiscard]] cudaChannelFormatDesc channels_of(sim::TexelFormat format, std::uint8_t count);

/// The array behind a handle; nullptr for what is none.
[[nodiscard]] runtime::Array* array_of(Process& process, cudaArray_const_t handle);
[[nodiscard]] runtime::MipmappedArray* array_of(Process& process, cudaMipmappedArray_const_t handle);

}  // namespace warpglass::cuda
