// Transpose of a square matrix by tiles in shared memory: the bank conflict everybody meets first.
//
// A warp writes a row of the tile (32 neighbouring words: one wavefront) and reads a column. With 32 words a row, the
// 32 words of a column lie in one bank and are delivered one after the other: 32 wavefronts. One word of padding, or an
// exclusive-or of the column with the row, puts them in 32 banks.
//
// What to see (H200, n = 512, 256 blocks of 32x8, 8,192 shared load instructions a kernel):
//   transpose_naive     no shared memory; one global store touches 32 sectors instead of 4
//   transpose           262,144 shared load wavefronts
//   transpose_padded      8,192
//   transpose_swizzled    8,192, and not a word of shared memory more
//   transpose_double    262,144: two half-warps of 16 different words in one bank each
//   transpose_double_padded  16,384: a warp of 64-bit loads cannot take less than two
// Usage: transpose [n]
#include "check.hpp"

constexpr int kTile = 32;
constexpr int kRows = 8;  // a block of 32x8 threads walks down the tile in four steps

__global__ void transpose_naive(const float* in, float* out, int n) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[x * n + y + row] = in[(y + row) * n + x];
}

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

__global__ void transpose_padded(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

__global__ void transpose_swizzled(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile];  // element (row, column) lives at [row][column ^ row]
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) {
    const int r = threadIdx.y + row;
    tile[r][threadIdx.x ^ r] = in[(y + row) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) {
    out[(y + row) * n + x] = tile[threadIdx.x][(threadIdx.y + row) ^ threadIdx.x];
  }
}

__global__ void transpose_double(const double* in, double* out, int n) {
  __shared__ double tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

__global__ void transpose_double_padded(const double* in, double* out, int n) {
  __shared__ double tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

template <typename T>
void try_kernels(const std::vector<void (*)(const T*, T*, int)>& kernels, const char* type, int n,
                 examples::Verdict& verdict) {
  std::vector<T> in(static_cast<std::size_t>(n) * n);
  std::vector<T> want(in.size());
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      in[y * n + x] = static_cast<T>(y * n + x);
      want[x * n + y] = in[y * n + x];
    }
  }
  const examples::DeviceArray<T> device_in(in);
  const dim3 grid(n / kTile, n / kTile);
  const dim3 block(kTile, kRows);
  for (auto kernel : kernels) {
    examples::DeviceArray<T> device_out(in.size());
    kernel<<<grid, block>>>(device_in.get(), device_out.get(), n);
    CHECK_LAUNCH();
    verdict.expect_equal(type, device_out.to_host(), want);
  }
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 512, kTile, 1 << 12);
  examples::Verdict verdict("transpose");
  try_kernels<float>({transpose_naive, transpose, transpose_padded, transpose_swizzled}, "float", n, verdict);
  try_kernels<double>({transpose_double, transpose_double_padded}, "double", n, verdict);
  return verdict.finish();
}
