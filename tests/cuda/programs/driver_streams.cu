// Streams that wait for words of memory: for values that other streams, kernels and the host write later.
#include <cuda_runtime.h>

#include "driver_expect.hpp"

#include <cstdlib>

__global__ void add(int* number, int more) { *number += more; }
__global__ void set(volatile unsigned* word, unsigned value) { *word = value; }

int value_of(const int* number) {
  int value = 0;
  EXPECT(cudaMemcpy(&value, number, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  return value;
}

int main(int argc, char**) {
  EXPECT_DONE(cuInit(0));
  CUstream first, second;
  unsigned* words;
  int* number;
  EXPECT(cudaMallocManaged(&words, 4 * sizeof *words) == cudaSuccess);
  EXPECT(cudaMalloc(&number, sizeof *number) == cudaSuccess);
  EXPECT(cudaMemset(number, 0, sizeof *number) == cudaSuccess);
  for (int i = 0; i < 4; ++i) words[i] = 0;
  EXPECT_DONE(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
  EXPECT_DONE(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  const auto at = [&](int i) { return reinterpret_cast<CUdeviceptr>(words + i); };

  if (argc > 1) {
    EXPECT_DONE(cuStreamWaitValue32(first, at(0), 1, CU_STREAM_WAIT_VALUE_EQ));
    add<<<1, 1, 0, first>>>(number, 1);
    EXPECT(cuStreamSynchronize(first) == CUDA_ERROR_LAUNCH_TIMEOUT);
    EXPECT(value_of(number) == 0);
    std::exit(failures);
  }

  EXPECT(cuStreamWaitValue32(first, at(0) + 2, 1, CU_STREAM_WAIT_VALUE_EQ) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuStreamWaitValue32(first, at(0), 1, 7) == CUDA_ERROR_INVALID_VALUE);

  // Written by another stream; what is behind waits as well.
  EXPECT_DONE(cuStreamWaitValue32(first, at(0), 5, CU_STREAM_WAIT_VALUE_GEQ));
  add<<<1, 1, 0, first>>>(number, 1);
  EXPECT_DONE(cuStreamWriteValue32(first, at(1), 9, 0));
  EXPECT(cuStreamQuery(first) == CUDA_ERROR_NOT_READY);
  EXPECT_DONE(cuStreamWriteValue32(second, at(0), 4, 0));
  EXPECT(cuStreamQuery(first) == CUDA_ERROR_NOT_READY && words[1] == 0);
  EXPECT_DONE(cuStreamWriteValue32(second, at(0), 6, 0));
  EXPECT_DONE(cuStreamSynchronize(first));
  EXPECT(value_of(number) == 1 && words[1] == 9);

  // By a kernel, and by the host.
  EXPECT_DONE(cuStreamWaitValue32(first, at(0), 7, CU_STREAM_WAIT_VALUE_EQ));
  add<<<1, 1, 0, first>>>(number, 1);
  EXPECT_DONE(cuStreamWaitValue32(first, at(2), 0x10, CU_STREAM_WAIT_VALUE_AND));
  add<<<1, 1, 0, first>>>(number, 1);
  set<<<1, 1, 0, second>>>(words, 7);
  EXPECT(cuStreamQuery(first) == CUDA_ERROR_NOT_READY);
  *const_cast<volatile unsigned*>(words + 2) = 0x30;
  EXPECT_DONE(cuStreamSynchronize(first));
  EXPECT(value_of(number) == 3);

  // Two streams, each of which waits for the other.
  CUstreamBatchMemOpParams operations[2] = {};
  operations[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  operations[0].waitValue.address = at(3);
  operations[0].waitValue.value = 1;
  operations[0].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  operations[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operations[1].writeValue.address = at(3);
  operations[1].writeValue.value = 2;
  EXPECT_DONE(cuStreamBatchMemOp(first, 2, operations, 0));
  operations[0].waitValue.value = 2;
  operations[1].writeValue.value = 3;
  EXPECT_DONE(cuStreamBatchMemOp(second, 2, operations, 0));
  EXPECT(words[3] == 0);
  *const_cast<volatile unsigned*>(words + 3) = 1;
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT(words[3] == 3);

  EXPECT_DONE(cuStreamDestroy(first));
  EXPECT_DONE(cuStreamDestroy(second));
  EXPECT(cudaFree(words) == cudaSuccess);
  EXPECT(cudaFree(number) == cudaSuccess);
  return failures;
}
