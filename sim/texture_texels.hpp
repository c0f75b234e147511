// Texels as they are read from memory, or as the border has them.
#pragma once

#include <cstdint>
#include <span>

#include "sim/image.hpp"
#include "sim/texture_filter.hpp"

namespace warpglass::sim {

/// Address of a texel that stands for the border.
inline constexpr std::uint64_t kBorder = 0;

/// The texel at `address`, unfiltered.
[[nodiscard]] Texel read_texel(const Image& image, const Sampler& sampler, std::uint64_t address);

/// The weighted sum of the texels at `addresses`.
[[nodiscard]] Texel filter_texels(const Image& image, const Sampler& sampler, std::span<const std::uint64_t> addresses,
                                  std::span<const Tap> taps);

}  // namespace warpglass::sim
