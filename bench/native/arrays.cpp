#include <cmath>

#include "bench/native/native.hpp"

namespace warpglass::bench {

void histogram(const std::uint32_t* words, std::uint32_t* bins, int count) {
  for (int i = 0; i < 256; ++i) bins[i] = 0;
  for (int i = 0; i < count; ++i) {
    for (int byte = 0; byte < 4; ++byte) ++bins[words[i] >> 8 * byte & 255];
  }
}

void saxpy(const float* x, const float* y, float* out, float a, int count) {
  for (int i = 0; i < count; ++i) out[i] = std::fma(a, x[i], y[i]);
}

void stencil(const float* in, float* out, int n, float centre, float side) {
  const int plane = n * n;
  for (int z = 1; z < n - 1; ++z) {
    for (int y = 1; y < n - 1; ++y) {
      for (int x = 1; x < n - 1; ++x) {
        const int at = z * plane + y * n + x;
        const float sides = in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - plane] + in[at + plane];
        out[at] = std::fma(centre, in[at], side * sides);
      }
    }
  }
}

}  // namespace warpglass::bench
