// What is done wrong with memory that graphs allocate, and what is right and must not be told.
#include <cuda_runtime.h>

#include <cstring>

#include "expect.hpp"

__global__ void set(int* values, int value) { values[threadIdx.x] = value; }

cudaGraphExec_t allocating(int*& memory, unsigned long long flags) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStream_t stream = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT_OK(cudaMallocAsync(&memory, 128, stream));
  set<<<1, 32, 0, stream>>>(memory, 7);
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, flags));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaStreamDestroy(stream));
  return executable;
}

void right() {
  int* memory = nullptr;
  int value = 0;
  cudaGraphExec_t executable = allocating(memory, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  for (int i = 0; i < 3; ++i) EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaMemcpy(&value, memory + 31, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT(value == 7);
  EXPECT_OK(cudaFree(memory));

  // One after the other at the same place or another one.
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  int *a = nullptr, *b = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT_OK(cudaMallocAsync(&a, 128, stream));
  set<<<1, 32, 0, stream>>>(a, 1);
  EXPECT_OK(cudaFreeAsync(a, stream));
  EXPECT_OK(cudaMallocAsync(&b, 128, stream));
  set<<<1, 32, 0, stream>>>(b, 2);
  EXPECT_OK(cudaFreeAsync(b, stream));
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) EXPECT_OK(cudaGraphLaunch(executable, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaStreamDestroy(stream));
}

int main(int argc, char** argv) {
  right();
  if (argc < 2) return failures;
  int* memory = nullptr;
  cudaGraphExec_t executable = allocating(memory, 0);
  if (std::strcmp(argv[1], "leak") == 0) {
    EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  } else if (std::strcmp(argv[1], "relaunch") == 0) {
    EXPECT_OK(cudaGraphLaunch(executable, nullptr));
    EXPECT(cudaGraphLaunch(executable, nullptr) == cudaErrorInvalidValue);
    EXPECT_OK(cudaFree(memory));
  } else if (std::strcmp(argv[1], "twice") == 0) {
    EXPECT_OK(cudaGraphLaunch(executable, nullptr));
    EXPECT_OK(cudaFree(memory));
    EXPECT(cudaFree(memory) == cudaErrorInvalidValue);
  } else if (std::strcmp(argv[1], "late") == 0) {
    EXPECT_OK(cudaGraphLaunch(executable, nullptr));
    EXPECT_OK(cudaFree(memory));
    set<<<1, 32>>>(memory, 8);
    (void)cudaDeviceSynchronize();
  } else if (std::strcmp(argv[1], "early") == 0) {
    set<<<1, 32>>>(memory, 8);
    (void)cudaDeviceSynchronize();
  }
  (void)cudaGraphExecDestroy(executable);
  return failures;
}
