// Transposes of n x n floats, block 32x8, grid n/32 x n/32: straight, through a 32x32 tile with its 32-way bank
// conflicts, and through a padded one.
constexpr int kTile = 32;
constexpr int kRows = 8;

extern "C" __global__ void transpose_naive(const float* in, float* out, int n) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[x * n + y + row] = in[(y + row) * n + x];
}

template <int kWidth>
__device__ void through_tile(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kWidth];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

extern "C" __global__ void transpose(const float* in, float* out, int n) { through_tile<kTile>(in, out, n); }
extern "C" __global__ void transpose_padded(const float* in, float* out, int n) { through_tile<kTile + 1>(in, out, n); }
