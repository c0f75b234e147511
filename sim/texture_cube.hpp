// Cubes: which face a direction goes through, and where.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::sim {

struct CubePoint {
  std::int32_t face = 0;  // +x, -x, +y, -y, +z, -z
  float x = 0;            // 0..1 across the face
  float y = 0;
};

[[nodiscard]] CubePoint point_on_cube(std::array<float, 3> direction);

struct CubeTexel {
  std::int32_t face = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
};

/// The texel of a neighbouring face that lies beside a face's edge, where a texel with one coordinate of -1 or `extent`
/// would be.
[[nodiscard]] CubeTexel across_edge(std::int32_t face, std::int32_t x, std::int32_t y, std::int32_t extent);

}  // namespace warpglass::sim
