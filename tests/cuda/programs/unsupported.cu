// A call that is not there says so once and answers cudaErrorNotSupported.
#include <cuda_runtime.h>

#include "expect.hpp"

int main() {
  cudaIpcEventHandle_t event;
  cudaIpcMemHandle_t handle;
  EXPECT(cudaIpcGetEventHandle(&event, nullptr) == cudaErrorNotSupported);
  EXPECT(cudaIpcGetEventHandle(&event, nullptr) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
  EXPECT(cudaIpcGetMemHandle(&handle, nullptr) == cudaErrorNotSupported);
  return failures;
}
