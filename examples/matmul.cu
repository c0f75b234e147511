// Product of two square matrices, tile by tile through shared memory.
//
// A block of TILE x TILE threads computes as many elements of the product. It loads a tile of each factor, every
// element once, and uses it TILE times: global loads fall from 2 n a thread to 2 n / TILE. In the inner loop a warp
// reads one word (or two) of `a`'s tile, which is a broadcast, and a row of `b`'s tile: no bank conflict in either.
//
//   matmul_tile16, matmul_tile32   tile known when compiled
//   matmul_dynamic                 tile chosen at run time from the device's limits, shared memory given at the launch
//
// What to see (H200, n = 512): 5,242,880 shared load instructions for tile 16, because the assembler fetches four
// neighbouring words of a row of `a` with one 128-bit load; 6,291,456 wavefronts.
// Usage: matmul [n]
#include "check.hpp"

template <int kTile>
__device__ void multiply_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < n; start += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void matmul_tile16(const float* a, const float* b, float* c, int n) { multiply_tiles<16>(a, b, c, n); }

__global__ void matmul_tile32(const float* a, const float* b, float* c, int n) { multiply_tiles<32>(a, b, c, n); }

__global__ void matmul_dynamic(const float* a, const float* b, float* c, int n, int tile) {
  extern __shared__ float tiles[];
  float* tile_a = tiles;
  float* tile_b = tiles + tile * tile;
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  const int own = threadIdx.y * tile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < n; start += tile) {
    tile_a[own] = a[row * n + start + threadIdx.x];
    tile_b[own] = b[(start + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += tile_a[threadIdx.y * tile + k] * tile_b[k * tile + threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// The largest tile of 32, 16, 8 whose threads and whose two tiles of floats the device can give one block.
int tile_for(const cudaDeviceProp& device) {
  for (int tile : {32, 16}) {
    const std::size_t bytes = 2 * tile * tile * sizeof(float);
    if (tile * tile <= device.maxThreadsPerBlock && bytes <= device.sharedMemPerBlock) return tile;
  }
  return 8;
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 512, 32, 1 << 12);
  const std::size_t count = static_cast<std::size_t>(n) * n;
  std::vector<float> a(count);
  std::vector<float> b(count);
  examples::Random random(3);
  for (float& value : a) value = static_cast<float>(random.below(8));  // small integers: every sum is exact
  for (float& value : b) value = static_cast<float>(random.below(8));
  std::vector<float> want(count, 0.0f);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) want[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }

  const examples::DeviceArray<float> device_a(a);
  const examples::DeviceArray<float> device_b(b);
  examples::DeviceArray<float> device_c(count);
  examples::Verdict verdict("matmul");

  matmul_tile16<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(device_a.get(), device_b.get(), device_c.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("tile16", device_c.to_host(), want);

  device_c.fill(0xff);
  matmul_tile32<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(device_a.get(), device_b.get(), device_c.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("tile32", device_c.to_host(), want);

  int device = 0;
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDevice(&device));
  CHECK_CUDA(cudaGetDeviceProperties(&properties, device));
  const int tile = tile_for(properties);
  device_c.fill(0xff);
  matmul_dynamic<<<dim3(n / tile, n / tile), dim3(tile, tile), 2 * tile * tile * sizeof(float)>>>(
      device_a.get(), device_b.get(), device_c.get(), n, tile);
  CHECK_LAUNCH();
  verdict.expect_equal("dynamic", device_c.to_host(), want);
  return verdict.finish("dynamic tile " + std::to_string(tile));
}
