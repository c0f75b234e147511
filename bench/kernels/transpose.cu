// Transpose of n x n floats through an unpadded 32x32 tile, 32-way bank conflicts included: block 32x8, grid n/32 x
// n/32.
extern "C" __global__ void transpose(const float* in, float* out, int n) {
  constexpr int kTile = 32;
  constexpr int kRows = 8;
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}
