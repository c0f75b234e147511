// Structures by value: to a kernel, and on to a function that indexes its own copy.
// prints: 5 checks, 0 differences
#include "check.h"

struct Row {
  float value[10];
  int scale;
};

__device__ __noinline__ float pick(Row row, int i) { return row.value[i & 7] * row.scale; }

__global__ void k(float* out, Row row, int i) { out[threadIdx.x] = pick(row, i + threadIdx.x); }

int main() {
  Row row;
  for (int i = 0; i < 10; ++i) row.value[i] = i + 1;
  row.scale = 10;
  float* out;
  cudaMallocManaged(&out, 16);
  k<<<1, 4>>>(out, row, 6);
  same("runs", cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) same("picked", out[i], 10 * (((6 + i) & 7) + 1));
  return verdict();
}
