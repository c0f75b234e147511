// Shared memory of other blocks, and a barrier of the cluster that orders nothing.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr int kCluster = 2;

__global__ void remote_read_wrong(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  s[t] = blockIdx.x;
  __syncthreads();
  out[blockIdx.x * kBlock + t] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[t];  // finds: shared-race
  cluster.sync();
}

__global__ void remote_read_right(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  s[t] = blockIdx.x;
  cluster.sync();
  out[blockIdx.x * kBlock + t] = cluster.map_shared_rank(s, 1 - cluster.block_rank())[t];
  cluster.sync();
}

__global__ void remote_count_wrong(int* out) {
  __shared__ int count;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) count = 0;
  cluster.sync();
  int* const first = cluster.map_shared_rank(&count, 0);
  if (threadIdx.x == 0) *first += 1;  // finds: shared-race
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

__global__ void remote_count_right(int* out) {
  __shared__ int count;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) count = 0;
  cluster.sync();
  int* const first = cluster.map_shared_rank(&count, 0);
  if (threadIdx.x == 0) atomicAdd(first, 1);
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

// A relaxed arrival synchronises and orders no memory.
__global__ void relaxed_arrival_wrong(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;  // finds: global-race
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[i] = a[i ^ kBlock];  // finds: global-race
}

__global__ void relaxed_arrival_right(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[i] = a[i ^ kBlock];
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute size;
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = kCluster;
  size.val.clusterDim.y = 1;
  size.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = kCluster;
  config.blockDim = kBlock;
  config.attrs = &size;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

int main() {
  int *a, *out;
  cudaMalloc(&a, 2048);
  cudaMalloc(&out, 2048);
  launch(remote_read_wrong, out);
  launch(remote_read_right, out);
  launch(remote_count_wrong, out);
  launch(remote_count_right, out);
  launch(relaxed_arrival_wrong, a, out);
  launch(relaxed_arrival_right, a, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
