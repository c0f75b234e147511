// Driver calls by name, by way of the runtime API. What is expected is what an H200 answered (driver 580.159.04, CUDA
// 13.0, 2026-11-23).
#include <cuda_runtime.h>

#include "driver_expect.hpp"

struct Found {
  cudaError_t error;
  bool has_function;
  int status;

  bool operator==(const Found& other) const {
    return error == other.error && has_function == other.has_function && status == other.status;
  }
};

Found ask(const char* name, unsigned version, unsigned long long flags = cudaEnableDefault) {
  void* function = &failures;
  auto status = static_cast<cudaDriverEntryPointQueryResult>(7);
  const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &function, version, flags, &status);
  (void)cudaGetLastError();
  return {error, function != nullptr, status};
}

void* address(const char* name, unsigned long long flags) {
  void* function = nullptr;
  EXPECT_OK(cudaGetDriverEntryPointByVersion(name, &function, 12000, flags));
  return function;
}

int main() {
  EXPECT((ask("cuMemAlloc", 12000) == Found{cudaSuccess, true, cudaDriverEntryPointSuccess}));
  EXPECT((ask("cuMemAlloc_v2", 12000) == Found{cudaSuccess, false, cudaDriverEntryPointSymbolNotFound}));
  EXPECT((ask("cuNothing", 12000) == Found{cudaSuccess, false, cudaDriverEntryPointSymbolNotFound}));
  EXPECT((ask("", 12000) == Found{cudaSuccess, false, cudaDriverEntryPointSymbolNotFound}));
  EXPECT((ask("cuLaunchKernelEx", 11000) == Found{cudaSuccess, false, cudaDriverEntryPointVersionNotSufficent}));
  EXPECT((ask("cuMemAlloc", 0) == Found{cudaSuccess, false, cudaDriverEntryPointVersionNotSufficent}));
  EXPECT((ask("cuMemAlloc", 12000, 8) == Found{cudaErrorInvalidValue, true, 7}));
  EXPECT((ask("cuMemAlloc", 99000) == Found{cudaErrorInvalidValue, true, 7}));
  EXPECT(address("cuMemcpy", cudaEnableLegacyStream) == address("cuMemcpy", cudaEnableDefault));
  EXPECT(address("cuMemcpy", cudaEnableLegacyStream) != address("cuMemcpy", cudaEnablePerThreadDefaultStream));

  CUresult (*count)(int*) = nullptr;
  cudaDriverEntryPointQueryResult status;
  EXPECT_OK(cudaGetDriverEntryPoint("cuDeviceGetCount", reinterpret_cast<void**>(&count), cudaEnableDefault, &status));
  int devices = 0;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(count(&devices));
  EXPECT(devices == 1);
  return failures;
}
