// The program touches its own variables and memory, which kernels use too, with and without having waited for them.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

constexpr int kCount = 4096;
constexpr size_t kPage = 4096;

__managed__ int counter = 7;
__managed__ int table[kCount];
static char name_of_self[64] = "?";

__global__ void fill(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}

__global__ void count() { counter += 1; }

void variables() {
  int all = counter;
  count<<<1, 1>>>();
  all += counter;  // finds: host-race
  cudaDeviceSynchronize();
  all += counter;
  fill<<<16, 256>>>(table, kCount, 1);
  // What is no managed variable lies in no page of theirs, and system calls may have it.
  const int file = open("/proc/self/comm", O_RDONLY);
  if (read(file, name_of_self, sizeof name_of_self) <= 0) abort();
  close(file);
  table[5] = 2;  // finds: host-race
  cudaDeviceSynchronize();
  all += table[6];
  cudaMemcpyToSymbol(counter, &all, sizeof all);
  printf("%d %d %s", all, counter, name_of_self);
}

/// What the host has registered begins in the middle of its first page.
void registered() {
  char* all = static_cast<char*>(aligned_alloc(kPage, 4 * kPage));
  memset(all, 0, 4 * kPage);
  int* x = reinterpret_cast<int*>(all + kPage / 2);
  const int ints = 3 * kPage / sizeof(int);
  cudaHostRegister(x, 3 * kPage, cudaHostRegisterDefault);
  fill<<<16, 256>>>(x, ints, 1);
  all[0] = 1;
  all[4 * kPage - 1] = 1;
  int sum = x[0];                      // not seen: its page is not registered as a whole
  sum += x[kPage / 2 / sizeof(int)];  // finds: host-race
  cudaDeviceSynchronize();
  sum += x[ints - 1];
  fill<<<16, 256>>>(x, ints, 2);
  cudaStreamSynchronize(nullptr);
  sum += x[kPage / sizeof(int)];
  fill<<<16, 256>>>(x, ints, 3);
  cudaHostUnregister(x);
  memset(all, 0, 4 * kPage);
  printf("%d\n", sum);
  free(all);
}

/// A copy that goes by itself, and one that waits.
void copied() {
  int* x = static_cast<int*>(aligned_alloc(kPage, kCount * sizeof(int)));
  cudaHostRegister(x, kCount * sizeof(int), cudaHostRegisterDefault);
  int* device = nullptr;
  cudaMalloc(&device, kCount * sizeof(int));
  cudaMemset(device, 0, kCount * sizeof(int));
  cudaMemcpy(x, device, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = x[1];
  cudaMemcpyAsync(x, device, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  sum += x[2];  // finds: host-race
  cudaDeviceSynchronize();
  printf("%d\n", sum + x[3]);
  cudaFree(device);
  cudaHostUnregister(x);
  free(x);
}

int main() {
  variables();
  registered();
  copied();
}
