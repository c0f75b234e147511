// The unpadded transpose.
#include "check.hpp"

__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  OnDevice<float> in(128 * 128), out(128 * 128);
  transpose<<<dim3(4, 4), dim3(32, 32)>>>(out.get(), in.get(), 128);
  std::printf("%.0f\n", out.sum());
}
