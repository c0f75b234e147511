// See unit_main.cu.
#include <cuda_runtime.h>

__device__ int calls = 0;
__constant__ int offset = 5;
static __device__ int own = 100;

__device__ int twice(int value) { return 2 * value; }
__global__ void other_kernel(int* out) { *out = own + calls; }
