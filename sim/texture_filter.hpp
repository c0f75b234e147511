// The texture unit's arithmetic, one component at a time: how texels are summed with weights of 1/256. Pure functions
// of values; where the texels come from is texture.cpp's.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace warpglass::sim {

/// A texel's share. Texels of different passes (slices, mip levels) are summed apart first.
struct Tap {
  std::uint16_t weight = 0;  // of 256
  std::uint8_t pass = 0;     // below kPasses
};
inline constexpr int kPasses = 4;

/// Weights of four texels in the order (0,0), (1,0), (0,1), (1,1), for a position between them of x/256 and y/256, that
/// have whole/256 of all the weight. Each rounds to 1/256 in an order of its own: x divides first, then y.
[[nodiscard]] std::array<std::uint16_t, 4> weights_of(std::uint32_t x, std::uint32_t y, std::uint32_t whole);

/// A share of `part`/256 of `whole`, rounded.
[[nodiscard]] constexpr std::uint32_t share_of(std::uint32_t part, std::uint32_t whole) {
  return (part * whole + 128) >> 8;
}

/// Sum of single- or half-precision texels. Within a pass the values are aligned to the largest exponent and keep four
/// bits below its last place; the result is rounded half away from zero. Subnormal singles count as zero.
[[nodiscard]] float sum_singles(std::span<const float> texels, std::span<const Tap> taps);
[[nodiscard]] float sum_halves(std::span<const std::uint16_t> texels, std::span<const Tap> taps);

/// Sums of normalized integers as the integers they are read from, made a float at the end. Bytes are widened first.
[[nodiscard]] float sum_unsigned16(std::span<const std::uint32_t> texels, std::span<const Tap> taps);
[[nodiscard]] float sum_signed16(std::span<const std::int32_t> texels, std::span<const Tap> taps);
[[nodiscard]] float sum_signed8(std::span<const std::int32_t> texels, std::span<const Tap> taps);

/// sRGB's curve for a byte as the texture unit has it: a half.
[[nodiscard]] std::uint16_t linear_of_srgb(std::uint8_t value);

}  // namespace warpglass::sim
