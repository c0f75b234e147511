// Rows that are made in the index of an array of one dimension: its extent and every index change.
#include "check.hpp"

__global__ void turn(float* out, const float* in) {
  __shared__ float s[32 * 32];
  const int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + x] = s[x * 32 + y];
}

int main() {
  OnDevice<float> in(1024), out(1024);
  turn<<<1, dim3(32, 8)>>>(out.get(), in.get());
  turn<<<1, dim3(32, 8)>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
