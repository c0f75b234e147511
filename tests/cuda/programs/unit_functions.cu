// See unit_main.cu.
#include <cuda_runtime.h>

__host__ __device__ int thrice(int value) { return 3 * value; }
