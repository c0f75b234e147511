// Pairs and vectors: lanes that take eight or sixteen bytes are served by halves and quarters of the warp.
#include "check.hpp"

__global__ void complex_columns(float2* out, const float2* in) {
  __shared__ float2 waves[32][16];
  const int t = threadIdx.x;
  for (int c = 0; c < 16; ++c) waves[t][c] = in[c * 32 + t];
  __syncthreads();
  for (int c = 0; c < 16; ++c) out[c * 32 + t] = waves[t][c ^ 1];
}

/// A square tile of a 16x16 block: two rows of it are a warp.
__global__ void small_turn(double* out, const double* in) {
  __shared__ double small[16][16];
  small[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = small[threadIdx.x][threadIdx.y];
}

int main() {
  OnDevice<float> in(1024), out(1024);
  complex_columns<<<1, 32>>>(reinterpret_cast<float2*>(out.get()), reinterpret_cast<const float2*>(in.get()));
  std::printf("%.0f\n", out.sum());
  OnDevice<double> wide(256), wide_out(256);
  small_turn<<<1, dim3(16, 16)>>>(wide_out.get(), wide.get());
  std::printf("%.0f\n", wide_out.sum());
}
