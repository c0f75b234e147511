#include "bench/native/native.hpp"

namespace warpglass::bench {

void transpose(const float* in, float* out, int n) {
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) out[x * n + y] = in[y * n + x];
  }
}

void transpose_tiled(const float* in, float* out, int n) {
  constexpr int kTile = 32;
  for (int block_y = 0; block_y < n; block_y += kTile) {
    for (int block_x = 0; block_x < n; block_x += kTile) {
      for (int y = block_y; y < block_y + kTile; ++y) {
        for (int x = block_x; x < block_x + kTile; ++x) out[x * n + y] = in[y * n + x];
      }
    }
  }
}

}  // namespace warpglass::bench
