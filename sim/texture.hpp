// Textures and surfaces: images in device memory with a sampler, and what an instruction gets from them. A fetch turns
// coordinates into texels and weights of 1/256 and sums the texels as the texture unit does. The rules are the CUDA C
// Programming Guide's (appendix "Texture Fetching") where it gives them, and otherwise those that reproduce an H200's
// answers bit for bit: tests/hardware/h200/textures says which.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpglass::sim {

enum class TexelFormat : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };

/// Bytes of one component.
[[nodiscard]] std::uint32_t bytes_of(TexelFormat format);

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

struct Texture {
  Image image;
  Sampler sampler;
  std::string gone;  // not empty: why the image can not be read any more
};

struct Surface {
  Image image;  // its first level counts
  std::string gone;
};

/// The objects that a launch may name, by handle. Filled by the runtime, not changed while a launch runs.
class TextureTable {
 public:
  std::map<std::uint64_t, Texture> textures;
  std::map<std::uint64_t, Surface> surfaces;
};

/// Where a lane fetches. Coordinates are texels, or fractions of the extent when the sampler's are normalized.
struct FetchPoint {
  bool by_number = false;  // `texel` counts, not `at`
  std::array<float, 3> at{};
  std::array<std::int32_t, 3> texel{};
  std::int32_t layer = 0;
  float level = 0;
};

/// Four components as the instruction delivers them: bits of floats, or integers widened to 32 bits. Components that
/// the format does not have are 0.
using Texel = std::array<std::uint32_t, 4>;

/// \param read  gets the addresses of the texels that it reads, after those that it holds; may be nullptr
[[nodiscard]] Texel fetch(const Texture& texture, const FetchPoint& point, std::vector<std::uint64_t>* read = nullptr);

/// Component `component` (0..3) of the four texels that a linear fetch would weigh, in the order of tld4: (0,1), (1,1),
/// (1,0), (0,0) as (x, y). Two-dimensional shapes and cubes.
[[nodiscard]] Texel gather(const Texture& texture, const FetchPoint& point, int component,
                           std::vector<std::uint64_t>* read = nullptr);

/// The level that a fetch with gradients goes to: log2 of the longer one, in texels of level 0. The chip's own estimate
/// of the length is met only nearly.
/// \param along  change of the coordinates from one pixel to the next in x, and in y
[[nodiscard]] float level_of_gradients(const Texture& texture, const std::array<std::array<float, 3>, 2>& along);

enum class SurfaceBoundary : std::uint8_t { trap, clamp, zero };

/// Address of `bytes` bytes in a surface, for a position whose x counts bytes; 0 when it is outside. With `clamp` it is
/// moved to the nearest place inside.
/// \param position  x, y, z or x, y, layer as the shape has them
[[nodiscard]] std::uint64_t surface_address(const Image& image, std::array<std::int32_t, 3> position,
                                            std::uint32_t bytes, SurfaceBoundary boundary);

}  // namespace warpglass::sim
