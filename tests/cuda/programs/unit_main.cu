// Two translation units joined when they are loaded: functions and variables of unit_other.cu, and
// functions of unit_functions.cu, which has nothing else.
#include <cuda_runtime.h>

#include "expect.hpp"

extern __device__ int twice(int value);
__host__ __device__ int thrice(int value);
extern __device__ int calls;
extern __constant__ int offset;
__global__ void other_kernel(int* out);
static __device__ int own = 1;  // unit_other.cu has one of the same name

__global__ void main_kernel(int* out) {
  *out = twice(20) + offset + own + thrice(100);
  atomicAdd(&calls, 1);
}

int main() {
  int* out = nullptr;
  int values[2] = {};
  EXPECT_OK(cudaMalloc(&out, 8));
  main_kernel<<<1, 1>>>(out);
  other_kernel<<<1, 1>>>(out + 1);
  EXPECT_OK(cudaMemcpy(values, out, 8, cudaMemcpyDeviceToHost));
  EXPECT(values[0] == 40 + 5 + 1 + thrice(100));
  EXPECT(values[1] == 101);
  return failures;
}
