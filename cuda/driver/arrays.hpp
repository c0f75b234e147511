// Formats of texels, and what textures are made of, in the driver API's words.
#pragma once

#include "cuda/driver/api.hpp"

namespace warpglass::cuda {

/// The runtime API's description of a format; false for one that arrays here do not have.
[[nodiscard]] bool channels_of(CUarray_format format, unsigned count, cudaChannelFormatDesc& channels);

/// And back.
void format_of(const cudaChannelFormatDesc& channels, CUarray_format& format, unsigned& count);

/// The runtime API's description of what an object is made of; takes none of the process's locks.
[[nodiscard]] CUresult resource_of(const CUDA_RESOURCE_DESC& given, cudaResourceDesc& resource);

/// And of how it is sampled, which hangs on its format.
[[nodiscard]] cudaTextureDesc sampling_of(const CUDA_TEXTURE_DESC& given, const cudaResourceDesc& resource);

}  // namespace warpglass::cuda
