// Blocks of a cluster: its barrier orders what they do to global memory, and to shared memory like __syncthreads().
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr int kBlocks = 4;
constexpr int kCluster = 2;

__device__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

__global__ void exchange_block_barrier(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;  // finds: global-race
  __syncthreads();
  out[i] = a[i ^ kBlock];  // finds: global-race
}

__global__ void exchange_right(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
  cg::this_cluster().sync();
  out[i] = a[i ^ kBlock];
}

// The partner is a block of another cluster.
__global__ void other_cluster_wrong(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
  cg::this_cluster().sync();
  out[i] = a[i ^ (kCluster * kBlock)];  // finds: global-race
}

__global__ void other_cluster_right(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
  cg::this_cluster().sync();
  out[i] = a[i ^ 1];
}

// Arrival and wait apart: what comes between is in no order.
__global__ void split_writes_between(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  cluster_arrive();
  a[i] = i;
  const int own = i * 2;
  cluster_wait();
  out[i] = a[i ^ kBlock] + own;  // finds: global-race
}

__global__ void split_right(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
  cluster_arrive();
  const int own = i * 2;
  cluster_wait();
  out[i] = a[i ^ kBlock] + own;
}

// Rounds: a barrier before the reads and one behind them.
__global__ void rounds_one_barrier(int* a, int* out) {
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < 3; ++round) {
    a[i] = i + round;  // finds: global-race
    cluster.sync();
    sum += a[i ^ kBlock];  // finds: global-race
  }
  out[i] = sum;
}

__global__ void rounds_right(int* a, int* out) {
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < 3; ++round) {
    a[i] = i + round;
    cluster.sync();
    sum += a[i ^ kBlock];
    cluster.sync();
  }
  out[i] = sum;
}

// The cluster's barrier is one of the block too.
__global__ void own_shared_memory_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  cg::this_cluster().sync();
  out[blockIdx.x * kBlock + t] = s[kBlock - 1 - t];
}

// An arrival alone is not: the wait is missing.
__global__ void own_shared_memory_split_arrives_only(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;  // finds: shared-race
  cluster_arrive();
  out[blockIdx.x * kBlock + t] = s[kBlock - 1 - t];  // finds: shared-race
  cluster_wait();
}

__global__ void own_shared_memory_split_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  cluster_arrive();
  cluster_wait();
  out[blockIdx.x * kBlock + t] = s[kBlock - 1 - t];
}

// Counters of a cluster, by atomics on the first block's part.
__global__ void cluster_count_wrong(int* counts) {
  int* const mine = &counts[blockIdx.x / kCluster];
  if (threadIdx.x == 0) *mine += 1;  // finds: global-race
}

__global__ void cluster_count_right(int* counts) {
  int* const mine = &counts[blockIdx.x / kCluster];
  if (threadIdx.x == 0) atomicAdd(mine, 1);
}

// Atomic to each other are only those of one cluster.
__device__ void add_in_cluster(int* to) {
  asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" ::"l"(to) : "memory");  // finds: scope-race
}

__global__ void cluster_scope_wrong(int* counts) {
  if (threadIdx.x == 0) add_in_cluster(&counts[0]);
}

__global__ void cluster_scope_right(int* counts) {
  if (threadIdx.x == 0) add_in_cluster(&counts[blockIdx.x / kCluster]);
}

// Remote shared memory, which the cluster's barrier keeps alive and in order.
__global__ void remote_right(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  s[t] = blockIdx.x;
  cluster.sync();
  out[blockIdx.x * kBlock + t] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[t];
  cluster.sync();
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute size;
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = kCluster;
  size.val.clusterDim.y = 1;
  size.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = kBlocks;
  config.blockDim = kBlock;
  config.attrs = &size;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

int main() {
  int *a, *out;
  cudaMalloc(&a, 2048);
  cudaMalloc(&out, 2048);
  cudaMemset(a, 0, 2048);
  launch(exchange_block_barrier, a, out);
  launch(exchange_right, a, out);
  launch(other_cluster_wrong, a, out);
  launch(other_cluster_right, a, out);
  launch(split_writes_between, a, out);
  launch(split_right, a, out);
  launch(rounds_one_barrier, a, out);
  launch(rounds_right, a, out);
  launch(own_shared_memory_right, out);
  launch(own_shared_memory_split_arrives_only, out);
  launch(own_shared_memory_split_right, out);
  launch(cluster_count_wrong, a);
  launch(cluster_count_right, a);
  launch(cluster_scope_wrong, a);
  launch(cluster_scope_right, a);
  launch(remote_right, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
