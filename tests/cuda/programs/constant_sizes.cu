// How much constant memory a kernel is said to take: all of its module, whichever of it the kernel reads.
#include <cuda_runtime.h>

#include <cstdio>

__constant__ int words[10];
__constant__ double unread[33];
__constant__ __align__(64) char aligned[5];

__global__ void none(int* p) { *p = 1; }
__global__ void one(int* p) { *p = words[*p]; }
__global__ void another(int* p) { *p = aligned[*p]; }
__global__ void both(int* p) { *p = aligned[*p] + words[*p]; }

template <class Kernel>
void print(const char* name, Kernel kernel) {
  cudaFuncAttributes attributes{};
  const int error = cudaFuncGetAttributes(&attributes, kernel);
  printf("%s: error %d, %zu bytes\n", name, error, attributes.constSizeBytes);
}

int main() {
  print("none", none);
  print("one", one);
  print("another", another);
  print("both", both);
}
