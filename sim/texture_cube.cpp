#include "sim/texture_cube.hpp"

#include <algorithm>
#include <cmath>

namespace warpglass::sim {

// CUDA C Programming Guide, "Cubemap Textures": the coordinate that is largest chooses the face; of equal ones z comes
// before y before x.
CubePoint point_on_cube(std::array<float, 3> direction) {
  const auto [x, y, z] = direction;
  const float across = std::abs(x), up = std::abs(y), ahead = std::abs(z);
  float s = 0, t = 0, major = 0;
  std::int32_t face = 0;
  if (ahead >= across && ahead >= up) {
    face = std::signbit(z) ? 5 : 4;
    major = ahead;
    s = std::signbit(z) ? -x : x;
    t = -y;
  } else if (up >= across) {
    face = std::signbit(y) ? 3 : 2;
    major = up;
    s = x;
    t = std::signbit(y) ? -z : z;
  } else {
    face = std::signbit(x) ? 1 : 0;
    major = across;
    s = std::signbit(x) ? z : -z;
    t = -y;
  }
  if (major == 0) return {face, 0.5f, 0.5f};
  const float scale = 1 / major;
  return {face, (s * scale + 1) / 2, (t * scale + 1) / 2};
}

CubeTexel across_edge(std::int32_t face, std::int32_t x, std::int32_t y, std::int32_t extent) {
  // The centre of the texel as a direction, on the plane of its face, goes through the neighbour.
  const auto place = [extent](std::int32_t i) { return static_cast<float>((2.0 * (i + 0.5) - extent) / extent); };
  const float s = place(x), t = place(y);
  std::array<float, 3> direction{};
  switch (face) {
    case 0: direction = {1, -t, -s}; break;
    case 1: direction = {-1, -t, s}; break;
    case 2: direction = {s, 1, t}; break;
    case 3: direction = {s, -1, -t}; break;
    case 4: direction = {s, -t, 1}; break;
    default: direction = {-s, -t, -1}; break;
  }
  const CubePoint point = point_on_cube(direction);
  const auto texel = [extent](float position) {
    return std::clamp(static_cast<std::int32_t>(position * static_cast<float>(extent)), 0, extent - 1);
  };
  return {point.face, texel(point.x), texel(point.y)};
}

}  // namespace warpglass::sim
