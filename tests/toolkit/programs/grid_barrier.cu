// A grid-wide barrier, whose counter the runtime hands over in %envreg1 and %envreg2.
// prints: 1 checks, 0 differences
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void grid(int* counts, int* total) {
  auto all = cg::this_grid();
  counts[all.thread_rank()] = 1 + (int)all.block_rank();
  all.sync();
  if (all.thread_rank() == 0) {
    for (unsigned i = 0; i < all.size(); ++i) *total += counts[i];
  }
}

int main() {
  int *counts, *total;
  cudaMallocManaged(&counts, 4 * 64 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  *total = 0;
  void* arguments[] = {&counts, &total};
  if (cudaLaunchCooperativeKernel(grid, dim3(4), dim3(64), arguments) != cudaSuccess) return 1;
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  same("sum", *total, 64 * (1 + 2 + 3 + 4));
  return verdict();
}
