// Tiles that are declared with an alignment, at each of the places where nvcc takes it. clang refuses the first, and the
// launch whose brackets stand apart, and reads a rewritten copy of the source: lines and columns are the same in it.
#include "check.hpp"

template <int N>
__global__ void fill(int* out) {
  out[threadIdx.x] = N;
}

__global__ void behind(const float* in, float* out) {
  __shared__ alignas(1024) float word_before[32][32];
  word_before[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = word_before[threadIdx.x][threadIdx.y];
}

__global__ void before(const float* in, float* out) {
  alignas(16) __shared__ float word_behind[32][32];
  word_behind[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = word_behind[threadIdx.x][threadIdx.y];
}

__global__ void own_word(const float* in, float* out) {
  __shared__ __align__(16) float cudas_word[32][32];
  cudas_word[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = cudas_word[threadIdx.x][threadIdx.y];
}

__global__ void behind_name(const float* in, float* out) {
  __shared__ float at_name alignas(128)[32][32];
  at_name[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = at_name[threadIdx.x][threadIdx.y];
}

int main() {
  OnDevice<float> in(1024), out(1024);
  OnDevice<int> filled(32);
  fill<3><< <1, 32>> >(filled.get());
  const dim3 block(32, 32);
  behind<<<1, block>>>(in.get(), out.get());
  before<<<1, block>>>(in.get(), out.get());
  own_word<<<1, block>>>(in.get(), out.get());
  behind_name<<<1, block>>>(in.get(), out.get());
  std::printf("%.0f %.0f\n", out.sum(), filled.sum());
}
