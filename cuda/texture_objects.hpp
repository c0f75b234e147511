// How textures sample, in the API's words.
#pragma once

#include "cuda/api.hpp"
#include "sim/texture.hpp"

namespace warpglass::cuda {

/// Or why texels of this format cannot be sampled so: small integers are filtered as numbers only, and only they are
/// made numbers.
[[nodiscard]] cudaError_t sampler_of(const cudaTextureDesc& desc, sim::TexelFormat format, sim::Sampler& sampler);

}  // namespace warpglass::cuda
