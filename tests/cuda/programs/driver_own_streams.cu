// The driver API where each thread's default stream is its own. Compiled with --default-stream per-thread.
#include <cuda_runtime.h>

#include "driver_expect.hpp"

#include <thread>

__global__ void wait_for(const volatile unsigned* flag, unsigned value) {
  while (*flag < value) {
  }
}

__global__ void set(volatile unsigned* flag, unsigned value) { *flag = value; }

// While another thread's default stream waits, what is asked by the plain names waits with it in the legacy stream,
// and what is asked by the others does not.
void names_lead_to_the_right_stream(unsigned* flags) {
  const auto at = [&](int i) { return reinterpret_cast<CUdeviceptr>(flags + i); };
  std::thread([&] { wait_for<<<1, 1>>>(flags, 1); }).join();
  EXPECT_ANSWER(cuStreamQuery(CU_STREAM_LEGACY), CUDA_ERROR_NOT_READY);
  EXPECT_DONE(cuStreamQuery(nullptr));
  EXPECT_DONE(cuStreamQuery(CU_STREAM_PER_THREAD));
  EXPECT_DONE(cuMemsetD32(at(1), 5, 1));
  unsigned seen = 0;
  EXPECT_DONE(cuMemcpyDtoH(&seen, at(1), sizeof seen));
  EXPECT(seen == 5);

  CUresult (*legacy)(CUstream) = nullptr;
  CUresult (*own)(CUstream) = nullptr;
  CUdriverProcAddressQueryResult status;
  EXPECT_DONE(cuGetProcAddress("cuStreamQuery", reinterpret_cast<void**>(&legacy), CUDA_VERSION,
                               CU_GET_PROC_ADDRESS_LEGACY_STREAM, &status));
  EXPECT_DONE(cuGetProcAddress("cuStreamQuery", reinterpret_cast<void**>(&own), CUDA_VERSION,
                               CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status));
  EXPECT_ANSWER(legacy(nullptr), CUDA_ERROR_NOT_READY);
  EXPECT_DONE(own(nullptr));
  EXPECT_ANSWER(own(CU_STREAM_LEGACY), CUDA_ERROR_NOT_READY);
  EXPECT_DONE(legacy(CU_STREAM_PER_THREAD));

  EXPECT_DONE(cuStreamWriteValue32(CU_STREAM_PER_THREAD, at(0), 1, 0));
  EXPECT_DONE(cuStreamSynchronize(CU_STREAM_LEGACY));
}

// Each of two threads waits for a word that the other's default stream writes.
void two_threads_wait_for_each_other(unsigned* flags) {
  const auto at = [&](int i) { return reinterpret_cast<CUdeviceptr>(flags + i); };
  EXPECT_DONE(cuMemsetD32(at(0), 0, 2));
  EXPECT_DONE(cuStreamSynchronize(nullptr));
  const auto side = [&](int own) {
    EXPECT(cudaSetDevice(0) == cudaSuccess);  // the thread has a context
    for (unsigned round = 1; round <= 10; ++round) {
      EXPECT_DONE(cuStreamWriteValue32(nullptr, at(own), round, 0));
      EXPECT_DONE(cuStreamWaitValue32(nullptr, at(1 - own), round, CU_STREAM_WAIT_VALUE_GEQ));
    }
    EXPECT_DONE(cuStreamSynchronize(nullptr));
  };
  std::thread first(side, 0), second(side, 1);
  first.join();
  second.join();
}

int main() {
  EXPECT_DONE(cuInit(0));
  unsigned* flags = nullptr;
  EXPECT(cudaMalloc(&flags, 4 * sizeof *flags) == cudaSuccess);
  EXPECT(cudaMemset(flags, 0, 4 * sizeof *flags) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  names_lead_to_the_right_stream(flags);
  two_threads_wait_for_each_other(flags);
  EXPECT(cudaFree(flags) == cudaSuccess);
  return failures;
}
