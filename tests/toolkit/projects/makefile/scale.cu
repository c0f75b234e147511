#include "scale.h"
__device__ int calls;
__device__ float scale(float x) {
  atomicAdd(&calls, 1);
  return 3 * x;
}
int calls_made() {
  int count = 0;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  return count;
}
