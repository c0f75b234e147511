// Shared arrays whose best layout is not the obvious one: `warpglass advise examples/layouts.cu` finds and proves it.
//
// What to see (H200):
//   product   the first factor lies in the tile by columns, 16 words a row: rows of 18 words are without conflict on an
//             H200, rows of 17 on machines with 16 banks (--arch cc1.3)
//   gather    warps of 8x4 threads read 8x4 neighbouring words of rows of 16: rows of 24 words serve the reads (not with
//             Kepler's 8-byte banks), a swizzle takes more instructions than it saves wavefronts
//   matrices  ldmatrix reads eight rows of 16 bytes at once: with rows of 128 bytes all lie in the same banks; a swizzle of
//             eight elements costs no shared memory, where a padding of eight would cost occupancy
// Usage: layouts
#include "check.hpp"

constexpr int kTile = 16;

__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile];  // by columns
  __shared__ float bs[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int step = 0; step < n; step += kTile) {
    as[threadIdx.x][threadIdx.y] = a[row * n + step + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(step + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[k][threadIdx.y] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Sums of 8x8 neighbourhoods to the right and below; `in` has a halo of 8.
__global__ void gather(const float* in, float* out, int n) {
  __shared__ float tile[16][16];
  const int pitch = n + 8;
  for (int i = threadIdx.y * 8 + threadIdx.x; i < 256; i += 64)
    tile[i / 16][i % 16] = in[(blockIdx.y * 8 + i / 16) * pitch + blockIdx.x * 8 + i % 16];
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 8; ++dy) {
    for (int dx = 0; dx < 8; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  }
  out[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 8 + threadIdx.x] = sum;
}

/// Adds up the 64 numbers of each of 32 rows, two and two as ldmatrix gives them to a thread.
__global__ void matrices(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned short tile[64][64];
  for (int i = threadIdx.x; i < 64 * 32; i += 32) *reinterpret_cast<unsigned*>(&tile[i / 32][i % 32 * 2]) = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int part = 0; part < 2; ++part) {
    for (int block = 0; block < 8; ++block) {
      unsigned r[4] = {};
#if __CUDA_ARCH__ >= 750
      const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x + 32 * part][block * 8]));
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "r"(row));
#endif
      for (const unsigned pair : r) sum += (pair & 0xffff) + (pair >> 16);
    }
  }
  atomicAdd(out, sum);
}

int main() {
  examples::Verdict verdict("layouts");
  constexpr int kN = 64;
  {
    std::vector<float> a(kN * kN), b(kN * kN), want(kN * kN);
    for (int i = 0; i < kN * kN; ++i) {
      a[i] = static_cast<float>(i % 13);
      b[i] = static_cast<float>(i % 7);
    }
    for (int y = 0; y < kN; ++y) {
      for (int x = 0; x < kN; ++x) {
        for (int k = 0; k < kN; ++k) want[y * kN + x] += a[y * kN + k] * b[k * kN + x];
      }
    }
    const examples::DeviceArray<float> device_a(a), device_b(b);
    examples::DeviceArray<float> c(kN * kN);
    product<<<dim3(kN / kTile, kN / kTile), dim3(kTile, kTile)>>>(device_a.get(), device_b.get(), c.get(), kN);
    CHECK_LAUNCH();
    verdict.expect_equal("product", c.to_host(), want);
  }
  {
    constexpr int kPitch = kN + 8;
    std::vector<float> in(kPitch * kPitch), want(kN * kN);
    for (int i = 0; i < kPitch * kPitch; ++i) in[i] = static_cast<float>(i % 17);
    for (int y = 0; y < kN; ++y) {
      for (int x = 0; x < kN; ++x) {
        for (int i = 0; i < 64; ++i) want[y * kN + x] += in[(y + i / 8) * kPitch + x + i % 8];
      }
    }
    const examples::DeviceArray<float> device_in(in);
    examples::DeviceArray<float> out(kN * kN);
    gather<<<dim3(kN / 8, kN / 8), dim3(8, 8)>>>(device_in.get(), out.get(), kN);
    CHECK_LAUNCH();
    verdict.expect_equal("gather", out.to_host(), want);
  }
  {
    std::vector<unsigned> in(64 * 32), want(1);
    for (unsigned i = 0; i < in.size(); ++i) {
      in[i] = i << 16 | i * 3 % 1000;
      want[0] += (in[i] & 0xffff) + (in[i] >> 16);
    }
    const examples::DeviceArray<unsigned> device_in(in);
    examples::DeviceArray<unsigned> out(std::vector<unsigned>{0});
    matrices<<<1, 32>>>(device_in.get(), out.get());
    CHECK_LAUNCH();
    verdict.expect_equal("matrices", out.to_host(), want);
  }
  return verdict.finish();
}
