// A row for each lane in as much shared memory as a block may have: there is no room for a padding, and its 384 columns are
// no power of two. With rows and columns in each other's place the lanes' elements lie side by side.
#include "check.hpp"

__global__ void stacks(float* out, const float* in) {
  __shared__ float own[32][384];
  const int t = threadIdx.x;
  for (int i = 0; i < 384; ++i) own[t][i] = in[(i * 32 + t) % 2048];
  float sum = 0;
  for (int i = 0; i < 384; ++i) sum += own[t][i * 7 % 384] * i;
  out[t] = sum;
}

/// The same, filled in an order that an index with an effect makes.
__global__ void pushed(float* out, const float* in) {
  __shared__ float pile[32][384];
  const int t = threadIdx.x;
  int top = 0;
  while (top < 384) pile[t][top++] = in[(top * 32 + t) % 2048];
  float sum = 0;
  while (top > 0) sum = sum * 0.5f + pile[t][--top];
  out[t] = sum;
}

int main() {
  OnDevice<float> in(2048), out(2048);
  stacks<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  pushed<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
