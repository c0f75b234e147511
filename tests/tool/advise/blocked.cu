// Arrays of well-known kernels, whose best layouts are in the literature: the transposed tile of a blocked product, whose
// rows are read by vectors; the tree of a scan; the passes of a Fourier transform by eights; a matrix that is factored
// in place, by rows and by columns.
#include "check.hpp"

/// Two threads fetch eight numbers of a row of A and store them by columns; rows of the tile are read four by four.
__global__ void blocked_product(float* out, const float* a) {
  __shared__ __align__(16) float as[8][128];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) as[t % 2 * 4 + k][t / 2] = a[t * 4 + k];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    const float4 v = *reinterpret_cast<const float4*>(&as[k][t % 32 * 4]);
    sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
  }
  out[t] = sum;
}

/// Blelloch's scan of 256 numbers by 128 threads.
__global__ void scan(float* out, const float* in) {
  __shared__ float tree[256];
  const int t = threadIdx.x;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
  for (int d = 128; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) tree[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const float left = tree[offset * (2 * t + 1) - 1];
      tree[offset * (2 * t + 1) - 1] = tree[offset * (2 * t + 2) - 1];
      tree[offset * (2 * t + 2) - 1] += left;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

/// What 64 threads with eight numbers each hand to each other between two passes.
__global__ void exchange(float* out, const float* in) {
  __shared__ float points[512];
  const int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) points[t * 8 + k] = in[k * 64 + t];
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[k * 64 + t] = points[k * 64 + t];
}

/// Gauss without pivots: a thread for each row, then one for each column.
__global__ void factor(float* out, const float* in) {
  __shared__ float lu[32][32];
  const int t = threadIdx.x;
  for (int r = 0; r < 32; ++r) lu[r][t] = in[r * 32 + t] + (r == t ? 4096 : 0);
  __syncthreads();
  for (int k = 0; k < 31; ++k) {
    if (t > k) lu[t][k] /= lu[k][k];
    __syncthreads();
    for (int r = k + 1; r < 32; ++r) {
      if (t > k) lu[r][t] -= lu[r][k] * lu[k][t];
    }
    __syncthreads();
  }
  for (int r = 0; r < 32; ++r) out[r * 32 + t] = lu[r][t];
}

int main() {
  OnDevice<float> in(1024), out(1024);
  blocked_product<<<1, 256>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  scan<<<1, 128>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  exchange<<<1, 64>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  factor<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
