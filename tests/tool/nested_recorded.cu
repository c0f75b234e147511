// What nvcc makes of launches from device code; beside it its PTX, which ptx_run_test runs.
//   nvcc 13.0: nvcc -rdc=true -arch=compute_90 -ptx -lineinfo nested_recorded.cu
//   nested_recorded_cdp1.ptx: nvcc -rdc=true -arch=compute_80 -DCUDA_FORCE_CDP1_IF_SUPPORTED -ptx nested_recorded.cu
#include <cstdio>

struct Pair {
  char first;
  double second;
};

__global__ void child(int *to, char c, Pair pair) { atomicAdd(to + threadIdx.x, c + int(pair.second)); }

template <class T>
__global__ void show(const T *values, int count) {
  for (int i = 0; i < count; ++i) printf("%d%c", int(values[i]), i + 1 == count ? '\n' : ' ');
}

extern "C" __global__ void parent(int *values) {
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 4, 0, stream>>>(values, 1, Pair{2, 10.5});
  child<<<1, 2048>>>(values, 1, Pair{});
  printf("error %d\n", int(cudaGetLastError()));
#ifdef CUDA_FORCE_CDP1_IF_SUPPORTED
  cudaDeviceSynchronize();
  printf("%d\n", values[3]);
  show<<<1, 1>>>(values, 4);
#else
  show<<<1, 1, 0, cudaStreamTailLaunch>>>(values, 4);
#endif
  cudaMemsetAsync(values, 0, 8, stream);
  cudaStreamDestroy(stream);
}
