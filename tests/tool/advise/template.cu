// One declaration, two kernels: the change has to serve both.
#include "check.hpp"

template <typename T, int N>
__global__ void turn(T* out, const T* in) {
  __shared__ T tile[N][N];
  for (int r = threadIdx.y; r < N; r += blockDim.y) tile[r][threadIdx.x] = in[r * N + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += blockDim.y) out[r * N + threadIdx.x] = tile[threadIdx.x][r];
}

int main() {
  OnDevice<float> in(1024), out(1024);
  OnDevice<double> wide(256), wide_out(256);
  turn<float, 32><<<1, dim3(32, 8)>>>(out.get(), in.get());
  turn<double, 16><<<1, dim3(16, 8)>>>(wide_out.get(), wide.get());
  std::printf("%.0f %.0f\n", out.sum(), wide_out.sum());
}
