// Shared memory of the cluster's other blocks, and barriers of the cluster that order nothing.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr int kCluster = 2;

__global__ void remote_read_wrong(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  s[t] = blockIdx.x;  // finds: shared-race
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

// A block's own barrier says nothing to the others of its cluster.
__global__ void after_barrier_wrong(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  int* const theirs = cluster.map_shared_rank(s, 1 - cluster.block_rank());
  cluster.sync();
  theirs[t] = t;  // finds: shared-race
  __syncthreads();
  out[blockIdx.x * kBlock + t] = s[t];  // finds: shared-race
  cluster.sync();
}

// Arrival and wait apart: what lies between them is in no order.
__global__ void between_wrong(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  int* const theirs = cluster.map_shared_rank(s, 1 - cluster.block_rank());
  cluster.sync();
  cluster.barrier_arrive();
  theirs[t] = t;
  cluster.barrier_wait();
  out[blockIdx.x * kBlock + t] = s[t];  // finds: shared-race
  cluster.sync();
}

__global__ void before_right(int* out) {
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  int* const theirs = cluster.map_shared_rank(s, 1 - cluster.block_rank());
  cluster.sync();
  theirs[t] = t;
  cluster.barrier_arrive();
  out[blockIdx.x * kBlock + t] = t;
  cluster.barrier_wait();
  out[blockIdx.x * kBlock + t] = s[t];
  cluster.sync();
}

// A histogram whose bins are spread over the cluster.
template <bool kAtomic>
__device__ void histogram(const int* in, int* out) {
  __shared__ int bins[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  bins[t] = 0;
  cluster.sync();
  const int bin = in[blockIdx.x * kBlock + t] & 127;
  int* const home = cluster.map_shared_rank(bins, bin / kBlock);
  if constexpr (kAtomic) {
    atomicAdd(&home[bin % kBlock], 1);
  } else {
    ++home[bin % kBlock];  // finds: shared-race
  }
  cluster.sync();
  out[blockIdx.x * kBlock + t] = bins[t];
}
__global__ void histogram_right(const int* in, int* out) { histogram<true>(in, out); }
__global__ void histogram_wrong(const int* in, int* out) { histogram<false>(in, out); }

// An asynchronous store tells a barrier object of the block that it goes to.
using Object = unsigned long long;
template <bool kWaits>
__device__ void send(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  const unsigned object = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (t == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(object) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(object), "r"(4 * kBlock) : "memory");
  }
  cluster.sync();
  unsigned to, told;
  const unsigned rank = 1 - cluster.block_rank();
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(to)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&s[t]))), "r"(rank));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(told) : "r"(object), "r"(rank));
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to), "r"(t), "r"(told)
               : "memory");
  if constexpr (kWaits) {
    int done = 0;
    while (done == 0)
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(object)
                   : "memory");
    out[blockIdx.x * kBlock + t] = s[t];
    cluster.sync();
  } else {
    cluster.sync();
    out[blockIdx.x * kBlock + t] = s[t];  // finds: shared-race
    cluster.sync();
  }
}
__global__ void send_right(int* out) { send<true>(out); }
__global__ void send_wrong(int* out) { send<false>(out); }

// A relaxed arrival synchronises and orders no memory.
__global__ void relaxed_arrival_wrong(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
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
  cudaMemset(a, 0, 2048);
  launch(remote_read_wrong, out);
  launch(remote_read_right, out);
  launch(remote_count_wrong, out);
  launch(remote_count_right, out);
  launch(after_barrier_wrong, out);
  launch(between_wrong, out);
  launch(before_right, out);
  launch(histogram_right, static_cast<const int*>(a), out);
  launch(histogram_wrong, static_cast<const int*>(a), out);
  launch(send_right, out);
  launch(send_wrong, out);
  launch(relaxed_arrival_wrong, a, out);
  launch(relaxed_arrival_right, a, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
