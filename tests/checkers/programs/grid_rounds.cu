// Barriers of the grid, one after another.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr int kBlocks = 4;

// Between rounds everybody has to have read before anybody writes.
__global__ void grid_rounds_wrong(int* a, int* out) {
  const cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < 3; ++round) {
    a[i] = i + round;  // finds: global-race
    grid.sync();
    sum += a[(i + kBlock) % (kBlocks * kBlock)];  // finds: global-race
  }
  out[i] = sum;
}

__global__ void grid_rounds_right(int* a, int* out) {
  const cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < 3; ++round) {
    a[i] = i + round;
    grid.sync();
    sum += a[(i + kBlock) % (kBlocks * kBlock)];
    grid.sync();
  }
  out[i] = sum;
}

int main() {
  int *a, *out;
  cudaMalloc(&a, 4096);
  cudaMalloc(&out, 4096);
  void* arguments[] = {&a, &out};
  const dim3 grid(kBlocks), block(kBlock);
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_rounds_wrong), grid, block, arguments, 0, nullptr);
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_rounds_right), grid, block, arguments, 0, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
