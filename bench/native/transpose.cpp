#include "bench/native/native.hpp"

namespace warpglass::bench {

void transpose(const float* in, float* out, int n) {
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) out[x * n + y] = in[y * n + x];
  }
}

}  // namespace warpglass::bench
