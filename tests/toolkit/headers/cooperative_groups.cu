// ptx: redux.sync.add.s32
// ptx: shfl.sync.bfly.b32
// ptx: %envreg1
// ptx: atom.add.release.gpu.u32
// ptx: ld.acquire.gpu.u32
// ptx: barrier.cluster.arrive
// ptx: cp.async.cg.shared.global
// not-ptx: call.uni
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct Pair {
  double a;
  int b;
};

__device__ int sum_of(cg::thread_group group, int value) {
  group.sync();
  return value * (int)group.size();
}

__device__ int first_of(cg::thread_block_tile<32> tile, int value) { return tile.shfl(value, 0); }

__global__ void k(int* out, float* f, Pair* pair) {
  __shared__ float buffer[1024];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(warp);
  out[0] = cg::reduce(warp, out[1], cg::plus<int>());
  f[0] = cg::reduce(eight, f[1], cg::greater<float>());
  f[2] = cg::inclusive_scan(warp, f[3]) + cg::exclusive_scan(eight, f[4]);
  *pair = warp.shfl(pair[1], 3);
  out[2] = sum_of(block, 1) + sum_of(warp, 2) + first_of(warp, 3) + eight.meta_group_rank() + eight.meta_group_size();
  auto odd = cg::binary_partition(warp, threadIdx.x & 1);
  out[3] = odd.size() + odd.thread_rank() + cg::coalesced_threads().num_threads();
  cg::memcpy_async(block, buffer, f, sizeof buffer);
  cg::wait(block);
  f[5] = buffer[threadIdx.x];
  cg::this_cluster().sync();
  cg::this_grid().sync();
  out[4] = (int)cg::this_grid().thread_rank();
}
