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

#include "sim/image.hpp"

namespace warpglass::sim {

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
  /// Another one whenever a handle comes to stand for something else, but for what becomes of memory that no array is.
  std::uint64_t version = 0;
};

/// Where a lane fetches. Coordinates are texels, or fractions of the extent when the sampler's are normalized.
struct FetchPoint {
  bool by_number = false;  // `texel` counts, not `at`
  std::array<float, 3> at{};
  std::array<std::int32_t, 3> texel{};
  std::int32_t layer = 0;
  float level = 0;
};

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
