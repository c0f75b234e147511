// Columns of 16-byte elements: eight lanes of a quarter of the warp meet in the same four banks.
#include "check.hpp"

__global__ void columns(float4* out, const float4* in) {
  __shared__ float4 tile[32][8];
  const int t = threadIdx.x;
  for (int c = 0; c < 8; ++c) tile[c * 4 + t / 8][t % 8] = in[c * 32 + t];
  __syncthreads();
  for (int c = 0; c < 8; ++c) out[c * 32 + t] = tile[t][c];
}

int main() {
  OnDevice<float> in(1024), out(1024);
  columns<<<1, 32>>>(reinterpret_cast<float4*>(out.get()), reinterpret_cast<const float4*>(in.get()));
  std::printf("%.0f\n", out.sum());
}
