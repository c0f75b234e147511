// Cooperative groups and warp functions, against sums done on the host.
// prints: 197 checks, 0 differences
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

struct Wide {
  double a;
  int b;
};

__global__ void warp(int* sums, float* highest, int* before, int* odd, Wide* wide, int* packed) {
  int v = threadIdx.x;
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto whole = cg::tiled_partition<32>(block);
  sums[v] = cg::reduce(whole, v, cg::plus<int>());
  highest[v] = cg::reduce(tile, (float)v, cg::greater<float>());
  before[v] = cg::exclusive_scan(tile, v);
  auto part = cg::binary_partition(whole, v % 3 == 0);
  odd[v] = cg::reduce(part, v, cg::plus<int>());
  wide[v] = whole.shfl(Wide{v * 0.5, v}, 31 - v);
  if (v % 5 == 0) packed[0] = cg::coalesced_threads().ballot(v % 10 == 0);
  if (v == 0) {
    packed[1] = tile.size() + tile.meta_group_size() * 100;
    packed[2] = __reduce_max_sync(1, 77);
  }
}

__global__ void copy(const float* in, float* out) {
  __shared__ float tile[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  cg::wait(block);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  int *sums, *before, *odd, *packed;
  float *highest, *in;
  Wide* wide;
  cudaMallocManaged(&sums, 4096);
  cudaMallocManaged(&before, 128);
  cudaMallocManaged(&odd, 128);
  cudaMallocManaged(&packed, 128);
  cudaMallocManaged(&highest, 256);
  cudaMallocManaged(&in, 256);
  cudaMallocManaged(&wide, 32 * sizeof(Wide));
  warp<<<1, 32>>>(sums, highest, before, odd, wide, packed);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int v = 0; v < 32; ++v) {
    same("reduce", sums[v], 496);
    same("reduce tile", highest[v], v / 8 * 8 + 7);
    int sum = 0;
    for (int i = v / 8 * 8; i < v; ++i) sum += i;
    same("scan", before[v], sum);
    same("binary partition", odd[v], v % 3 == 0 ? 165 : 496 - 165);
    same("wide shuffle", wide[v].a + wide[v].b, (31 - v) * 1.5);
  }
  same("packed ballot", packed[0], 0b1010101);
  same("tile", packed[1], 408);
  same("redux", packed[2], 77);

  for (int i = 0; i < 64; ++i) in[i] = (float)i;
  copy<<<1, 64>>>(in, highest);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  same("copy", highest[0], 63);
  same("copy", highest[40], 23);
  for (int i = 0; i < 32; ++i) same("copied", highest[i], 63 - i);
  return verdict();
}
