// A call that is not there says so once and answers cudaErrorNotSupported.
#include <cuda_runtime.h>

#include "expect.hpp"

int main() {
  cudaGraph_t graph;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  EXPECT(cudaGraphCreate(&graph, 0) == cudaErrorNotSupported);
  EXPECT(cudaGraphCreate(&graph, 0) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
  EXPECT(cudaMallocArray(&array, &format, 16, 16) == cudaErrorNotSupported);
  return failures;
}
