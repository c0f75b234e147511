#include <cmath>

#include "bench/native/native.hpp"

namespace warpglass::bench {

void nbody(const float* bodies, float* accelerations, int count) {
  constexpr float kSoftening = 0.01f;
  for (int i = 0; i < count; ++i) {
    const float* const own = bodies + std::ptrdiff_t{4} * i;
    float sums[4] = {};
    for (int j = 0; j < count; ++j) {
      const float* const other = bodies + std::ptrdiff_t{4} * j;
      const float dx = other[0] - own[0];
      const float dy = other[1] - own[1];
      const float dz = other[2] - own[2];
      const float inverse = 1.0f / std::sqrt(std::fma(dx, dx, std::fma(dy, dy, std::fma(dz, dz, kSoftening))));
      const float factor = other[3] * inverse * inverse * inverse;
      sums[0] = std::fma(factor, dx, sums[0]);
      sums[1] = std::fma(factor, dy, sums[1]);
      sums[2] = std::fma(factor, dz, sums[2]);
    }
    for (int k = 0; k < 4; ++k) accelerations[std::ptrdiff_t{4} * i + k] = sums[k];
  }
}

}  // namespace warpglass::bench
