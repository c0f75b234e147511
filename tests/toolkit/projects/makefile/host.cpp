#include <cuda_runtime.h>
#include <math.h>
int host_sum(const float* data, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += data[i];
  return cudaGetLastError() == cudaSuccess ? (int)lroundf(sum) : -1;
}
