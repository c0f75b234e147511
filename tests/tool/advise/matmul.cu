// A product of matrices whose first factor is kept transposed, so that it is written by columns: rows of 16 words meet
// in half the banks.
#include "check.hpp"

constexpr int kTile = 16;

__global__ void product(float* c, const float* a, const float* b, int n) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int step = 0; step < n; step += kTile) {
    as[threadIdx.x][threadIdx.y] = a[row * n + step + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(step + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[k][threadIdx.y] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  OnDevice<float> a(64 * 64), b(64 * 64), c(64 * 64);
  product<<<dim3(4, 4), dim3(kTile, kTile)>>>(c.get(), a.get(), b.get(), 64);
  std::printf("%.0f\n", c.sum());
}
