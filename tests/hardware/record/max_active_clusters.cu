// How many clusters of each size the driver says that the machine holds at once (cudaOccupancyMaxActiveClusters). Prints a
// table (TSV) with a row a block size and shared memory: threads, bytes of dynamic shared memory, blocks on one
// multiprocessor, then the clusters of 1 to 16 blocks.
// Usage: max_active_clusters
#include <cstdio>

__global__ void kernel(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[0];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  for (const int threads : {64, 256, 1024}) {
    for (const int bytes : {0, 40 * 1024, 100 * 1024, 200 * 1024}) {
      int blocks = 0;
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, bytes);
      std::printf("%d\t%d\t%d", threads, bytes, blocks);
      for (unsigned size = 1; size <= 16; ++size) {
        cudaLaunchAttribute cluster = {};
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = size;
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        cudaLaunchConfig_t launch = {};
        launch.gridDim = size * 100;
        launch.blockDim = threads;
        launch.dynamicSmemBytes = bytes;
        launch.attrs = &cluster;
        launch.numAttrs = 1;
        int clusters = -1;
        cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch);
        std::printf("\t%d", clusters);
      }
      std::printf("\n");
    }
  }
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
