// How many calls of printf the buffer of device code holds. Kernels print far more than fits while the host waits for a
// word in memory and not for the device, since a host that waits for the device empties the buffer meanwhile; then what
// is left comes out. Between lines that begin with '#' stands what came; a line a case:
//
//   nvcc -arch=sm_90 printf_buffer.cu && ./a.out | awk -f printf_buffer.awk
//
#include <cstdio>
#include <unistd.h>
#include <chrono>
__device__ char text[4096];
__device__ void print_case(int mode, int i) {
  switch (mode) {
    case 0: printf("a\n"); break;
    case 1: printf("%d\n", i); break;
    case 2: printf("%d %d\n", i, i); break;
    case 3: printf("%d %d %d\n", i, i, i); break;
    case 4: printf("%d %d %d %d\n", i, i, i, i); break;
    case 5: printf("%f\n", i * 1.0); break;
    case 6: printf("%d %f\n", i, 1.0); break;
    case 7: printf("%d %d %d %d %d %d %d %d\n", i, i, i, i, i, i, i, i); break;
    case 8: printf("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"); break;
    case 9: printf("%d %s\n", i, text); break;
    case 10: printf("%d %s %s\n", i, text, text); break;
    case 11: printf("%c\n", 'x'); break;
    case 12: printf("%s\n", text); break;
    case 13: printf("%d text\n", i); break;
    case 14: printf("%d %s\n", i, "literal"); break;
  }
}
__global__ void k(int m, int n, int len, volatile int* done) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    for (int i = 0; i < len; i++) text[i] = 'x';
    text[len] = 0;
  }
  __syncthreads();
  for (int j = 0; j < n; j++) print_case(m, (j * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) { __threadfence_system(); atomicAdd((int*)done, 1); __threadfence_system(); }
}
int main() {
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 524288);
  int* done;
  cudaMallocHost(&done, 4);
  auto one = [&](int m, int threads, int blocks, int n, int len, bool spin) {
    printf("#mode %d threads %d blocks %d n %d text %d spin %d\n", m, threads, blocks, n, len, spin);
    fflush(stdout);
    *done = 0;
    k<<<blocks, threads>>>(m, n, len, done);
    auto t = std::chrono::steady_clock::now();
    if (spin) while (*(volatile int*)done < blocks && std::chrono::steady_clock::now() - t < std::chrono::seconds(2)) usleep(100);
    double ms = (std::chrono::steady_clock::now() - t).count() / 1e6;
    int e = cudaDeviceSynchronize();
    fflush(stdout);
    printf("#end %d after %.1f ms\n", e, ms);
    fflush(stdout);
  };
  for (int m : {1, 0, 2, 3, 4, 5, 6, 7, 8, 11, 13, 14}) one(m, 32, 1, 1125, 0, true);
  for (int l : {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 100, 1000}) one(12, 32, 1, 1125, l, true);
  for (int l : {1, 8}) { one(9, 32, 1, 1125, l, true); one(10, 32, 1, 1125, l, true); }
  one(1, 1, 1, 36000, 0, true);
  one(1, 1, 1, 36000, 0, false);
  one(1, 256, 100, 4, 0, false);
  one(1, 32, 1, 100, 0, true);
}
