// Each thread sums a column of an 8x8 neighbourhood with its halo: warps of 8x4 threads, rows of 16 words.
#include "check.hpp"

__global__ void gather(float* out, const float* in, int n) {
  __shared__ float tile[16][16];
  const int thread = threadIdx.y * 8 + threadIdx.x;
  for (int i = thread; i < 256; i += 64) tile[i / 16][i % 16] = in[(blockIdx.y * 8 + i / 16) * n + blockIdx.x * 8 + i % 16];
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 8; ++dy)
    for (int dx = 0; dx < 8; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx] * (dy * 8 + dx + 1);
  out[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 8 + threadIdx.x] = sum;
}

int main() {
  OnDevice<float> in(64 * 64), out(64 * 64);
  gather<<<dim3(4, 4), dim3(8, 8)>>>(out.get(), in.get(), 64);
  std::printf("%.0f\n", out.sum());
}
