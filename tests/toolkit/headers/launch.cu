// The host side: launches in every form, typed calls, device variables by name,
// and both forms of the calls CUDA 13 changed.
//
// prints: register fat binary wrapper 466243b1 image ba55ed50 architecture 90
// prints: register variable table bytes 64 constant 1
// prints: register variable counter bytes 4 constant 0
// prints: launch _Z5scalePffi grid 4,2,1 block 8,8,1 shared 256
// prints: launch _Z5scalePffi grid 1,1,1 block 1,1,1 shared 0
// prints: launch _Z5scalePffi grid 3,1,1 block 32,1,1 shared 0
// prints: copy to symbol 64
// prints: prefetch to type 1 id 0
// prints: prefetch to type 2 id 0
// prints: 24 0.0125 7
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

__constant__ float table[16];
__managed__ int counter;

__global__ void scale(float* data, float by, int n) {
  int i = threadIdx.x;
  if (i < n) data[i] *= by * table[i & 15];
  counter = 1;
}

int main() {
  float* data;
  if (cudaMalloc(&data, 100) != cudaSuccess) return 1;
  scale<<<dim3(4, 2), dim3(8, 8), 256>>>(data, 2.0f, 5);
  scale<<<1, 1>>>(data, 2.0f, 5);
  float by = 3;
  int n = 7;
  void* arguments[] = {&data, &by, &n};
  cudaLaunchKernel(scale, dim3(3), dim3(32), arguments, 0, cudaStream_t(0));
  float host[16] = {};
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaMemPrefetchAsync(data, 100, 0);
  cudaMemPrefetchAsync(data, 100, cudaCpuDeviceId, cudaStream_t(0));
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaExtent extent = make_cudaExtent(1, 2, 3);
  float4 f = make_float4(1, 2, 3, 4);
  counter = 7;
  printf("%d %g %d\n", (int)(extent.depth * 8), rsqrtf(f.w) / 40 + 0.0 * sinpi(2.0), counter);
  return 0;
}
