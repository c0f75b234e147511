// Formats of texels in the driver API's words.
#pragma once

#include "cuda/driver/api.hpp"

namespace warpglass::cuda {

/// The runtime API's description of a format; false for one that arrays here do not have.
[[nodiscard]] bool channels_of(CUarray_format format, unsigned count, cudaChannelFormatDesc& channels);

/// And back.
void format_of(const cudaChannelFormatDesc& channels, CUarray_format& format, unsigned& count);

}  // namespace warpglass::cuda
