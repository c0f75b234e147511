// Which warp and which lane a thread is: by arithmetic on threadIdx, and by cooperative groups.
//
// Threads are numbered x fastest, then y, then z, and cut into warps of 32 in that order; what is left over at the end
// is a warp with idle lanes that costs as much as a full one. Cooperative groups give the same numbers without the
// arithmetic: `thread_rank()` in the block, `meta_group_rank()` for the warp, `thread_rank()` of the tile for the lane.
//
// What to see: a block of 10x5x3 = 150 threads is 5 warps, the last with 22 lanes: 6.25 % of all lanes never work.
// Usage: warps [blocks]
#include <cooperative_groups.h>

#include "check.hpp"

namespace cg = cooperative_groups;

constexpr int kX = 10;
constexpr int kY = 5;
constexpr int kZ = 3;
constexpr int kThreads = kX * kY * kZ;

__global__ void number_by_index(int* rank, int* warp, int* lane) {
  const int in_block = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int i = blockIdx.x * kThreads + in_block;
  rank[i] = in_block;
  warp[i] = in_block / warpSize;
  lane[i] = in_block % warpSize;
}

__global__ void number_by_groups(int* rank, int* warp, int* lane) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * kThreads + block.thread_rank();
  rank[i] = block.thread_rank();
  warp[i] = tile.meta_group_rank();
  lane[i] = tile.thread_rank();
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 8, 1, 1 << 16);
  const std::size_t count = static_cast<std::size_t>(blocks) * kThreads;
  std::vector<int> want_rank(count);
  std::vector<int> want_warp(count);
  std::vector<int> want_lane(count);
  for (std::size_t i = 0; i < count; ++i) {
    want_rank[i] = static_cast<int>(i % kThreads);
    want_warp[i] = want_rank[i] / 32;
    want_lane[i] = want_rank[i] % 32;
  }
  examples::Verdict verdict("warps");
  for (auto kernel : {number_by_index, number_by_groups}) {
    examples::DeviceArray<int> rank(count);
    examples::DeviceArray<int> warp(count);
    examples::DeviceArray<int> lane(count);
    kernel<<<blocks, dim3(kX, kY, kZ)>>>(rank.get(), warp.get(), lane.get());
    CHECK_LAUNCH();
    verdict.expect_equal("rank", rank.to_host(), want_rank);
    verdict.expect_equal("warp", warp.to_host(), want_warp);
    verdict.expect_equal("lane", lane.to_host(), want_lane);
  }
  return verdict.finish();
}
