// The first lane adds up what its warp has stored and adds the sum to a total, round after round. That atomic tells
// the other lanes nothing: what is missing between them is the warp's barrier, no fence.
#include <cstdio>

__global__ void sums(const int* values, int* total, int rounds) {
  __shared__ int s[32];
  for (int round = 0; round < rounds; ++round) {
    s[threadIdx.x] = values[blockIdx.x * 32 + threadIdx.x] + round;  // finds: shared-race
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int i = 0; i < 32; ++i) sum += s[i];  // finds: shared-race
      atomicAdd(total, sum);
    }
  }
}

int main() {
  int* values;
  int* total;
  cudaMalloc(&values, 4 * 32 * sizeof(int));
  cudaMemset(values, 0, 4 * 32 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  sums<<<4, 32>>>(values, total, 3);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(total);
}
