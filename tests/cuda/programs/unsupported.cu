// A call that is not there says so once and answers cudaErrorNotSupported.
#include <cuda_runtime.h>

#include "expect.hpp"

int main() {
  cudaGraph_t graph;
  cudaIpcMemHandle_t handle;
  EXPECT(cudaGraphCreate(&graph, 0) == cudaErrorNotSupported);
  EXPECT(cudaGraphCreate(&graph, 0) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
  EXPECT(cudaIpcGetMemHandle(&handle, nullptr) == cudaErrorNotSupported);
  return failures;
}
