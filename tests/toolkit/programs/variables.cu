// Device variables of every kind, the heap and printf.
// prints: thread 0 of 2: 1.5 ok
// prints: 11 checks, 0 differences
#include "check.h"

__managed__ int shared_by_both = 7;
__constant__ float table[4] = {1, 2, 3, 4};
__device__ int plain = 5;

struct Node {
  int value;
  Node* next;
};

__global__ void touch(int* out, int n) {
  if (threadIdx.x == 0) printf("thread %d of %d: %.1f %s\n", (int)threadIdx.x, n, 1.5, "ok");
  atomicAdd(&shared_by_both, 1);
  Node* list = new Node{(int)threadIdx.x, nullptr};
  list = new Node{10, list};
  out[threadIdx.x] = list->value + list->next->value + (int)table[threadIdx.x] + plain;
  delete list->next;
  delete list;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 8);
  same("managed before", shared_by_both, 7);
  shared_by_both = 40;
  touch<<<1, 2>>>(out, 2);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  same("managed", shared_by_both, 42);
  same("thread 0", out[0], 10 + 0 + 1 + 5);
  same("thread 1", out[1], 10 + 1 + 2 + 5);
  const float other[4] = {10, 20, 30, 40};
  const int six = 6;
  same("to symbol", cudaMemcpyToSymbol(table, other, sizeof other), cudaSuccess);
  same("to symbol", cudaMemcpyToSymbol(plain, &six, sizeof six), cudaSuccess);
  float back[2];
  same("from symbol", cudaMemcpyFromSymbol(back, table, sizeof back, 2 * sizeof(float)), cudaSuccess);
  same("from symbol", back[1], 40);
  size_t bytes = 0;
  same("size", cudaGetSymbolSize(&bytes, table), cudaSuccess);
  same("size", (double)bytes, sizeof table);
  cudaDeviceProp properties;
  same("properties",
       cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.clockRate > 0 && properties.warpSize == 32,
       1);
  return verdict();
}
