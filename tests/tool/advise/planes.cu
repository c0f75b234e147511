// Arrays of three dimensions. In `cells` rows of four words lie in planes of 128, so that a longer row leaves every
// plane at the same banks: a row behind each plane is what helps. In `pairs` lanes are a plane apart, and only a longer
// row and a further row together make that an odd number of words.
#include "check.hpp"

__global__ void across_planes(float* out, const float* in) {
  __shared__ float cells[8][32][4];
  const int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32) cells[i / 128][i / 4 % 32][i % 4] = in[i];
  __syncthreads();
  for (int r = 0; r < 32; ++r) out[r * 32 + t] = cells[t / 4][r][t % 4];
}

__global__ void plane_by_lane(float* out, const float* in) {
  __shared__ float pairs[32][4][8];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) pairs[t][i / 8][i % 8] = in[i * 32 + t];
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[i * 32 + t] = pairs[t][i % 4][i / 4] + i;
}

int main() {
  OnDevice<float> in(1024), out(1024);
  across_planes<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  plane_by_lane<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
