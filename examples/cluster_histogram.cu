// A histogram in distributed shared memory: each block of a cluster holds a part of the bins, and all count into
// whichever block has the bin (CUDA C++ Programming Guide, Distributed Shared Memory). For compute capability 9.0.
//
// What to look at: with clusters of one block every count is an atomic in the block's own shared memory, with the
// conflicts of random bins. With clusters of n blocks only one in n is: what goes to the other blocks does not use this
// multiprocessor's banks. The two cluster.sync() are needed: without the first, counts are lost that come before a part
// is zero; without the second, a block exits while others still count in its memory.
#include <cooperative_groups.h>

#include "check.hpp"

namespace cg = cooperative_groups;

constexpr int kBins = 4096;
constexpr int kBlock = 256;
constexpr int kBlocks = 16;

__global__ void histogram_cluster(const unsigned* values, int n, unsigned* bins) {
  extern __shared__ unsigned part[];
  cg::cluster_group cluster = cg::this_cluster();
  const int bins_here = kBins / cluster.num_blocks();
  for (int i = threadIdx.x; i < bins_here; i += blockDim.x) part[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int bin = values[i];
    unsigned* counts = cluster.map_shared_rank(part, bin / bins_here);
    atomicAdd(&counts[bin % bins_here], 1u);
  }
  cluster.sync();
  const int first = cluster.block_rank() * bins_here;
  for (int i = threadIdx.x; i < bins_here; i += blockDim.x) atomicAdd(&bins[first + i], part[i]);
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 16);
  std::vector<unsigned> values(n), want(kBins);
  examples::Random random(5);
  for (unsigned& value : values) ++want[value = random.below(kBins)];
  const examples::DeviceArray<unsigned> device_values(values);
  examples::Verdict verdict("cluster_histogram");
  for (const unsigned size : {1, 2, 4, 8}) {
    examples::DeviceArray<unsigned> bins(kBins);
    bins.fill(0);
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = size;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = kBlocks;
    launch.blockDim = kBlock;
    launch.dynamicSmemBytes = kBins / size * sizeof(unsigned);
    launch.attrs = &cluster;
    launch.numAttrs = 1;
    CHECK_CUDA(cudaLaunchKernelEx(&launch, histogram_cluster, static_cast<const unsigned*>(device_values.get()), n,
                                  bins.get()));
    CHECK_LAUNCH();
    verdict.expect_equal("bins", bins.to_host(), want);
  }
  return verdict.finish();
}
