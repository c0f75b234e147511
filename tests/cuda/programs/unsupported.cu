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
  return failures;
}
