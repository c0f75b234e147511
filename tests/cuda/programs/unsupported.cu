// A call that is not there says so once and answers cudaErrorNotSupported.
#include <cuda_runtime.h>

#include "expect.hpp"

int main() {
  cudaUserObject_t object = nullptr;
  cudaIpcMemHandle_t handle;
  EXPECT(cudaUserObjectRetain(object, 1) == cudaErrorNotSupported);
  EXPECT(cudaUserObjectRetain(object, 1) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
  EXPECT(cudaIpcGetMemHandle(&handle, nullptr) == cudaErrorNotSupported);
  // A captured stream says so too, and does nothing at once.
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  void* memory = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT(cudaMallocAsync(&memory, 16, stream) == cudaErrorNotSupported);
  EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  return failures;
}
