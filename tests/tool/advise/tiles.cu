// Tiles of other sizes and elements: pairs of halves, an 8x8 block, bins that each of sixteen lanes has of its own,
// partial sums that are added up by columns, and a slice of a volume that is walked along its slowest dimension.
#include "check.hpp"

__global__ void turn_pairs(ushort2* out, const ushort2* in) {
  __shared__ ushort2 pairs_of_halves[32][32];
  for (int r = threadIdx.y; r < 32; r += 8) pairs_of_halves[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + threadIdx.x] = pairs_of_halves[threadIdx.x][r];
}

/// Four rows of the tile are a warp.
__global__ void turn_small(float* out, const float* in) {
  __shared__ float eight[8][8];
  eight[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = eight[threadIdx.x][threadIdx.y];
}

/// Lanes that count the same value at the same time, each in its own bins.
__global__ void bins_by_lane(unsigned* out) {
  __shared__ unsigned bins[32][64];
  const int t = threadIdx.x;
  for (int b = 0; b < 64; ++b) bins[b / 2][b % 2 * 32 + t] = 0;
  __syncwarp();
  for (int i = 0; i < 64; ++i) atomicAdd(&bins[t][i * 5 % 64], static_cast<unsigned>(i));
  __syncwarp();
  for (int b = 0; b < 2; ++b) {
    unsigned sum = 0;
    for (int r = 0; r < 32; ++r) sum += bins[r][b * 32 + t];
    out[b * 32 + t] = sum;
  }
}

__global__ void column_sums(float* out, const float* in) {
  __shared__ float partial[16][32];
  partial[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const int t = threadIdx.y * 32 + threadIdx.x;
  if (t >= 32) return;
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += partial[t % 16][t / 16 * 16 + i];
  out[t] = sum;
}

int main() {
  OnDevice<float> in(1024), out(1024);
  turn_pairs<<<1, dim3(32, 8)>>>(reinterpret_cast<ushort2*>(out.get()), reinterpret_cast<const ushort2*>(in.get()));
  std::printf("%.0f\n", out.sum());
  turn_small<<<1, dim3(8, 8)>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  bins_by_lane<<<1, 32>>>(reinterpret_cast<unsigned*>(out.get()));
  std::printf("%.0f\n", out.sum());
  column_sums<<<1, dim3(32, 16)>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
