// What the API answers about clusters. cluster_semantics.expected beside it holds the answers of an H200 with CUDA 13.0,
// recorded by running this very program there (built by nvcc).
#include <cstdio>

#include <cuda_runtime.h>

#define SAY(what, error) std::printf("%s: %s\n", what, cudaGetErrorName(error))

__global__ void plain(int* p) {
  if (p != nullptr) p[threadIdx.x] = blockIdx.x;
}

__global__ void with_shared(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[0];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}

struct Launch {
  cudaLaunchAttribute cluster = {};
  cudaLaunchConfig_t config = {};

  Launch(dim3 grid, dim3 size, unsigned threads = 32, unsigned bytes = 0) {
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = size.x;
    cluster.val.clusterDim.y = size.y;
    cluster.val.clusterDim.z = size.z;
    config.gridDim = grid;
    config.blockDim = threads;
    config.dynamicSmemBytes = bytes;
    config.attrs = &cluster;
    config.numAttrs = 1;
  }
};

void launch(const char* what, dim3 grid, dim3 size) {
  Launch with(grid, size);
  const cudaError_t launched = cudaLaunchKernelEx(&with.config, plain, static_cast<int*>(nullptr));
  const cudaError_t ran = cudaDeviceSynchronize();
  std::printf("%s: %s, %s, last %s\n", what, cudaGetErrorName(launched), cudaGetErrorName(ran),
              cudaGetErrorName(cudaGetLastError()));
}

void attributes(const char* what) {
  cudaFuncAttributes a = {};
  SAY(what, cudaFuncGetAttributes(&a, plain));
  std::printf("  must be set %d, required %d %d %d, non-portable %d\n", a.clusterDimMustBeSet, a.requiredClusterWidth,
              a.requiredClusterHeight, a.requiredClusterDepth, a.nonPortableClusterSizeAllowed);
}

int main() {
  int value = -1;
  SAY("device attribute", cudaDeviceGetAttribute(&value, cudaDevAttrClusterLaunch, 0));
  std::printf("  %d\n", value);
  attributes("attributes");
  launch("one", 4, 1);
  launch("two", 4, 2);
  launch("three of four", 4, 3);
  launch("three of six", 6, 3);
  launch("eight", 16, 8);
  launch("two by two by two", dim3(4, 4, 4), dim3(2, 2, 2));
  launch("nine", 9, 9);
  launch("zero", 4, dim3(0, 1, 1));
  launch("larger than the grid", 2, 4);
  SAY("allow more", cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  launch("nine", 9, 9);
  launch("sixteen", 16, 16);
  launch("seventeen", 17, 17);
  SAY("set must", cudaFuncSetAttribute(plain, cudaFuncAttributeClusterDimMustBeSet, 1));
  SAY("set width", cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterWidth, 2));
  attributes("attributes with a width");
  plain<<<4, 32>>>(nullptr);
  SAY("launch with a width", cudaGetLastError());
  SAY("set height", cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterHeight, 1));
  SAY("set depth", cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterDepth, 1));
  attributes("attributes with all");
  plain<<<4, 32>>>(nullptr);
  SAY("launch", cudaGetLastError());
  plain<<<3, 32>>>(nullptr);
  SAY("launch of three", cudaGetLastError());
  launch("four with a width of two", 4, 4);
  SAY("set policy", cudaFuncSetAttribute(plain, cudaFuncAttributeClusterSchedulingPolicyPreference,
                                         cudaClusterSchedulingPolicySpread));
  SAY("set more", cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 2));
  SAY("set width 0", cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterWidth, 0));
  attributes("attributes at last");

  cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  for (const int allowed : {0, 1}) {
    cudaFuncSetAttribute(with_shared, cudaFuncAttributeNonPortableClusterSizeAllowed, allowed);
    for (const unsigned bytes : {0u, 100u * 1024, 200u * 1024}) {
      Launch with(16, 1, 256, bytes);
      int most = -1;
      const cudaError_t error = cudaOccupancyMaxPotentialClusterSize(&most, with_shared, &with.config);
      std::printf("%u bytes: most %d, %s\n", bytes, most, cudaGetErrorName(error));
    }
  }
  for (const unsigned size : {0u, 2u, 8u, 16u, 17u}) {
    Launch with(size * 4, size, 256, 100 * 1024);
    int clusters = -1;
    const cudaError_t error = cudaOccupancyMaxActiveClusters(&clusters, with_shared, &with.config);
    std::printf("clusters of %u: %d, %s\n", size, error == cudaSuccess ? clusters : -1, cudaGetErrorName(error));
  }
  return 0;
}
