// How textures sample, in the API's words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/api.hpp"
#include "cuda/process.hpp"
#include "sim/texture.hpp"

namespace warpglass::cuda {

/// Or why texels of this format cannot be sampled so: small integers are filtered as numbers only, and only they are
/// made numbers.
[[nodiscard]] cudaError_t sampler_of(const cudaTextureDesc& desc, sim::TexelFormat format, sim::Sampler& sampler);

/// What kernels that have this handle fetch from, and how; in place of what was bound to it.
[[nodiscard]] cudaError_t bind_texture(Process& process, std::uint64_t handle, const cudaResourceDesc& resource,
                                       const cudaTextureDesc& sampling);

/// Bytes from the last place where a texture can begin to an address. Memory of a device begins at such a place,
/// whatever its address is here.
[[nodiscard]] std::size_t bytes_behind_alignment(Process& process, std::uint64_t address);

}  // namespace warpglass::cuda
