#include <cmath>

#include "bench/native/native.hpp"

namespace warpglass::bench {

void matmul_tiled(const float* a, const float* b, float* c, int n) {
  constexpr int kTile = 16;
  for (int block_y = 0; block_y < n; block_y += kTile) {
    for (int block_x = 0; block_x < n; block_x += kTile) {
      float sum[kTile][kTile] = {};
      for (int start = 0; start < n; start += kTile) {
        float tile_a[kTile][kTile];
        float tile_b[kTile][kTile];
        for (int y = 0; y < kTile; ++y) {
          for (int x = 0; x < kTile; ++x) {
            tile_a[y][x] = a[(block_y + y) * n + start + x];
            tile_b[y][x] = b[(start + y) * n + block_x + x];
          }
        }
        for (int y = 0; y < kTile; ++y) {
          for (int k = 0; k < kTile; ++k) {
            for (int x = 0; x < kTile; ++x) sum[y][x] = std::fma(tile_a[y][k], tile_b[k][x], sum[y][x]);
          }
        }
      }
      for (int y = 0; y < kTile; ++y) {
        for (int x = 0; x < kTile; ++x) c[(block_y + y) * n + block_x + x] = sum[y][x];
      }
    }
  }
}

}  // namespace warpglass::bench
