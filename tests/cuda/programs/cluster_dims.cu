// Kernels that state their cluster's size. cluster_dims.expected holds the answers of an H200 (driver 580.159.04, CUDA 13.0,
// 2026-11-23), recorded by running this program there, built by nvcc.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) k(int* out) {
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) out[blockIdx.x] = static_cast<int>(cluster.num_blocks() * 100 + cluster.block_rank());
}

template <int N>
__global__ void __cluster_dims__((N > 2 ? N : 2)) t(int* out) {
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) out[blockIdx.x] = static_cast<int>(cluster.num_blocks() * 100 + cluster.block_rank());
}

int* out;

template <class Kernel>
void go(const char* name, Kernel kernel, int grid) {
  for (int i = 0; i < 16; ++i) out[i] = -1;
  kernel<<<grid, 32>>>(out);
  const int launched = cudaGetLastError();
  std::printf("%s grid %d launch %d sync %d:", name, grid, launched, static_cast<int>(cudaDeviceSynchronize()));
  for (int i = 0; i < 8; ++i) std::printf(" %d", out[i]);
  std::printf("\n");
}

int main() {
  cudaMallocManaged(&out, 4096);
  go("k", k, 8);
  go("k", k, 7);
  go("t4", t<4>, 8);
  go("t4", t<4>, 6);
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, k);
  std::printf("attr %d %d %d must %d max %d\n", a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth,
              a.clusterDimMustBeSet, a.nonPortableClusterSizeAllowed);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  cudaLaunchConfig_t config{};
  config.gridDim = 8;
  config.blockDim = 32;
  config.attrs = attribute;
  config.numAttrs = 1;
  for (const unsigned n : {1u, 2u, 4u}) {
    attribute[0].val.clusterDim = {n, 1, 1};
    const int launched = cudaLaunchKernelEx(&config, k, out);
    const int ran = cudaDeviceSynchronize();
    std::printf("ex %u: %d %d: %d %d\n", n, launched, ran, out[0], out[1]);
  }
  config.numAttrs = 0;
  const int launched = cudaLaunchKernelEx(&config, k, out);
  std::printf("ex none %d %d\n", launched, static_cast<int>(cudaDeviceSynchronize()));
  return 0;
}
