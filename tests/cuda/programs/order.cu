// What a program prints, from the device and from the host, in the order it happens; callbacks and events.
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

#include "expect.hpp"

__global__ void say(int number) { printf("device %d: %s %5.2f %c %lld\n", number, "text", 1.25, 'x', 1ll << 40); }

void host_function(void* text) { std::printf("host function: %s\n", static_cast<const char*>(text)); }

void callback(cudaStream_t, cudaError_t status, void* data) {
  // Another thread may make calls while a callback runs.
  std::thread([] { cudaDeviceSynchronize(); }).join();
  std::printf("callback: %d %s\n", int(status), static_cast<const char*>(data));
}

int main() {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  char text[] = "between";
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaEventCreate(&start));
  EXPECT_OK(cudaEventCreate(&stop));
  EXPECT_OK(cudaEventRecord(start, stream));
  std::printf("host 1\n");
  say<<<1, 1, 0, stream>>>(2);
  EXPECT_OK(cudaLaunchHostFunc(stream, host_function, text));
  say<<<1, 2, 0, stream>>>(3);
  EXPECT_OK(cudaStreamAddCallback(stream, callback, text, 0));
  EXPECT_OK(cudaEventRecord(stop, stream));
  EXPECT_OK(cudaStreamWaitEvent(stream, stop, 0));
  EXPECT_OK(cudaStreamSynchronize(stream));
  std::printf("host 4\n");
  float ms = 0;
  EXPECT_OK(cudaEventElapsedTime(&ms, start, stop));
  EXPECT(ms > 0);
  return failures;
}
