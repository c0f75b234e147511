// Kernels that wait for the host, by memory that both see: the launch call returns, and the host goes on.
#include <cuda_runtime.h>

#include <thread>

#include "expect.hpp"

__global__ void wait_once(const volatile unsigned* latch, unsigned* seen) {
  while (*latch == 0) {
  }
  seen[threadIdx.x] = *latch;
}

// Answers requests one by one.
__global__ void serve(volatile int* request, volatile int* reply, int rounds) {
  for (int i = 1; i <= rounds; ++i) {
    while (*request < i) {
    }
    *reply = i * i;
    __threadfence_system();
  }
}

// What waits holds something else each time it looks.
__global__ void wait_and_count(const volatile unsigned* latch, unsigned* rounds) {
  unsigned count = 0;
  while (*latch == 0) ++count;
  *rounds = count;
}
__global__ void wait_by_the_clock(const volatile unsigned* latch) {
  const long long start = clock64();
  while (*latch == 0) __nanosleep(clock64() - start > 4000 ? 1000 : 0);
}

__global__ void never(const volatile unsigned* latch) {
  while (*latch == 0) {
  }
}

// The host waits for the kernel, and the kernel for the host: nobody will end that.
int wait_for_each_other() {
  unsigned* latch;
  EXPECT_OK(cudaMallocManaged(&latch, sizeof *latch));
  *latch = 0;
  never<<<1, 1>>>(latch);
  EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  return failures;
}

int main(int argc, char**) {
  if (argc > 1) return wait_for_each_other();
  unsigned *latch, *seen;
  EXPECT_OK(cudaMallocManaged(&latch, sizeof *latch));
  EXPECT_OK(cudaMallocManaged(&seen, 32 * sizeof *seen));
  *latch = 0;
  wait_once<<<1, 32>>>(latch, seen);
  EXPECT_OK(cudaGetLastError());
  *const_cast<volatile unsigned*>(latch) = 5;
  EXPECT_OK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) EXPECT(seen[i] == 5);

  *latch = 0;
  unsigned* rounds;
  EXPECT_OK(cudaMallocManaged(&rounds, sizeof *rounds));
  *rounds = 0;
  wait_and_count<<<1, 1>>>(latch, rounds);
  *const_cast<volatile unsigned*>(latch) = 1;
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(*rounds != 0);
  *latch = 0;
  wait_by_the_clock<<<1, 1>>>(latch);
  *const_cast<volatile unsigned*>(latch) = 1;
  EXPECT_OK(cudaDeviceSynchronize());

  constexpr int kRounds = 10;
  int* shared = nullptr;
  EXPECT_OK(cudaHostAlloc(reinterpret_cast<void**>(&shared), 2 * sizeof *shared, cudaHostAllocMapped));
  volatile int* const mail = shared;
  mail[0] = mail[1] = 0;
  serve<<<1, 1>>>(shared, shared + 1, kRounds);
  for (int i = 1; i <= kRounds; ++i) {
    mail[0] = i;
    while (mail[1] != i * i) std::this_thread::yield();
  }
  EXPECT_OK(cudaDeviceSynchronize());
  return failures;
}
