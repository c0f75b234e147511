// Cooperative groups and warp functions, against sums done on the host.
// prints: 329 checks, 0 differences
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

// As much of cuda::atomic as the reductions ask of one.
enum class Order { relaxed, other };
struct Atomic {
  int value;
  __device__ int load(Order) const { return value; }
  __device__ void store(int x, Order order) { value = order == Order::relaxed ? x : -1; }
  __device__ int fetch_add(int x, Order) { return atomicAdd(&value, x); }
  __device__ int fetch_max(int x, Order) { return atomicMax(&value, x); }
  __device__ bool compare_exchange_weak(int& old, int x, Order, Order) {
    const int expected = old;
    old = atomicCAS(&value, expected, x);
    return old == expected;
  }
};
struct Product {
  __device__ int operator()(int a, int b) const { return a * b; }
};

__global__ void update(Atomic* into) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = threadIdx.x;
  cg::reduce_update_async(tile, into[0], v, cg::plus<int>());
  cg::reduce_update_async(tile, into[1], v, cg::greater<int>());
  cg::reduce_update_async(tile, into[2], v % 8 == 3 ? 2 : 1, Product());
  cg::reduce_store_async(tile, into[3], v % 8, cg::plus<int>());
}

struct Wide {
  double a;
  int b;
};

__global__ void warp(int* sums, float* highest, int* before, int* odd, Wide* wide, int* packed, int* invoked) {
  int v = threadIdx.x;
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto whole = cg::tiled_partition<32>(block);
  sums[v] = cg::reduce(whole, v, cg::plus<int>());
  highest[v] = cg::reduce(tile, (float)v, cg::greater<float>());
  before[v] = cg::exclusive_scan(tile, v);
  auto part = cg::binary_partition<32>(whole, v % 3 == 0);
  odd[v] = cg::reduce(part, v, cg::plus<int>());
  invoked[v] = cg::invoke_one_broadcast(part, [&](int more) { return atomicAdd(packed + 3, 100) + more; }, v);
  cg::coalesced_group few = cg::labeled_partition(tile, v % 2);
  invoked[32 + v] = cg::reduce(cg::binary_partition(few, v % 8 > 3), 1, cg::plus<int>());
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
  // Back from shared memory: in pieces of 16 bytes, and of 4.
  cg::memcpy_async(block, out + 64, tile, sizeof tile / 2);
  cg::memcpy_async(block, out + 96, 31, tile + 33, 40);
  cg::wait(block);
}

int main() {
  int *sums, *before, *odd, *packed, *invoked;
  float *highest, *in;
  Wide* wide;
  cudaMallocManaged(&sums, 4096);
  cudaMallocManaged(&before, 128);
  cudaMallocManaged(&odd, 128);
  cudaMallocManaged(&packed, 128);
  cudaMallocManaged(&invoked, 256);
  cudaMallocManaged(&highest, 512);
  cudaMallocManaged(&in, 256);
  cudaMallocManaged(&wide, 32 * sizeof(Wide));
  warp<<<1, 32>>>(sums, highest, before, odd, wide, packed, invoked);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int v = 0; v < 32; ++v) {
    same("reduce", sums[v], 496);
    same("reduce tile", highest[v], v / 8 * 8 + 7);
    int sum = 0;
    for (int i = v / 8 * 8; i < v; ++i) sum += i;
    same("scan", before[v], sum);
    same("binary partition", odd[v], v % 3 == 0 ? 165 : 496 - 165);
    // Which part comes first is open.
    const int first = v % 3 == 0 ? 0 : 1;
    same("invoke one", invoked[v] == first || invoked[v] == first + 100, true);
    same("labeled partition", invoked[32 + v], 2);
    same("wide shuffle", wide[v].a + wide[v].b, (31 - v) * 1.5);
  }
  same("packed ballot", packed[0], 0b1010101);
  same("tile", packed[1], 408);
  same("redux", packed[2], 77);

  Atomic* into;
  cudaMallocManaged(&into, 4 * sizeof(Atomic));
  for (int i = 0; i < 4; ++i) into[i].value = 1;
  update<<<1, 32>>>(into);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  same("update", into[0].value, 497);
  same("update", into[1].value, 31);
  same("update", into[2].value, 16);
  same("store", into[3].value, 28);

  for (int i = 0; i < 64; ++i) in[i] = (float)i;
  copy<<<1, 64>>>(in, highest);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  same("copy", highest[0], 63);
  same("copy", highest[40], 23);
  for (int i = 0; i < 32; ++i) same("copied", highest[i], 63 - i);
  for (int i = 0; i < 64; ++i) same("copied back", highest[64 + i], i < 32 ? i : i < 63 ? i + 1 : 0);
  return verdict();
}
