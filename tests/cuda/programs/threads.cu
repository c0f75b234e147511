// Calls from many threads at once: each has its own last error, all share the device.
#include <cuda_runtime.h>

#include <atomic>
#include <thread>
#include <vector>

#include "expect.hpp"

__global__ void add(int* values, int amount) { atomicAdd(values + threadIdx.x, amount); }

int main() {
  constexpr int kThreads = 8, kRounds = 25;
  int* shared = nullptr;
  std::atomic<int> wrong{0};
  EXPECT_OK(cudaMalloc(&shared, 32 * sizeof(int)));
  EXPECT_OK(cudaMemset(shared, 0, 32 * sizeof(int)));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      cudaStream_t stream;
      int* own = nullptr;
      cudaStreamCreate(&stream);
      for (int round = 0; round < kRounds; ++round) {
        cudaMallocAsync(reinterpret_cast<void**>(&own), 128, stream);
        cudaMemsetAsync(own, 0, 128, stream);
        add<<<1, 32, 0, stream>>>(own, t);
        add<<<1, 32, 0, stream>>>(shared, 1);
        int values[32];
        cudaMemcpyAsync(values, own, 128, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        if (values[31] != t) ++wrong;
        cudaFreeAsync(own, stream);
        // Half of the threads make a mistake that the others must not see.
        if (t % 2 == 0) cudaMemset(nullptr, 0, 4);
        if (cudaGetLastError() != (t % 2 == 0 ? cudaErrorInvalidValue : cudaSuccess)) ++wrong;
      }
      cudaStreamDestroy(stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
  int sum = 0;
  EXPECT_OK(cudaMemcpy(&sum, shared, sizeof sum, cudaMemcpyDeviceToHost));
  EXPECT(sum == kThreads * kRounds);
  EXPECT(wrong == 0);
  return failures;
}
