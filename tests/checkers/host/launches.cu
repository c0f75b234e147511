// Launches that are refused, each beside one that is not.
#include <cuda_runtime.h>

__global__ void touch(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void __launch_bounds__(128) narrow(int* x) { x[threadIdx.x] = 1; }
__global__ void with_tile(int* x) {
  __shared__ int tile[1024];
  tile[threadIdx.x] = 1;
  x[threadIdx.x] = tile[threadIdx.x];
}
__global__ void roomy(int* x) { x[threadIdx.x] = 1; }

void not_a_kernel() {}

cudaError_t launch_with_clusters(int* x, unsigned grid, unsigned cluster) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(1);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, touch, x);  // finds: launch-failed
}

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 4096);

  touch<<<0, 32>>>(x);                      // finds: launch-failed
  touch<<<dim3(1, 65536), 32>>>(x);         // finds: launch-failed
  touch<<<dim3(1, 1, 1), dim3(32, 0)>>>(x);  // finds: launch-failed
  touch<<<1, 2048>>>(x);                    // finds: launch-failed
  touch<<<1, dim3(64, 32)>>>(x);            // finds: launch-failed
  touch<<<1, dim3(1, 1, 128)>>>(x);         // finds: launch-failed
  touch<<<1, dim3(1024, 1)>>>(x);

  narrow<<<1, 256>>>(x);  // finds: launch-failed
  narrow<<<1, 128>>>(x);

  touch<<<1, 32, 500000>>>(x);     // finds: launch-failed
  touch<<<1, 32, 60000>>>(x);      // finds: launch-failed
  with_tile<<<1, 32, 230000>>>(x);  // finds: launch-failed
  touch<<<1, 32, 48 * 1024>>>(x);
  cudaFuncSetAttribute(roomy, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);
  roomy<<<1, 32, 60000>>>(x);

  void* arguments[] = {&x};
  cudaLaunchCooperativeKernel(touch, dim3(100000), dim3(32), arguments, 0, nullptr);  // finds: launch-failed
  cudaLaunchCooperativeKernel(touch, dim3(1), dim3(32), arguments, 0, nullptr);

  launch_with_clusters(x, 4, 4);
  launch_with_clusters(x, 5, 2);
  launch_with_clusters(x, 16, 16);
  launch_with_clusters(x, 16, 0);

  cudaLaunchKernel(reinterpret_cast<const void*>(not_a_kernel), dim3(1), dim3(1), arguments, 0, nullptr);  // finds: launch-failed

  cudaFree(x);
  return cudaDeviceSynchronize() != cudaSuccess;
}
