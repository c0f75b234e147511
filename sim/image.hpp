// Images in device memory, and what a sampler says of reading them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpglass::sim {

enum class TexelFormat : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };

/// Bytes of one component.
[[nodiscard]] constexpr std::uint32_t bytes_of(TexelFormat format) {
  switch (format) {
    case TexelFormat::u8:
    case TexelFormat::s8: return 1;
    case TexelFormat::u16:
    case TexelFormat::s16:
    case TexelFormat::f16: return 2;
    case TexelFormat::u32:
    case TexelFormat::s32:
    case TexelFormat::f32: break;
  }
  return 4;
}

enum class ImageShape : std::uint8_t {
  linear,  // a row of texels in plain memory, fetched by number only
  one,
  two,  // arrays and pitched memory
  three,
  layered_one,
  layered_two,
  cube,
  layered_cube,
};

/// Texels in device memory: (x, y, z) lies at base + z * slice_pitch + y * pitch + x * bytes of a texel. `z` counts
/// slices, layers, or faces (6 to a cube).
struct ImageLevel {
  std::uint64_t base = 0;
  std::uint64_t pitch = 0;
  std::uint64_t slice_pitch = 0;
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
};

struct Image {
  ImageShape shape = ImageShape::two;
  TexelFormat format = TexelFormat::f32;
  std::uint8_t channels = 1;       // 1, 2 or 4
  bool tiled = false;              // an array: in the machine rows lie in tiles. Here they lie one behind the other
  std::vector<ImageLevel> levels;  // at least one

  [[nodiscard]] std::uint32_t texel_bytes() const { return channels * bytes_of(format); }
  [[nodiscard]] bool is_layered() const {
    return shape == ImageShape::layered_one || shape == ImageShape::layered_two || shape == ImageShape::layered_cube;
  }
  [[nodiscard]] bool is_cube() const { return shape == ImageShape::cube || shape == ImageShape::layered_cube; }
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

struct Sampler {
  std::array<AddressMode, 3> modes{AddressMode::wrap, AddressMode::wrap, AddressMode::wrap};
  bool linear = false;            // filter; else the nearest texel
  bool normalized_reads = false;  // integers of 8 and 16 bits read as numbers of [0, 1] or [-1, 1]
  bool normalized_coordinates = false;
  bool srgb = false;
  bool linear_levels = false;   // filter between mip levels
  bool seamless_cubes = false;  // filter across the edges of a cube's faces
  std::array<float, 4> border{};
  float level_bias = 0;
  float least_level = 0;
  float most_level = 0;
};

/// Four components as the instruction delivers them: bits of floats, or integers widened to 32 bits. Components that
/// the format does not have are 0.
using Texel = std::array<std::uint32_t, 4>;

}  // namespace warpglass::sim
