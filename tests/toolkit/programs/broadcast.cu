// One lane has a value and all take it from a shuffle: the others' variable is not set, and need not be.
// prints: shuffle 64
// prints: group 64
// prints: tile 64
#include <cooperative_groups.h>

#include <cstdio>

namespace groups = cooperative_groups;

__device__ unsigned taken;

__global__ void by_shuffle(unsigned* out) {
  const unsigned lane = threadIdx.x & 31;
  unsigned base;
  if (lane == 0) base = atomicAdd(&taken, 32);
  base = __shfl_sync(~0u, base, 0);
  out[base + lane] = 1;
}

__global__ void by_group(unsigned* out) {
  const unsigned lane = threadIdx.x & 31;
  const auto group = groups::coalesced_threads();
  unsigned base;
  if (lane == 0) base = atomicAdd(&taken, 32);
  base = group.shfl(base, 0);
  out[base + lane] = 1;
}

__global__ void by_tile(unsigned* out) {
  const unsigned lane = threadIdx.x & 31;
  const auto tile = groups::tiled_partition<32>(groups::this_thread_block());
  unsigned base;
  if (lane == 0) base = atomicAdd(&taken, 32);
  base = tile.shfl(base, 0);
  out[base + lane] = 1;
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 192 * sizeof(unsigned));
  by_shuffle<<<1, 64>>>(out);
  by_group<<<1, 64>>>(out);
  by_tile<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  const char* const names[] = {"shuffle", "group", "tile"};
  for (int i = 0; i < 3; ++i) {
    unsigned sum = 0;
    for (int k = 0; k < 64; ++k) sum += out[64 * i + k];
    std::printf("%s %u\n", names[i], sum);
  }
}
