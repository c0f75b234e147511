// Tiles of several warps, with memory of the program's and without, against sums done on the host.
// prints: 8576 checks, 0 differences
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

struct Wide {
  double a;
  int b;
};

struct Answers {
  int sum, before, upto, any, all, rank, tiles, neighbour, inner;
  double highest;
  Wide wide;
};

template <unsigned int Size>
__device__ void ask(const cg::thread_block& block, Answers* answers) {
  __shared__ int slots[1024];
  auto tile = cg::tiled_partition<Size>(block);
  int v = block.thread_rank();
  Answers& mine = answers[v];
  mine.sum = cg::reduce(tile, v, cg::plus<int>());
  mine.highest = cg::reduce(tile, v * 0.5, cg::greater<double>());
  mine.before = cg::exclusive_scan(tile, v);
  mine.upto = cg::inclusive_scan(tile, v, cg::plus<int>());
  mine.any = tile.any(v == 70);
  mine.all = tile.all(v < 100);
  mine.rank = tile.thread_rank() + 10000 * tile.meta_group_rank();
  mine.tiles = tile.meta_group_size() * 10000 + tile.size();
  mine.wide = tile.shfl(Wide{v * 0.25, v}, 3);
  slots[v] = v;
  tile.sync();
  mine.neighbour = slots[v ^ 32];
  auto token = tile.barrier_arrive();
  tile.barrier_wait(static_cast<decltype(token)&&>(token));
  if constexpr (Size > 64) {
    auto inner = cg::tiled_partition<64>(tile);
    mine.inner = cg::reduce(inner, 1, cg::plus<int>()) + 1000 * inner.meta_group_rank();
  } else {
    mine.inner = 64 + 1000 * 0;
  }
}

template <unsigned int Size>
__global__ void with_memory(Answers* answers) {
  __shared__ cg::block_tile_memory<1024> memory;
  ask<Size>(cg::this_thread_block(memory), answers);
}
template <unsigned int Size>
__global__ void without_memory(Answers* answers) {
  ask<Size>(cg::this_thread_block(), answers);
}
__global__ void with_old_names(int* sums) {
  __shared__ cg::experimental::block_tile_memory<4, 128> memory;
  auto block = cg::experimental::this_thread_block(memory);
  auto tile = cg::experimental::tiled_partition<64>(block);
  sums[threadIdx.x] = cg::reduce(tile, 1, cg::plus<int>());
}

void check(const Answers* answers, int threads, int size) {
  for (int v = 0; v < threads; ++v) {
    const Answers& mine = answers[v];
    int first = v / size * size, end = first + size < threads ? first + size : threads, sum = 0, before = 0;
    for (int i = first; i < end; ++i) {
      sum += i;
      if (i < v) before += i;
    }
    same("reduce", mine.sum, sum);
    same("highest", mine.highest, (end - 1) * 0.5);
    same("exclusive", mine.before, before);
    same("inclusive", mine.upto, before + v);
    same("any", mine.any, first <= 70 && 70 < end);
    same("all", mine.all, end <= 100);
    same("rank", mine.rank, v - first + 10000 * (v / size));
    same("tiles", mine.tiles, (threads + size - 1) / size * 10000 + size);
    same("shfl", mine.wide.a, (first + 3) * 0.25);
    same("shfl", mine.wide.b, first + 3);
    same("sync", mine.neighbour, v ^ 32);
    same("inner", mine.inner, 64 + (size > 64 ? 1000 * (v % size / 64) : 0));
  }
}

int main() {
  Answers* answers;
  int* sums;
  cudaMallocManaged(&answers, 1024 * sizeof(Answers));
  cudaMallocManaged(&sums, 128 * sizeof(int));
  with_memory<64><<<1, 192>>>(answers);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  check(answers, 192, 64);
  without_memory<128><<<1, 256>>>(answers);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  check(answers, 256, 128);
  without_memory<256><<<1, 256>>>(answers);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  check(answers, 256, 256);
  with_old_names<<<1, 128>>>(sums);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int v = 0; v < 128; ++v) same("old names", sums[v], 64);
  return verdict();
}
