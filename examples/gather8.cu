// Sum of an element's eight neighbours in the plane, from 8x8 tiles: how much of a tile's neighbourhood is in the tile.
//
// Of the 8 * 64 = 512 neighbour reads of an 8x8 tile, 420 fall inside the tile and 92 outside: 6 * 6 inner threads have
// all eight inside, 4 * 6 at the edges have five, 4 in the corners three. `gather8_tile` reads those 92 from global
// memory; `gather8_halo` loads (8 + 2)^2 elements and computes only with the inner 64 threads, 64 % of the 100
// launched. The share grows with the tile: 12 -> 73 %, 16 -> 79, 20 -> 83, 24 -> 85, 28 -> 87, 30 -> 88 (900 of 1,024
// threads).
//
// What to see (H200, width 256): gather8_tile makes 16,060 global and 16,384 shared loads, gather8_halo 4,064 and
// 24,576. A block of 100 threads is four warps, the last with 4 lanes. Elements outside the plane count as 0. Usage:
// gather8 [width, a multiple of 8]
#include "check.hpp"

constexpr int kTile = 8;
constexpr int kHalo = kTile + 2;

__device__ int element(const int* in, int x, int y, int n) {
  return x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0;
}

__global__ void gather8_tile(const int* in, int* out, int n) {
  __shared__ int tile[kTile][kTile];
  const int left = blockIdx.x * kTile;
  const int top = blockIdx.y * kTile;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  tile[ty][tx] = in[(top + ty) * n + left + tx];
  __syncthreads();
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const int x = tx + dx;
      const int y = ty + dy;
      const bool inside = x >= 0 && x < kTile && y >= 0 && y < kTile;
      sum += inside ? tile[y][x] : element(in, left + x, top + y, n);
    }
  }
  out[(top + ty) * n + left + tx] = sum;
}

__global__ void gather8_halo(const int* in, int* out, int n) {
  __shared__ int tile[kHalo][kHalo];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int x = blockIdx.x * kTile + tx - 1;
  const int y = blockIdx.y * kTile + ty - 1;
  tile[ty][tx] = element(in, x, y, n);
  __syncthreads();
  if (tx == 0 || tx == kHalo - 1 || ty == 0 || ty == kHalo - 1) return;
  out[y * n + x] = tile[ty - 1][tx - 1] + tile[ty - 1][tx] + tile[ty - 1][tx + 1] + tile[ty][tx - 1] +
                   tile[ty][tx + 1] + tile[ty + 1][tx - 1] + tile[ty + 1][tx] + tile[ty + 1][tx + 1];
}

/// Neighbour reads of a `size` x `size` tile that fall inside it.
int reads_inside(int size) {
  int inside = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const bool itself = dx == 0 && dy == 0;
          inside += !itself && x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size;
        }
      }
    }
  }
  return inside;
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "width", 256, kTile, 1 << 12);
  std::vector<int> in(static_cast<std::size_t>(n) * n);
  examples::Random random(9);
  for (int& value : in) value = static_cast<int>(random.below(1000));
  std::vector<int> want(in.size());
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      for (int v = y - 1; v <= y + 1; ++v) {
        for (int u = x - 1; u <= x + 1; ++u) {
          if ((u != x || v != y) && u >= 0 && u < n && v >= 0 && v < n) want[y * n + x] += in[v * n + u];
        }
      }
    }
  }

  examples::Verdict verdict("gather8");
  verdict.expect(reads_inside(kTile) == 420, "an 8x8 tile has " + std::to_string(reads_inside(kTile)) + " inner reads");
  const examples::DeviceArray<int> device_in(in);
  examples::DeviceArray<int> device_out(in.size());
  const dim3 grid(n / kTile, n / kTile);

  gather8_tile<<<grid, dim3(kTile, kTile)>>>(device_in.get(), device_out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("tile", device_out.to_host(), want);

  device_out.fill(0xff);
  gather8_halo<<<grid, dim3(kHalo, kHalo)>>>(device_in.get(), device_out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("halo", device_out.to_host(), want);
  return verdict.finish();
}
