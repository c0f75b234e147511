// Three ways to transpose a matrix, and one that forgets a barrier. tests.cpp holds them to what they should do.
constexpr int kTile = 32, kRows = 8;

template <int kPadding, bool kBarrier>
__device__ void transpose_tile(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + kPadding];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  if (kBarrier) __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

extern "C" __global__ void transpose(const float* in, float* out, int n) { transpose_tile<0, true>(in, out, n); }

extern "C" __global__ void transpose_padded(const float* in, float* out, int n) { transpose_tile<1, true>(in, out, n); }

extern "C" __global__ void transpose_hasty(const float* in, float* out, int n) { transpose_tile<1, false>(in, out, n); }

extern "C" __global__ void transpose_directly(const float* in, float* out, int n) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int row = threadIdx.y; row < kTile; row += kRows) {
    const int y = blockIdx.y * kTile + row;
    out[x * n + y] = in[y * n + x];
  }
}
