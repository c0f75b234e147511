#include <cmath>

#include "bench/native/native.hpp"

namespace warpglass::bench {

void mandelbrot(std::int32_t* out, int size, float step, int limit) {
  for (int py = 0; py < size; ++py) {
    for (int px = 0; px < size; ++px) {
      const float cx = std::fma(static_cast<float>(px), step, -2.0f);
      const float cy = std::fma(static_cast<float>(py), step, -1.5f);
      float x = 0.0f;
      float y = 0.0f;
      std::int32_t count = 0;
      while (count < limit && std::fma(x, x, y * y) <= 4.0f) {
        const float next = std::fma(x, x, std::fma(-y, y, cx));
        y = std::fma(2.0f * x, y, cy);
        x = next;
        ++count;
      }
      out[py * size + px] = count;
    }
  }
}

}  // namespace warpglass::bench
